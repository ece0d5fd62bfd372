import { defineConfig } from 'tsup';
import { app, subpaths } from '../../../tsup.base.js';
import {
  clipEncoders,
  matchWords,
  spatialView,
  studyViews,
  valueLayers,
  viewerPage,
} from '../../study/viewer/page.build.js';

const entry = { index: 'src/index.ts', ...subpaths('program') };

export default defineConfig([
  app({ entry }),
  viewerPage(),
  clipEncoders(),
  spatialView(),
  matchWords(),
  studyViews(),
  valueLayers(),
]);
