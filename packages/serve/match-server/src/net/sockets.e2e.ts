import { createSocket, Socket } from 'node:dgram';
import { readdirSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { Client, connectPlayer, startTestServer, waitUntil } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import { openWarmup } from '../warmup/warmup.js';

/** What depends on the sockets of the system: descriptors, buffers, addresses. */

/** The sockets that this process has open. Those of earlier tests can still close. */
function findSockets(): readonly string[] {
  const target = (name: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return ''; // Closed since the folder was read.
    }
  };
  return readdirSync('/proc/self/fd')
    .map(target)
    .filter((name) => name.startsWith('socket:'));
}

it.skipIf(process.platform !== 'linux')('a refused reconnect leaves no socket open', async () => {
  const server = await startTestServer();
  await connectPlayer(server);
  const client = await Client.open(server.ports.player);
  const before = findSockets();
  expect(before.length).toBeGreaterThan(4);
  for (let i = 0; i < 5; i++) {
    client.send('(reconnect Beta 1)');
    await client.next('(error');
  }
  await waitUntil(() => findSockets().every((name) => before.includes(name)));
});

it('clients that never read do not delay the others', async () => {
  const server = await startTestServer();
  const good = await connectPlayer(server);
  // Their sockets are open, but are not read.
  const deaf = Array.from({ length: 10 }, () => {
    const socket = createSocket('udp4');
    return new Promise<typeof socket>((resolve) =>
      socket.bind(0, '127.0.0.1', () => {
        socket.setRecvBufferSize(2048);
        socket.send('(init Deaf (version 19))\0', server.ports.player, '127.0.0.1', () => {
          // A socket without listeners is not read after its handle is unreferenced and stopped.
          (socket as unknown as Record<symbol, { handle: { recvStop(): void } }>)[
            Object.getOwnPropertySymbols(socket).find((symbol) => symbol.description === 'state symbol')!
          ]!.handle.recvStop();
          resolve(socket);
        });
      }),
    );
  });
  const sockets = await Promise.all(deaf);
  try {
    await waitUntil(() => server.server.clients.players.filter((session) => session !== null).length === 11);
    good.skip();
    for (let cycle = 0; cycle < 6; cycle++) await good.next('(sense_body');
    expect(server.err).toEqual([]);
  } finally {
    for (const socket of sockets) socket.close();
  }
});

it('a warm-up is left out, with a warning and without open sockets, if the system opens no more sockets', async () => {
  const server = await startTestServer({ rcss: { warmup: 100 }, server: { synch_mode: true } });
  const opened = new Set<Socket>();
  const { bind } = Socket.prototype;
  function bindTen(this: Socket, ...args: unknown[]): Socket {
    if (opened.size === 10) this.emit('error', new Error('bind EMFILE'));
    else {
      opened.add(this);
      this.once('close', () => opened.delete(this));
      Reflect.apply(bind, this, args);
    }
    return this;
  }
  const spy = vi.spyOn(Socket.prototype, 'bind').mockImplementation(bindTen as Socket['bind']);
  try {
    expect(await openWarmup(server.server)).toBeNull();
  } finally {
    spy.mockRestore();
  }
  await vi.waitUntil(() => opened.size === 0, { timeout: 60_000 });
  expect(server.err).toEqual(['Warning: no warm-up is possible: bind EMFILE']);
});

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

const ADDRESSES: readonly (readonly [clientAddress: string, hosts: readonly string[]])[] = [
  ['127.0.0.1', ['127.0.0.1']],
  ...(hasIPv6 ? [['::', ['::1', '127.0.0.1']] as const] : []),
];

describe.skipIf(process.platform === 'win32')('rooms with singlePort', () => {
  it.each(ADDRESSES)(
    'at %s serve players and monitors of %j on one port per room',
    async (clientAddress, hosts) => {
      const rooms = createTestHost({ clientAddress, singlePort: true });
      const ports: number[] = [];
      for (let i = 0; i < 2; i++) {
        const { id, ports: opened } = await rooms.create({ document: STEPPED });
        const { player } = opened;
        ports.push(player);
        for (const host of hosts) {
          for (const request of ['(init Alpha (version 19))', '(dispinit version 4)']) {
            const client = await Client.open(player, 0, host);
            client.send(request);
            await client.next('(server_param');
            expect([...new Set(client.received.map((message) => message.port))]).toEqual([player]);
          }
        }
        expect((await rooms.read(id)).clients).toMatchObject({
          players: hosts.length,
          monitors: hosts.length,
        });
      }
      expect(ports[0]).not.toBe(ports[1]);
    },
  );
});

it('300 rooms are created and deleted; sockets and handles are released', async () => {
  const host = createTestHost();
  const countHandles = () => process.getActiveResourcesInfo().filter((kind) => kind.includes('UDP')).length;
  const countFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const idle = countHandles();
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const { id } = await host.create({ document: STEPPED });
      await host.delete(id);
    }
    await waitUntil(() => countHandles() <= idle);
  };
  await run(50);
  const before = [countHandles(), countFiles()];
  await run(300);
  await waitUntil(() => countHandles() <= before[0]! && countFiles() <= before[1]! + 2);
  expect(await host.list()).toEqual([]);
}, 120_000);
