import { bundledTypes, library } from '../../tsup.base.js';

export default library({
  entry: ['src/index.ts', 'src/tree.ts', 'src/evaluate.ts', 'src/cli.ts', 'src/main.ts'],
  external: [/^node:/],
  noExternal: ['@rcss/command-line'],
  dts: {
    entry: ['src/index.ts', 'src/tree.ts', 'src/evaluate.ts', 'src/cli.ts'],
    compilerOptions: bundledTypes,
  },
});
