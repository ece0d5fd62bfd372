import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: { index: 'src/index.ts', cli: 'src/cli.ts', main: 'src/main.ts', ...subpaths('tree', 'evaluate') },
  external: [/^node:/],
  noExternal: ['@rcss/kit/command-line'],
});
