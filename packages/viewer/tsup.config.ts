import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';
import { viewerPage } from './page.build.js';

// The page is built after the library, whose build empties the folder: tsup runs the entries of an array in parallel.
export default defineConfig([
  {
    ...(library() as object),
    entry: ['src/index.ts', 'src/drawing.ts', 'src/page/html.ts'],
    clean: ['dist/*.js', 'dist/*.d.ts'],
  },
  viewerPage('dist/page'),
]);
