import { app, programs } from '../../tsup.config.js';

/** Libraries that read, analyze and format logs. The others stay outside: they have files of their own, or few verbs need them. */
const BUNDLED = /^@rcss\/(kit|core|params|sexp|protocol|logs|stats|log-service\/(files|streams))(\/|$)/;

export default [
  app({ entry: { index: 'src/index.ts' } }),
  {
    ...programs({ entry: { main: 'src/main.ts', cli: 'src/cli.ts' } }),
    noExternal: [BUNDLED],
    esbuildOptions(esbuild) {
      // Constants become numbers in the code: as variables of a module they would be read from memory for every byte of a log.
      esbuild.minifySyntax = true;
    },
  },
];
