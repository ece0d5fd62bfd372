import { defineConfig } from 'tsup';
import { app } from '../../tsup.base.js';

export default defineConfig(
  app({
    entry: {
      main: 'src/main.ts',
      cli: 'src/cli.ts',
      index: 'src/index.ts',
      'room-worker': 'src/rooms/room-worker.ts',
    },
    external: ['mysql2'],
  }),
);
