import { defineConfig } from 'tsup';
import { library, subpaths } from '../../../tsup.base.js';
import { furtherScripts, matchElement, viewerPage } from './page.build.js';

// The page is built after the library, whose build empties the folder: tsup runs the entries of an array in parallel.
export default defineConfig([
  {
    ...(library() as object),
    entry: {
      index: 'src/index.ts',
      'page/html': 'src/page/html.ts',
      ...subpaths('drawing', 'links', 'monitor'),
    },
    clean: ['index', 'drawing', 'links', 'monitor', 'chunk-*', 'create-panels-*', 'debug-files-*']
      .map((name) => `dist/${name}.js`)
      .concat('dist/*.d.ts'),
  },
  viewerPage('dist/page'),
  matchElement('dist'),
  ...furtherScripts('dist/page'),
  ...furtherScripts('dist'),
]);
