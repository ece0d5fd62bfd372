import { defineConfig, type Options } from 'tsup';
import { app, subpaths } from '../../../tsup.base.js';
import { furtherScripts, viewerPage } from '../../study/viewer/page.build.js';

const entry = { index: 'src/index.ts', ...subpaths('export', 'files', 'play', 'publish', 'streams', 'web') };

/** The script of the page that controls the log player. */
const control: Options = { ...viewerPage(), entry: { control: 'src/play/control.ts' } };

const library = app({
  entry: { ...entry, 'export-worker': 'src/export/export-worker.ts' },
  external: ['@napi-rs/canvas'],
});

export default defineConfig([library, viewerPage(), ...furtherScripts(), control]);
