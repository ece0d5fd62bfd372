import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  countAllowedLines,
  type Received,
  startTestServer,
  type TestServer,
  waitUntil,
} from '../../test/harness.js';

const startSinglePort = (server = {}): Promise<TestServer> =>
  startTestServer({ server, rcss: { single_port: true } });

/** Opens a player at a given port of its own. */
async function connectFrom(server: TestServer, localPort: number, request: string): Promise<Client> {
  const client = await Client.open(server.ports.player, localPort);
  client.send(request);
  await client.next(/^\((init|reconnect|error)/);
  return client;
}

const listPorts = ({ received }: { received: readonly Received[] }) => [
  ...new Set(received.map(({ port }) => port)),
];

const countPlayers = ({ server }: TestServer) => server.clients.players.filter((session) => session).length;

describe.skipIf(process.platform === 'win32')('rcss::single_port (spec 02 §2.2.1)', () => {
  it('each client receives everything from the port to which it has sent its request', async () => {
    const server = await startSinglePort({ coach: true });
    const { player, coach, olcoach } = server.ports;
    const clients = [await connectPlayer(server), await connectPlayer(server, 'Alpha', { version: 7 })];
    clients.push(await connectMonitor(server), await connectMonitor(server, 1));
    const [trainer, onlineCoach] = [await connectTrainer(server), await connectOnlineCoach(server)];
    await clients[0]!.next('(see ');
    clients[0]!.send('(score)');
    await clients[0]!.next('(score 0 0 0)');
    clients[1]!.send('(score)');
    await clients[1]!.next('(score 0 0 0)');
    trainer.send('(look)');
    await trainer.next('(ok look 0 ');
    onlineCoach.send('(look)');
    await onlineCoach.next('(ok look 0 ');
    for (const client of clients) expect(listPorts(client)).toEqual([player]);
    expect([listPorts(trainer), listPorts(onlineCoach)]).toEqual([[coach], [olcoach]]);
  });

  it('a command that follows the request at once is executed', async () => {
    const server = await startSinglePort();
    const client = await Client.open(server.ports.player);
    client.send('(init Alpha (version 19))');
    client.send('(score)');
    await client.next('(init l 1 before_kick_off)');
    await client.next('(score 0 0 0)');
  });

  it('a second request of a connected player is a message of that player', async () => {
    const server = await startSinglePort();
    const client = await connectPlayer(server);
    client.skip();
    client.send('(init Alpha (version 19))');
    await client.next('(error illegal_command_form)');
    expect(countPlayers(server)).toBe(1);
  });

  it('clients of one address differ by their ports', async () => {
    const server = await startSinglePort();
    const [first, second] = [await connectPlayer(server), await connectPlayer(server, 'Beta')];
    first.skip();
    second.skip();
    first.send('(change_view narrow)');
    second.send('(score)');
    await second.next('(score 0 0 0)');
    await waitUntil(() => server.match.world.players[0]!.viewWidth === 'narrow');
    expect(first.unread('(score')).toEqual([]);
    expect(server.match.world.players[11]!.viewWidth).toBe('normal');
  });

  it('a closed port of a client ends its session; the player can return from another port', async () => {
    const server = await startSinglePort();
    const first = await connectPlayer(server);
    first.close();
    await waitUntil(() => countPlayers(server) === 0);
    const back = await connectFrom(server, 0, '(reconnect Alpha 1)');
    expect(back.received[0]!.text).toBe('(reconnect l before_kick_off)');
    expect(listPorts(back)).toEqual([server.ports.player]);
  });

  it('a player whose port has changed is a stranger until it reconnects, which ends its old session', async () => {
    const server = await startSinglePort();
    const first = await connectPlayer(server);
    const moved = await Client.open(server.ports.player);
    moved.send('(turn 30)');
    await moved.next('(error unknown_command)');
    moved.send('(reconnect Alpha 1)');
    await moved.next('(reconnect l before_kick_off)');
    expect(countPlayers(server)).toBe(1);
    first.skip();
    first.send('(score)');
    await first.next('(error unknown_command)');
    expect(first.unread('(sense_body')).toEqual([]);
    await moved.next('(sense_body');
  });

  it('after (bye), the same address can become a client again, and may change its role', async () => {
    const server = await startSinglePort();
    const client = await connectPlayer(server);
    client.send('(bye)');
    await waitUntil(() => countPlayers(server) === 0);
    client.skip();
    client.send('(turn 30)');
    await client.next('(error unknown_command)');
    client.send('(init Beta (version 19))');
    await client.next('(init r 1 before_kick_off)');
    client.send('(bye)');
    await waitUntil(() => countPlayers(server) === 0);
    client.send('(dispinit version 4)');
    await client.next('(server_param');
    client.send('(dispbye)');
    await waitUntil(() => server.server.clients.monitors.length === 0);
    expect(listPorts(client)).toEqual([server.ports.player]);
  });

  it('datagrams of an address act for no client of another address', async () => {
    const server = await startSinglePort();
    const player = await connectPlayer(server);
    const other = await Client.open(server.ports.player);
    for (const text of ['(bye)', '(change_view narrow)', '(dispbye)']) {
      other.send(text);
      await other.next('(error unknown_command)');
    }
    player.send('(score)');
    await player.next('(score 0 0 0)');
    expect([countPlayers(server), server.match.world.players[0]!.viewWidth]).toEqual([1, 'normal']);
  });

  it('22 players that connect at the same time all become clients', async () => {
    const server = await startSinglePort();
    const clients = await Promise.all(
      Array.from({ length: 22 }, (_, i) => connectPlayer(server, i < 11 ? 'Alpha' : 'Beta')),
    );
    expect(countPlayers(server)).toBe(22);
    for (const client of clients) {
      client.skip();
      client.send('(score)');
      await client.next('(score 0 0 0)');
      expect(listPorts(client)).toEqual([server.ports.player]);
    }
  });

  it('is refused for ports that another server has open, also if that shares its ports', async () => {
    const first = await startSinglePort();
    for (const single_port of [true, false]) {
      const second = startTestServer({ server: { port: first.ports.player }, rcss: { single_port } });
      await expect(second).rejects.toThrow(
        `Error initializing sockets: port=${first.ports.player}. Address already in use`,
      );
    }
  });
});

describe('rcss::client_ports (spec 02 §2.2.1)', () => {
  it('each client gets a port of the range; without a free one it is refused', async () => {
    // A port that was free a moment ago, and that no other test asks for.
    const probe = await Client.open(9);
    const port = probe.localPort;
    probe.close();
    const server = await startTestServer({ rcss: { client_ports: `${port}-${port}` } });
    const first = await connectPlayer(server);
    expect(listPorts(first)).toEqual([port]);
    const start = performance.now();
    const second = await connectPlayer(server);
    expect(second.received.map(({ text }) => text)).toEqual(['(error connection_failed)']);
    expect(server.err.join()).toContain(`which is refused: no port from ${port} to ${port} is free`);
    expect(server.err.length).toBeLessThanOrEqual(countAllowedLines(start));
    first.send('(bye)');
    await waitUntil(() => countPlayers(server) === 0);
    expect(listPorts(await connectPlayer(server, 'Beta'))).toEqual([port]);
  });
});

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

describe('rcss::bind_address (spec 02 §2.1)', () => {
  it.each([
    ...(hasIPv6
      ? [
          ['::1', '::1', '::1'],
          ['::', '::1', '::1'],
          ['::', '127.0.0.1', '127.0.0.1'],
        ]
      : []),
    ['localhost', '127.0.0.1', '127.0.0.1'],
  ])('%s serves clients of %s, reported as %s', async (bind_address = '', host, shown) => {
    for (const single_port of process.platform === 'win32' ? [false] : [false, true]) {
      const server = await startTestServer({
        rcss: { bind_address, single_port },
        server: { verbose: true },
      });
      const client = await Client.open(server.ports.player, 0, host);
      client.send('(init Alpha (version 19))');
      await client.next('(init l 1 before_kick_off)');
      client.send('(score)');
      await client.next('(score 0 0 0)');
      expect(server.err.join()).toContain(`"address":"${shown}"`);
      const refused = await Client.open(server.ports.player, 0, host);
      refused.send('(hello)');
      await refused.next('(error unknown_command)');
      client.close();
      await waitUntil(() => countPlayers(server) === 0);
    }
  });

  it.each([
    [
      'no-such-host.invalid',
      /^Error initializing sockets: port=0\. .* \(rcss::bind_address: no-such-host\.invalid\)$/,
    ],
    // An address for documentation (RFC 5737), which no machine has.
    [
      '203.0.113.1',
      /^Error initializing sockets: port=0\. Cannot assign requested address \(rcss::bind_address: 203\.0\.113\.1\)$/,
    ],
  ])('%s is refused at the start', async (bind_address, message) => {
    await expect(startTestServer({ rcss: { bind_address } })).rejects.toThrow(message);
  });
});
