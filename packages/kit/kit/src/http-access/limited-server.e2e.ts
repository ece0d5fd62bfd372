import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createLimitedServer, releaseUpgradedSocket } from './limited-server.js';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const action of cleanUp.splice(0)) action();
  vi.restoreAllMocks();
});

async function listen(handler: RequestListener, maxConnections = 100): Promise<Server> {
  const server = createLimitedServer(handler, { maxConnections, keepAliveMs: 5000 });
  server.listen(0, '127.0.0.1');
  cleanUp.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return server;
}

/** A connection whose answers are collected. */
interface TestConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text: string;
}

async function open(server: Server, localAddress = '127.0.0.1'): Promise<TestConnection> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  const connection = { socket, closed: new Promise((resolve) => socket.once('close', resolve)), text: '' };
  socket.on('data', (data) => {
    connection.text += data.toString('latin1');
  });
  cleanUp.push(() => socket.destroy());
  await once(socket, 'connect');
  return connection;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

it('answers requests one after another on one connection', async () => {
  const server = await listen((_, response) => response.end('hello'));
  const { port } = server.address() as AddressInfo;
  for (let i = 0; i < 20; i++) expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
});

it('begins to handle one request per turn of the event loop', async () => {
  let turn = 0;
  const turns: number[] = [];
  const server = await listen((_, response) => {
    turns.push(turn);
    response.end();
  });
  let isRunning = true;
  const counting = (async () => {
    for (; isRunning; turn++) await nextTurn();
  })();
  const connections = await Promise.all(Array.from({ length: 20 }, () => open(server)));
  for (const { socket } of connections) socket.write(REQUEST.repeat(2));
  while (turns.length < 40) await nextTurn();
  isRunning = false;
  await counting;
  // A request that waits for nothing is handled at once, in the same turn as one that has waited.
  expect(new Set(turns).size).toBeGreaterThan(30);
});

it('the addresses take turns', async () => {
  const order: string[] = [];
  const server = await listen((request, response) => {
    order.push(request.socket.remoteAddress!);
    response.end();
  });
  const many = await Promise.all(Array.from({ length: 10 }, () => open(server, '127.0.0.2')));
  const other = await open(server, '127.0.0.3');
  for (const { socket } of many) socket.write(REQUEST.repeat(8));
  other.socket.write(REQUEST);
  while (order.length < 81) await nextTurn();
  expect(order.indexOf('127.0.0.3')).toBeLessThan(70);
});

it('a connection that does not wait for answers is closed with the others of its address, which gets new ones later', async () => {
  let count = 0;
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const server = await listen((_, response) => {
    count += 1;
    response.end('hello');
  });
  const [attacker, sameAddress] = [await open(server, '127.0.0.2'), await open(server, '127.0.0.2')];
  const upgraded = await open(server, '127.0.0.2');
  const other = await open(server, '127.0.0.3');
  server.on('upgrade', (_, socket) => {
    releaseUpgradedSocket(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  });
  upgraded.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  await once(upgraded.socket, 'data');
  attacker.socket.write(REQUEST.repeat(1000));
  await Promise.all([attacker.closed, sameAddress.closed]);
  expect(count).toBeLessThan(10);
  other.socket.write(REQUEST);
  await once(other.socket, 'data');
  now += 999;
  await (await open(server, '127.0.0.2')).closed;
  expect(upgraded.socket.destroyed).toBe(false);
  now += 1;
  const later = await open(server, '127.0.0.2');
  later.socket.write(REQUEST);
  await once(later.socket, 'data');
  expect(later.text).toContain('hello');
});

it('an address leaves connections for others; a closed or upgraded connection frees its place', async () => {
  const server = await listen((_, response) => response.end('hello'), 8);
  const own = [];
  for (let i = 0; i < 8; i++) own.push(await open(server, '127.0.0.2'));
  await Promise.all([own[6]!.closed, own[7]!.closed]);
  expect(own.map(({ socket }) => socket.destroyed)).toEqual([...Array(6).fill(false), true, true]);
  const other = await open(server, '127.0.0.3');
  other.socket.write(REQUEST);
  await once(other.socket, 'data');
  own[0]!.socket.destroy();
  for (let isServed = false; !isServed; ) {
    const again = await open(server, '127.0.0.2');
    again.socket.write(REQUEST);
    isServed = await Promise.race([
      once(again.socket, 'data').then(() => true),
      again.closed.then(() => false),
    ]);
  }
});

it('a request whose headers do not end is refused', async () => {
  const server = await listen((_, response) => response.end());
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 10_000]);
  server.headersTimeout = 1;
  server.requestTimeout = 1;
  const slow = await open(server);
  slow.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  const silent = await open(server);
  await Promise.all([slow.closed, silent.closed]);
  expect(slow.text).toMatch(/^HTTP\/1.1 408 /);
});
