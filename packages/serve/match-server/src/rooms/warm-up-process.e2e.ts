import { expect, it } from 'vitest';
import { warmUpProcess } from './warm-up-process.js';

it('a warm-up ends when its thread ends, which otherwise would be terminated with open sockets', async () => {
  const closing = new AbortController();
  // It would take hours.
  const warmup = warmUpProcess(100_000_000, closing.signal);
  await new Promise((resolve) => setImmediate(resolve));
  closing.abort();
  expect(await warmup).toBeUndefined();
});
