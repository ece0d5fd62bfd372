import { defineConfig, type Options } from 'tsup';
import { clipEncoders, viewerPage } from '../../packages/study/viewer/page.build.js';
import { app } from '../../tsup.base.js';

/** The script of the page that controls the log player. */
const control: Options = { ...viewerPage(), entry: { control: 'src/web/control.ts' } };

/** The program, and the worker thread of `export`. */
const program: Options = app({
  entry: {
    main: 'src/main.ts',
    cli: 'src/cli.ts',
    index: 'src/index.ts',
    'export-worker': 'src/tools/export-worker.ts',
  },
});

export default defineConfig([program, viewerPage(), clipEncoders(), control]);
