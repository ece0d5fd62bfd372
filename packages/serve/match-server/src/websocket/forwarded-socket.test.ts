import type { MessagePort } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { forwardSocket } from './forwarded-socket.js';

it('a peer is read slowly if its frames are not read by the worker, also if they are empty', () => {
  let other: MessagePort | undefined;
  const handler = forwardSocket(
    () => {
      throw new Error('nothing is sent to the peer');
    },
    (port) => {
      other = port;
    },
  );
  handler.onOpen();
  const results = Array.from({ length: 5000 }, () => handler.onFrame(Buffer.alloc(0)));
  expect(results.indexOf(false)).toBe((256 << 10) / 64);
  handler.onEnd();
  other?.close();
});
