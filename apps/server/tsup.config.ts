import { app, programs } from '../../tsup.config.js';

export default [
  app({ entry: { index: 'src/index.ts' } }),
  programs({ entry: { main: 'src/main.ts', cli: 'src/cli.ts', 'room-worker': 'src/room-worker.ts' } }),
];
