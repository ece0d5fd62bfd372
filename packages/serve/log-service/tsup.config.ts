import type { Options } from 'tsup';
import { app, entries } from '../../../tsup.config.js';
import { furtherScripts, viewerPage } from '../../study/viewer/page.build.js';

/** The script of the page that controls the log player. */
const control: Options = { ...viewerPage(), entry: { control: 'src/play/control.ts' } };

const library = app({
  entry: { ...entries(), 'export-worker': 'src/export/export-worker.ts' },
  external: ['@napi-rs/canvas'],
});

export default [library, viewerPage(), ...furtherScripts(), control];
