import { defineConfig } from 'tsup';
import { app, subpaths } from '../../../tsup.base.js';
import { furtherScripts, viewerPage } from '../../study/viewer/page.build.js';

const entry = { index: 'src/index.ts', ...subpaths('program') };

export default defineConfig([app({ entry }), viewerPage(), ...furtherScripts()]);
