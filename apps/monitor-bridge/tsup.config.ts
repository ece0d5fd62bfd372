import { defineConfig } from 'tsup';
import { clipEncoders, viewerPage } from '../../packages/study/viewer/page.build.js';
import { app } from '../../tsup.base.js';

export default defineConfig([app(), viewerPage(), clipEncoders()]);
