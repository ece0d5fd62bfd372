import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { constants, inflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { Client, waitUntil } from '../../../../packages/serve/match-server/test/harness.js';
import { startWebSocketServer } from '../../../../packages/serve/match-server/test/websocket.js';
import { type Connector, type ConnectorOptions, startConnector } from './connector.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function start(
  url: string,
  options: Partial<ConnectorOptions> = {},
): Promise<Connector & { readonly lines: string[] }> {
  const lines: string[] = [];
  const connector = await startConnector({
    socketUrl: `${url}/rooms/main/channels`,
    bindAddress: '127.0.0.1',
    ports: { player: 0, trainer: 0, coach: 0 },
    retryMs: 0,
    report: (line) => lines.push(line),
    ...options,
  });
  cleanups.push(async () => {
    connector.stop();
    await connector.ended;
  });
  return Object.assign(connector, { lines });
}

/** A TCP proxy whose connections can be cut; it asks for its target at each connection. */
async function startProxy(
  getUrl: () => string,
): Promise<{ readonly url: string; cut(): void; readAnswers(): string }> {
  const open = new Set<Socket>();
  let answers = '';
  const server = createServer((client) => {
    const upstream = connectTcp(Number(new URL(getUrl()).port), '127.0.0.1');
    upstream.on('data', (bytes) => {
      answers += bytes.toString('latin1');
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  cleanups.push(() => {
    cut();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, cut, readAnswers: () => answers };
}

async function connectPlayer(connector: Connector, team = 'Alpha'): Promise<Client> {
  const client = await Client.open(connector.ports.player);
  client.send(`(init ${team} (version 19))`);
  await client.next(/^\(init [lr]/);
  return client;
}

test('clients of all roles on UDP play in a remote room; answers come from the ports that the protocol says', async () => {
  const server = await startWebSocketServer({ server: { coach: true } });
  const connector = await start(server.url);
  const player = await Client.open(connector.ports.player);
  player.send('(look)');
  expect((await player.next('(error unknown_command)')).port).toBe(connector.ports.player);
  player.send('(init Alpha (version 19))');
  expect((await player.next('(init l 1')).port).not.toBe(connector.ports.player);
  await player.next('(sense_body');
  player.send('(init Alpha (version 19))', connector.ports.player);
  await player.next('(error only_init_allowed_on_init_port)');
  player.send('(nonsense)');
  await player.next('(error illegal_command_form)');
  const coach = await Client.open(connector.ports.coach);
  coach.send('(init Alpha (version 19))');
  await coach.next('(init l ok)');
  const trainer = await Client.open(connector.ports.trainer);
  trainer.send('(init (version 19))');
  await trainer.next('(init ok)');
  const monitor = await Client.open(connector.ports.player);
  monitor.send('(dispinit version 4)');
  await monitor.next('(show');
  expect(connector.acceptedCount).toBe(4);
  expect(connector.lines).toContain('player Alpha 1: connected');
});

test('a client that leaves or closes its port leaves the room', async () => {
  const server = await startWebSocketServer();
  const connector = await start(server.url);
  const first = await connectPlayer(connector);
  const second = await connectPlayer(connector);
  first.send('(bye)');
  await waitUntil(() => server.server.clients.players[0] === null);
  await waitUntil(() => connector.lines.some((line) => line.startsWith('player Alpha 1: disconnected')));
  second.close();
  await waitUntil(() => server.server.clients.players[1] === null);
  expect(connector.lines).toContain('player Alpha 2: has closed its port');
});

test('the end of the match ends the connector and closes the ports of the clients', async () => {
  const server = await startWebSocketServer();
  const connector = await start(server.url, { retryMs: 5000 });
  await connectPlayer(connector);
  await server.end();
  expect(await connector.ended).toEqual({ kind: 'over', message: 'the match is over' });
});

test('a refusal of the server is reported: room, token, no server', async () => {
  const server = await startWebSocketServer({}, { access: { host: '0.0.0.0', token: 'secret' } });
  await expect(start(server.url)).rejects.toThrow(/token.*\(HTTP 401\)/);
  await start(server.url, { token: 'secret' });
  await expect(
    start(server.url, { token: 'secret', socketUrl: `${server.url}/rooms/none/channels` }),
  ).rejects.toThrow('There is no room "none". (HTTP 404)');
  await expect(start('ws://127.0.0.1:9')).rejects.toThrow(/ECONNREFUSED/);
});

/** A server on TCP that answers each request with `head`, then with `body` as long as the client reads. */
async function startHostileServer(head: string, body: Buffer) {
  let sentBytes = 0;
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (request) => {
      const key = /sec-websocket-key: (\S+)/i.exec(String(request))?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      client.write(head.replace('ACCEPT', accept).replaceAll('\n', '\r\n'));
      const send = () => {
        do sentBytes += body.length;
        while (!client.destroyed && client.write(body));
      };
      client.on('drain', send);
      send();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, countBytes: () => sentBytes };
}

test('an endless refusal is cut off', async () => {
  const { url } = await startHostileServer('HTTP/1.1 403 Forbidden\n\n', Buffer.alloc(4096, 'no '));
  await expect(start(url)).rejects.toThrow(/^(no ){100,}.*\(HTTP 403\)$/);
});

test('a frame that is longer than any message ends the connection', async () => {
  // A binary frame of 90 MB.
  const frame = Buffer.from([0x82, 127, 0, 0, 0, 0, 0x05, 0x5d, 0x4a, 0x80]);
  const { url, countBytes } = await startHostileServer(
    'HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Protocol: rcss-channels.v1\nSec-WebSocket-Accept: ACCEPT\n\n',
    Buffer.concat([frame, Buffer.alloc(1 << 20)]),
  );
  const connector = await start(url);
  expect(await connector.ended).toMatchObject({ kind: 'lost' });
  // What the buffers of the system take, not the frame.
  expect(countBytes()).toBeLessThan(45e6);
});

test('a local port that is in use is reported', async () => {
  const server = await startWebSocketServer();
  const first = await start(server.url);
  await expect(start(server.url, { ports: { ...first.ports } })).rejects.toThrow(
    `UDP port 127.0.0.1:${first.ports.player} cannot be opened`,
  );
});

test('after a lost connection the clients take their places again and go on', async () => {
  const server = await startWebSocketServer({ server: { coach: true } });
  const proxy = await startProxy(() => server.url);
  const connector = await start(proxy.url, { retryMs: 10_000 });
  const player = await connectPlayer(connector);
  const packed = await connectPlayer(connector);
  packed.send('(compression 3)');
  await packed.next('(ok compression 3)');
  packed.decode = (bytes) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  const trainer = await Client.open(connector.ports.trainer);
  trainer.send('(init (version 19))');
  await trainer.next('(init ok)');
  proxy.cut();
  await waitUntil(() => server.server.clients.players[0] === null);
  for (const client of [player, packed, trainer]) client.skip();
  await waitUntil(() => connector.lines.filter((line) => line.endsWith(': connected again')).length === 3);
  expect(connector.lines.some((line) => line.startsWith('The connection is lost'))).toBe(true);
  await player.next('(sense_body');
  await packed.next('(sense_body');
  trainer.send('(look)');
  await trainer.next('(ok look');
  // The clients do not notice the reconnect.
  for (const client of [player, packed]) {
    expect(client.received.filter(({ text }) => text.startsWith('(reconnect'))).toEqual([]);
    expect(client.received.filter(({ text }) => text.startsWith('(server_param'))).toHaveLength(1);
  }
});

test('during play_on a player waits until it may take its place again', async () => {
  const server = await startWebSocketServer();
  const proxy = await startProxy(() => server.url);
  const connector = await start(proxy.url, { retryMs: 10_000 });
  await connectPlayer(connector);
  const { world } = server.server.match;
  world.playMode = 'play_on';
  proxy.cut();
  await waitUntil(() => connector.lines.includes('The connection is open again'));
  await waitUntil(() => proxy.readAnswers().split('(error cannot_reconnect_while_playon)').length > 2);
  expect(connector.lines).not.toContain('player Alpha 1: connected again');
  world.playMode = 'free_kick_l';
  await waitUntil(() => connector.lines.includes('player Alpha 1: connected again'));
});

test('a player that cannot take its place again finds its port closed', async () => {
  const server = await startWebSocketServer();
  const other = await startWebSocketServer();
  let room = server;
  const proxy = await startProxy(() => room.url);
  const connector = await start(proxy.url, { retryMs: 10_000 });
  await connectPlayer(connector);
  room = other;
  proxy.cut();
  await waitUntil(() => connector.lines.some((line) => line.includes('no_such_team_or_player')));
  await waitUntil(() => !connector.lines.includes('player Alpha 1: connected again'));
});

test('a connection that cannot be opened again ends the connector', async () => {
  const server = await startWebSocketServer();
  const proxy = await startProxy(() => server.url);
  const connector = await start(proxy.url, { retryMs: 0 });
  proxy.cut();
  expect(await connector.ended).toMatchObject({ kind: 'lost' });
});
