import { library } from '../../../tsup.config.js';
import { furtherScripts, matchElement, viewerPage } from './page.build.js';

// The page is built after the library, whose build empties the folder: tsup runs the entries of an array in parallel.
export default [
  {
    ...library(),
    clean: ['index', 'drawing', 'links', 'monitor', 'chunk-*', 'create-panels-*', 'debug-files-*']
      .map((name) => `dist/${name}.js`)
      .concat('dist/*.d.ts'),
  },
  viewerPage('dist/page'),
  matchElement('dist'),
  ...furtherScripts('dist/page'),
  ...furtherScripts('dist'),
];
