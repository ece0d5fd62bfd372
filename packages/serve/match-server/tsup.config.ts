import { defineConfig } from 'tsup';
import { app } from '../../../tsup.base.js';

const entry = {
  index: 'src/index.ts',
  program: 'src/entries/program.ts',
  rooms: 'src/entries/rooms.ts',
  'room-worker': 'src/rooms/room-worker.ts',
};

export default defineConfig(
  app({
    entry,
    external: ['mysql2'],
  }),
);
