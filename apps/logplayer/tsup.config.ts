import { defineConfig, type Options } from 'tsup';
import { viewerPage } from '../../packages/viewer/page.build.js';
import { app } from '../../tsup.base.js';

/** The script of the page that controls the log player. */
const control: Options = { ...viewerPage(), entry: { control: 'src/web/control.ts' } };

export default defineConfig([app(), viewerPage(), control]);
