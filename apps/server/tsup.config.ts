import { defineConfig } from 'tsup';
import { app, programs } from '../../tsup.base.js';

export default defineConfig([
  app({ entry: { index: 'src/index.ts' } }),
  programs({ entry: { main: 'src/main.ts', cli: 'src/cli.ts', 'room-worker': 'src/room-worker.ts' } }),
]);
