import { defineConfig } from 'tsup';
import { app, programs } from '../../tsup.base.js';

export default defineConfig([
  app({ entry: { index: 'src/index.ts' }, external: ['mysql2'] }),
  programs({ entry: { main: 'src/main.ts', cli: 'src/cli.ts', 'room-worker': 'src/rooms/room-worker.ts' } }),
]);
