import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ClientSocket, type Listener, listen } from './index.js';

const HOST = '127.0.0.1';

test('the example of the README answers a client from a socket of its own', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const code = /```ts\n(import [^\n]*'@rcss\/kit\/udp';\n[\s\S]*?)```/
    .exec(readme)![1]!
    .replace(/^import .*$/m, '');
  const reports: unknown[] = [];
  const opened: { close(): void }[] = [];
  class TrackedSocket extends ClientSocket {
    constructor(...args: ConstructorParameters<typeof ClientSocket>) {
      super(...args);
      opened.push(this);
    }
  }
  const trackedListen = async (...args: Parameters<typeof listen>): Promise<Listener> => {
    const listener = await listen(...args);
    opened.push(listener);
    return listener;
  };
  const run = new Function('listen', 'ClientSocket', 'report', `return (async () => {${code}})();`) as (
    ...args: unknown[]
  ) => Promise<void>;
  await run(trackedListen, TrackedSocket, (value: unknown) => reports.push(value));

  const client = createSocket('udp4');
  opened.push(client);
  const port = reports[0] as number;
  client.send('hello', port, HOST);
  const [answer, from] = await once(client, 'message');
  expect(String(answer)).toBe('hello');
  expect(from.port).not.toBe(port);
  client.send('again', from.port, HOST);
  await expect.poll(() => reports.slice(1).map(String)).toEqual(['again']);
  for (const resource of opened) resource.close();
});
