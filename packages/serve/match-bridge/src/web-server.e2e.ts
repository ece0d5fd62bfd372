import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { listenHttp } from '@rcss/kit/http-access';
import { afterEach, expect, test } from 'vitest';
import { createTestParams, FakeServer } from '../test/fake-server.js';
import { waitUntil } from '../test/wait.js';
import { startBridge } from './index.js';
import { createWebServer, type WebServerOptions } from './web-server.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function create(options: Partial<WebServerOptions> = {}): Server {
  return createWebServer({
    scripts: new Map([
      ['/viewer-3d.js', 'the 3D view'],
      ['/viewer-words.js', 'the words'],
      ['/viewer-values.js', 'the values'],
      ['/viewer-study.js', 'the statistics'],
    ]),
    host: '127.0.0.1',
    allowedOrigins: [],
    maxConnections: 100,
    getStatus: () => ({ state: 'live' }),
    getLog: () => {
      throw new Error('not requested');
    },
    ...options,
  });
}

async function listen(options: Partial<WebServerOptions>): Promise<number> {
  const server = create(options).listen(0, '127.0.0.1');
  cleanups.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends a request and never reads the answer. */
function requestWithoutReading(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  cleanups.push(() => socket.destroy());
  return socket.pause();
}

const readStatus = async (port: number): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${port}/status.json`)).json();

test('a connection that fails, for example without a free file descriptor, does not end the server', async () => {
  const server = create();
  cleanups.push(() => server.close());
  await listenHttp(server, 0, '127.0.0.1');
  expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
});

test('the status is answered while clients request large answers and read nothing', async () => {
  let chunkCount = 0;
  function* createChunks() {
    for (let i = 0; i < 4096; i++) {
      chunkCount += 1;
      // Bytes that cannot be compressed.
      yield randomBytes(16_384);
    }
  }
  const port = await listen({ getLog: () => ({ name: 'match.rcg.gz', chunks: createChunks() }) });
  for (let i = 0; i < 10; i++) requestWithoutReading(port, '/match.rcg.gz');
  await waitUntil('the log is requested', () => chunkCount > 0);
  expect(await readStatus(port)).toEqual({ state: 'live' });
  // Each answer is read from the log only as far as the buffers of the connection reach.
  let before = -1;
  await waitUntil('the answers stand still', () => {
    const isStill = before === chunkCount;
    before = chunkCount;
    return isStill;
  });
  expect(chunkCount).toBeLessThan(10 * 1024);
  expect(await readStatus(port)).toEqual({ state: 'live' });
});

test('connections above the limit are closed, and a place becomes free when a silent connection is closed', async () => {
  const port = await listen({ maxConnections: 2, idleTimeoutMs: 3000 });
  const silent = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  cleanups.push(() => silent.forEach((socket) => void socket.destroy()));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  await expect(readStatus(port)).rejects.toThrow('fetch failed');
  await waitUntil('a place is free', () =>
    readStatus(port).then(
      () => true,
      () => false,
    ),
  );
});

test('more than sixteen downloads at a time are refused with the reason', async () => {
  function* createChunks() {
    for (let i = 0; i < 4096; i++) yield randomBytes(16_384);
  }
  let logCount = 0;
  const port = await listen({
    getLog: () => {
      logCount += 1;
      return { name: 'match.rcg.gz', chunks: createChunks() };
    },
  });
  const sockets = Array.from({ length: 16 }, () => requestWithoutReading(port, '/match.rcg.gz'));
  await waitUntil('all downloads run', () => logCount === 16);
  const url = `http://127.0.0.1:${port}/match.rcg.gz`;
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.text()).toContain('16 browsers save the match');
  for (const socket of sockets) socket.destroy();
  await waitUntil('a download is possible again', async () => {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status === 200;
  });
});

test('the library example of the README shows the match of a server', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const server = new FakeServer(createTestParams(7));
  await server.start();
  const script = example
    .replace(/^import .*$/m, '')
    .replace('port: 6000', 'port')
    .replace('startBridge({', "startBridge({ webPort: 0, pageScript: '// page',");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<string>;
  const printed: string[] = [];
  const console = { log: (line: string) => printed.push(line) };
  const shown = new Promise<void>((resolve) => {
    const run = new AsyncFunction('startBridge', 'console', 'port', 'matchIsOver', script);
    const matchIsOver = async () => {
      server.step();
      await waitUntil('the bridge shows the match', async () => {
        const status = await (await fetch(`${printed[0]}status.json`)).json();
        return (status as { state: string }).state === 'live';
      });
    };
    void run(startBridge, console, server.port, matchIsOver).then(() => resolve());
  });
  await shown;
  expect(printed[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect(fetch(printed[0]!)).rejects.toThrow();
  server.stop();
});
