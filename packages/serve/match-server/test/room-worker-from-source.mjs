// Starts the worker of the rooms from its source: tsx does not load TypeScript in worker threads by itself.
import { register } from 'tsx/esm/api';

register();
await import('../src/rooms/room-worker.ts');
