// A worker of the rooms from its source that throws outside of any request when the room `faulty` is to kick off.
import { parentPort } from 'node:worker_threads';

// The first listener of the port starts the delivery of messages, so the worker must have its own first.
await import('./room-worker-from-source.mjs');
parentPort.on('message', ({ method, args }) => {
  if (method === 'kickOff' && args[0] === 'faulty')
    setImmediate(() => {
      throw new Error('a fault of the thread');
    });
});
