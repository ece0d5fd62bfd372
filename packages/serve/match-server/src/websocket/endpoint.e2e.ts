import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { REFUSED_VERSION, requestOtherVersions, requestUpgrade } from '../../../../kit/kit/test/upgrade.js';
import { connectPlayer, connectTrainer, startTestServer, waitUntil } from '../../test/harness.js';
import {
  connectSocketPlayer,
  SocketClient,
  startRoomsEndpoint,
  startTestEndpoint,
  startWebSocketServer,
} from '../../test/websocket.js';
import type { SocketRoom } from './socket-room.js';

const open = (...args: Parameters<typeof SocketClient.open>) =>
  SocketClient.open(...args).catch((error: Error) => error.message);

describe('clients on WebSockets', () => {
  it('a player, an online coach, a trainer and a monitor exchange the messages of UDP, one per frame', async () => {
    const server = await startWebSocketServer({ server: { coach: true } });
    const player = await connectSocketPlayer(server);
    expect(player.received.map(({ text }) => /^\(\w+/.exec(text)![0])).toContain('(init');
    await player.next('(server_param');
    await player.next('(sense_body');
    const coach = await SocketClient.open(server.url, '/rooms/main/coach');
    coach.send('(init Alpha (version 19))');
    await coach.next('(init l ok)');
    const trainer = await SocketClient.open(server.url, '/rooms/main/trainer');
    trainer.send('(init (version 19))');
    await trainer.next('(init ok)');
    trainer.send('(look)');
    await trainer.next('(ok look');
    const monitor = await SocketClient.open(server.url, '/rooms/main/monitor');
    monitor.send('(dispinit version 5)');
    await monitor.next('(show');
    expect(server.server.clients.monitors).toHaveLength(1);
    // The parameters of monitors are longer than a datagram of 8192 bytes can be.
    const longest = Math.max(...monitor.received.map(({ bytes }) => bytes.length));
    expect(monitor.received.every(({ text }) => text.startsWith('('))).toBe(true);
    expect(longest).toBeGreaterThan(1000);
  });

  it('a player moves, and the same match goes on for clients on UDP', async () => {
    const server = await startWebSocketServer({ server: { coach: true } });
    const udp = await connectPlayer(server, 'Beta');
    const trainer = await connectTrainer(server);
    const player = await connectSocketPlayer(server);
    player.send('(move -10 5)');
    const { world } = server.server.match;
    await waitUntil(() => world.players[0]!.pos.x === 10 || world.players[11]!.pos.x !== 0);
    trainer.send('(ear on)');
    await trainer.next('(ok ear on)');
    player.send('(say hello)');
    await trainer.next(/^\(hear \d+ \(p "Alpha" 1\) "hello"\)/);
    await udp.next('(sense_body');
  });

  it('a text frame is read as its bytes, and a message without NUL gets the warning of UDP', async () => {
    const server = await startWebSocketServer();
    const player = await SocketClient.open(server.url, '/rooms/main/player');
    player.socket.send('(init Alpha (version 19))');
    await player.next('(init l 1');
    player.socket.send('(turn 10)');
    await player.next('(warning message_not_null_terminated)');
  });

  it('compresses both directions after (compression LEVEL)', async () => {
    const server = await startWebSocketServer();
    const player = await connectSocketPlayer(server);
    player.send('(compression 6)');
    await player.next('(ok compression 6)');
    player.decode = (bytes) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    player.skip();
    await player.next('(sense_body');
    player.socket.send(deflateSync('(nonsense)\0'));
    await player.next('(error illegal_command_form)');
  });

  it('(done) ends a cycle of the synchronous mode', async () => {
    const server = await startWebSocketServer({ server: { synch_mode: true } });
    const player = await connectSocketPlayer(server);
    player.answersThink = true;
    player.send('(done)');
    const before = server.match.steps;
    await waitUntil(() => server.match.steps > before + 20);
    expect(server.server.telemetry.players[0]!.missedDoneCount).toBeLessThan(5);
  });

  it('a refused init is answered and can be repeated on the same WebSocket', async () => {
    const server = await startWebSocketServer();
    const player = await SocketClient.open(server.url, '/rooms/main/player');
    player.send('(init Alpha (version 99))');
    await player.next('(error no_more_player_or_goalie_or_illegal_client_version)');
    player.send('(init Alpha (version 19))');
    await player.next('(init l 1');
  });

  it('each path serves its own role', async () => {
    const server = await startWebSocketServer();
    const player = await SocketClient.open(server.url, '/rooms/main/player');
    player.send('(dispinit version 5)');
    await player.next('(error unknown_command)');
    const monitor = await SocketClient.open(server.url, '/rooms/main/monitor');
    monitor.send('(init Alpha (version 19))');
    await monitor.next('(error unknown_command)');
    expect(server.server.clients.monitors).toHaveLength(0);
    expect(server.server.clients.players.every((session) => session === null)).toBe(true);
  });

  it('(bye) closes the WebSocket', async () => {
    const server = await startWebSocketServer();
    const player = await connectSocketPlayer(server);
    player.send('(bye)');
    expect(await player.ended).toEqual({ code: 1000, reason: 'the server has closed the connection' });
    await waitUntil(() => server.endpoint.socketCount === 0);
  });

  it('a player whose WebSocket ends leaves the match and can reconnect', async () => {
    const server = await startWebSocketServer();
    const player = await connectSocketPlayer(server);
    player.socket.terminate();
    await waitUntil(() => server.server.clients.players[0] === null);
    const again = await SocketClient.open(server.url, '/rooms/main/player');
    again.send('(reconnect Alpha 1)');
    await again.next('(reconnect l');
  });

  it('a player that reconnects ends the WebSocket that it had before', async () => {
    const server = await startWebSocketServer();
    const first = await connectSocketPlayer(server);
    const second = await SocketClient.open(server.url, '/rooms/main/player');
    second.send('(reconnect Alpha 1)');
    await second.next('(reconnect l');
    expect((await first.ended).code).toBe(1000);
    expect(server.server.clients.players[0]?.connection.isLost).toBe(false);
  });

  it('a WebSocket that ends right after its init does not leave a player without a client', async () => {
    const server = await startWebSocketServer();
    const player = await SocketClient.open(server.url, '/rooms/main/player');
    player.send('(init Alpha (version 19))');
    player.socket.terminate();
    await waitUntil(() => server.out.some((line) => line.includes('disconnected')));
    expect(server.server.clients.players[0]).toBeNull();
  });

  it('the end of the match closes all WebSockets, also those without a client', async () => {
    const server = await startWebSocketServer();
    const player = await connectSocketPlayer(server);
    const waiting = await SocketClient.open(server.url, '/rooms/main/player');
    await server.end();
    expect((await player.ended).code).toBe(1000);
    expect(await waiting.ended).toEqual({ code: 1000, reason: 'the match is over' });
    expect(await open(server.url, '/rooms/main/player')).toBe('410 The match of room "main" is over.');
  });
});

describe('refused WebSockets', () => {
  it('name the unknown room, path or subprotocol', async () => {
    const { url } = await startWebSocketServer();
    expect(await open(url, '/rooms/other/player')).toBe('404 There is no room "other".');
    expect(await open(url, '/rooms/main/judge')).toBe('404 This path has no WebSocket.');
    expect(await open(url, '/rooms/main/player', { protocols: ['rcss.v9', 'x'] })).toBe(
      '400 The path needs the WebSocket subprotocol rcss.v1; offered: rcss.v9, x.',
    );
    expect(await open(url, '/rooms/main/channels', { protocols: ['rcss.v1'] })).toBe(
      '400 The path needs the WebSocket subprotocol rcss-channels.v1; offered: rcss.v1.',
    );
    expect(await open(url, '/rooms/main/player', { protocols: [] })).toBe(
      '400 The path needs the WebSocket subprotocol rcss.v1; none was offered.',
    );
  });

  it('the answer names the subprotocol that the path speaks, whatever else is offered', async () => {
    const { url } = await startWebSocketServer();
    const answer = (path: string, offered: string) =>
      requestUpgrade(`${url}/rooms/main/${path}`, { 'Sec-WebSocket-Protocol': offered });
    for (const path of ['player', 'coach', 'monitor'])
      for (const offered of [
        'rcss.v1',
        'rcss.v2, rcss.v1',
        'rcss-channels.v1, rcss.v1',
        'a,rcss.v1,b',
        'rcss.v1, rcss.v1',
      ])
        expect([path, offered, await answer(path, offered)]).toEqual([
          path,
          offered,
          '101, Sec-WebSocket-Protocol: rcss.v1',
        ]);
    expect(await answer('channels', 'rcss.v1, rcss-channels.v1')).toBe(
      '101, Sec-WebSocket-Protocol: rcss-channels.v1',
    );
  });

  it('another version of the handshake is refused with the one that is spoken', async () => {
    const { url } = await startWebSocketServer();
    expect(await requestOtherVersions(`${url}/rooms/main/player`, 'rcss.v1')).toEqual(
      new Set([REFUSED_VERSION]),
    );
  });

  it('a path of another listener is left to it', async () => {
    const { http, url } = await startTestEndpoint(() => undefined);
    http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 418 Other\r\nContent-Length: 5\r\n\r\nother'));
    expect(await open(url, '/events')).toBe('418 other');
    expect(await open(url, '/rooms/main/player')).toBe('404 There is no room "main".');
  });

  it('a page of another origin or a foreign host name is refused', async () => {
    const { url } = await startWebSocketServer();
    const path = '/rooms/main/monitor';
    expect(await open(url, path, { headers: { origin: 'https://evil.example' } })).toMatch(/^403 .*origin/);
    expect(await open(url, path, { headers: { host: 'evil.example' } })).toMatch(/^403 .*Host/);
    const same = url.replace('ws:', 'http:');
    expect(await open(url, path, { headers: { origin: same } })).toBeInstanceOf(SocketClient);
  });

  it('a token is accepted as header or query, then from any origin', async () => {
    const { url } = await startWebSocketServer({}, { access: { host: '0.0.0.0', token: 'secret' } });
    const path = '/rooms/main/monitor';
    expect(await open(url, path)).toMatch(/^401 /);
    expect(await open(url, `${path}?token=other`)).toMatch(/^401 /);
    const headers = { authorization: 'Bearer secret', origin: 'https://page.example' };
    expect(await open(url, path, { headers })).toBeInstanceOf(SocketClient);
    expect(await open(url, `${path}?token=secret`)).toBeInstanceOf(SocketClient);
  });

  it('more WebSockets of an address than allowed are refused', async () => {
    const { url, endpoint } = await startWebSocketServer({}, { maxSocketsPerAddress: 1 });
    const first = await SocketClient.open(url, '/rooms/main/player');
    expect(await open(url, '/rooms/main/player')).toBe(
      '429 1 WebSockets of 127.0.0.1 are open; no more are accepted.',
    );
    first.socket.close();
    await waitUntil(() => endpoint.socketCount === 0);
    expect(await open(url, '/rooms/main/player')).toBeInstanceOf(SocketClient);
  });
});

describe('limits of a WebSocket', () => {
  it('a peer that does not read is disconnected, and the match goes on', async () => {
    const server = await startWebSocketServer();
    const monitor = await SocketClient.open(server.url, '/rooms/main/monitor');
    monitor.send('(dispinit version 5)');
    await monitor.next('(show');
    monitor.socket.pause();
    const { connection } = server.server.clients.monitors[0]!;
    // Systems buffer some megabytes before the server has to.
    for (let i = 0; i < 40; i++) connection.send(Buffer.alloc(1 << 20, 0x20));
    await waitUntil(() => server.err.some((line) => line.includes('because it does not read')));
    await waitUntil(() => server.server.clients.monitors.length === 0);
    const { steps } = server.match;
    await waitUntil(() => server.match.steps > steps + 20);
  });

  it('a frame that is too large ends the WebSocket only', async () => {
    const server = await startWebSocketServer();
    const player = await connectSocketPlayer(server);
    const other = await connectSocketPlayer(server, 'Beta');
    player.socket.send(Buffer.alloc(70_000, 0x20));
    expect((await player.ended).code).toBe(1009);
    await waitUntil(() => server.server.clients.players[0] === null);
    other.skip();
    await other.next('(sense_body');
  });

  it('a flood loses its messages as over UDP and does not disturb the others', async () => {
    const server = await startWebSocketServer({ rcss: { max_datagrams_per_cycle: 20 } });
    const flood = await connectSocketPlayer(server);
    const other = await connectSocketPlayer(server, 'Beta');
    for (let i = 0; i < 2000; i++) flood.send('(turn 1)');
    await waitUntil(() => server.err.some((line) => line.includes('(Alpha 1) sent more than 20 datagrams')));
    other.skip();
    await other.next('(sense_body');
    // It is read again after a pause, when the messages that wait have been read.
    flood.skip();
    const timer = setInterval(() => flood.send('(nonsense)'), 100);
    await flood.next('(error illegal_command_form)').finally(() => clearInterval(timer));
  });

  it('frames that have arrived at once are read in different turns of the event loop', async () => {
    let turn = 0;
    const turns: number[] = [];
    const room: SocketRoom = {
      isOver: false,
      openSocket: () => ({
        onOpen: () => {},
        onFrame: () => turns.push(turn) > 0,
        onViolation: () => {},
        onEnd: () => {},
      }),
    };
    const { url } = await startRoomsEndpoint(() => room);
    const client = await SocketClient.open(url, '/rooms/main/player');
    for (let i = 0; i < 200; i++) client.send('x');
    for (; turns.length < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(turns).size).toBeGreaterThan(100);
  });

  it('requests of unknown senders have the limit of UDP', async () => {
    const server = await startWebSocketServer({ rcss: { max_init_per_second: 9 } });
    const stranger = await SocketClient.open(server.url, '/rooms/main/player');
    for (let i = 0; i < 50; i++) stranger.send('(look)');
    await waitUntil(() => server.err.some((line) => line.includes('rcss::max_init_per_second')));
  });

  it('monitors leave the places of players free, and (error no_more_monitor) names the reason', async () => {
    const server = await startWebSocketServer({ rcss: { max_clients: 26 } });
    const monitors = [];
    for (let i = 0; i < 2; i++) {
      const monitor = await SocketClient.open(server.url, '/rooms/main/monitor');
      monitor.send('(dispinit version 5)');
      monitors.push(monitor);
    }
    await monitors[0]!.next('(server_param');
    await monitors[1]!.next('(error no_more_monitor)');
    await connectSocketPlayer(server);
    expect(server.server.clients.players[0]).not.toBeNull();
  });
});

it('several rooms are reached through one endpoint', async () => {
  const rooms = { a: await startTestServer(), b: await startTestServer() };
  const endpoint = await startTestEndpoint((id) => rooms[id as 'a' | 'b']?.server);
  const player = await SocketClient.open(endpoint.url, '/rooms/b/player');
  player.send('(init Alpha (version 19))');
  await player.next('(init l 1');
  expect(rooms.a.server.clients.players[0]).toBeNull();
  expect(rooms.b.server.clients.players[0]).not.toBeNull();
});

it('the HTTP port of a server serves the room main, with its token and origins', async () => {
  const token = 'a-token-of-this-test';
  const server = await startTestServer({
    rcss: { http_port: 0, http_token: token, http_origins: 'https://a.example, https://b.example' },
  });
  const url = server.httpUrl!.replace(/^http/, 'ws').replace(/\/$/, '');
  expect(await open(url, '/rooms/main/player')).toMatch(/^401 /);
  const player = await SocketClient.open(url, `/rooms/main/player?token=${token}`);
  player.send('(init Alpha (version 19))');
  await player.next('(init l 1');
  await server.end();
  expect((await player.ended).code).toBe(1000);
  const other = await startTestServer({ rcss: { http_port: 0, http_origins: 'https://a.example' } });
  const otherUrl = other.httpUrl!.replace(/^http/, 'ws').replace(/\/$/, '');
  const headers = { origin: 'https://a.example' };
  expect(await open(otherUrl, '/rooms/main/monitor', { headers })).toBeInstanceOf(SocketClient);
  headers.origin = 'https://b.example';
  expect(await open(otherUrl, '/rooms/main/monitor', { headers })).toMatch(/^403 /);
});
