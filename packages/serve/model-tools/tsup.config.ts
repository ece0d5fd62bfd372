import { cpSync } from 'node:fs';
import { app, declarations } from '../../../tsup.config.js';

const application = app({
  external: ['@napi-rs/canvas'],
});

export default [
  {
    ...application,
    // What `explain` quotes.
    onSuccess: async () => {
      await declarations();
      for (const name of [
        'specification',
        'reference/parameters.md',
        'reference/glossary.md',
        'use/analyst/statistics.md',
      ])
        cpSync(`../../../docs/${name}`, `dist/docs/${name}`, { recursive: true });
    },
  },
  // The process with the code of teams may read only its own folder, so everything that it needs is in one file.
  {
    ...app({ entry: { host: 'src/sandbox/host.ts' }, outDir: 'dist/sandbox' }),
    clean: false,
    onSuccess: async () => {},
    splitting: false,
    noExternal: [/./],
  },
];
