import { digest } from '@rcss/simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  type Settings,
  startTestServer,
  waitUntil,
} from '../../test/harness.js';
import { MemoryServer } from '../../test/memory-server.js';
import { waitForClients } from './wait-for-clients.js';

describe('rcss::wait_for_clients', () => {
  it('holds the clock until that number of players, then the coaches have connected, and executes their first commands', async () => {
    const server = await startTestServer({
      server: { synch_mode: true },
      rcss: { wait_for_clients: 2, coach_timeout_l: 3600, reproducible: true },
    });
    const { match } = server.server;
    const first = await connectPlayer(server, 'Alpha', { answersThink: true });
    await connectPlayer(server, 'Beta', { answersThink: true });
    first.send('(move -20 5)(change_view narrow high)');
    expect(match.steps).toBe(0);
    expect(first.unread('(sense_body')).toEqual([]);
    // Received, although no cycle has begun.
    const { pos } = match.world.players[0]!;
    await waitUntil(() => pos.x === -20 && pos.y === 5);
    expect(match.steps).toBe(0);
    await connectOnlineCoach(server, 'Alpha');
    await waitUntil(() => match.steps > 3);
    expect((await first.next('(sense_body 0')).text).toContain('(view_mode high narrow)');
  });

  it('a client that sends all the time does not hold the clock forever', async () => {
    const server = await startTestServer({ server: { synch_mode: true }, rcss: { wait_for_clients: 1 } });
    const { match } = server.server;
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    const talk = setInterval(() => client.send('(sense_body)'), 100);
    await waitUntil(() => match.steps > 0);
    clearInterval(talk);
  });

  it('monitors are not counted, and a signal ends the wait', async () => {
    const server = await startTestServer({ rcss: { wait_for_clients: 1 } });
    await connectMonitor(server);
    expect(server.server.clients.monitors).toHaveLength(1);
    expect(server.server.match.steps).toBe(0);
    server.stop();
    await server.finished;
    expect(server.server.match.steps).toBe(0);
  });
});

describe('the wait for clients', () => {
  let offset = 0;
  beforeEach(() => {
    offset = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const faked = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => faked() + offset);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** A server that waits for two clients, and the moment when the wait was over. */
  function startWaiting(count = 2, settings: Settings['server'] = {}, rcss: Settings['rcss'] = {}) {
    const memory = new MemoryServer({ server: settings, rcss: { wait_for_clients: count, ...rcss } });
    const wait = { endedAt: Number.NaN };
    const running = waitForClients(memory.server).then(() => {
      wait.endedAt = performance.now();
    });
    const connect = (team: string, port: 'player' | 'olcoach' = 'player') => {
      const client = memory.open(port);
      client.sayToPort(`(init ${team} (version 19))`);
      return client;
    };
    const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    const stop = async () => {
      memory.server.run.ending = 'Server Killed. Exiting...';
      await advance(10);
      await running;
    };
    return { memory, wait, connect, advance, stop };
  }

  it.each([0, -1])('is over at once if the number is %d', async (count) => {
    const { wait, advance } = startWaiting(count);
    await advance(0);
    expect(wait.endedAt).toBe(0);
  });

  it('reads the clients every 10 ms', async () => {
    const { memory, connect, advance, stop } = startWaiting();
    await advance(5);
    connect('Alpha');
    await advance(4);
    expect(memory.server.clients.players[0]).toBeNull();
    await advance(1);
    expect(memory.server.clients.players[0]).not.toBeNull();
    await stop();
  });

  it.each([
    [20, 520],
    [21, 530],
    [29, 530],
  ])('is over 500 ms after the last datagram: if it arrives at %d, at %d', async (arrival, end) => {
    const { memory, wait, connect, advance } = startWaiting();
    const { net } = memory.server;
    connect('Alpha');
    const { onArrival } = net;
    await advance(arrival);
    connect('Beta');
    await advance(2000);
    expect(wait.endedAt).toBe(end);
    expect(net.onArrival).not.toBe(onArrival);
    expect(memory.err).toEqual([]);
  });

  it.each([
    [0, 3010],
    [9, 3019],
  ])(
    'is over after 3 s of datagrams without a pause, in the next poll (shift of the polls: %d ms)',
    async (shift, end) => {
      const { memory, wait, connect, advance } = startWaiting();
      const client = connect('Alpha');
      connect('Beta');
      await advance(10);
      offset = shift;
      for (let n = 0; n < 40; n++) {
        client.say('(turn 1)');
        await advance(100);
      }
      expect(wait.endedAt).toBe(end);
      expect(memory.err).toEqual([]);
    },
  );

  it('does not count monitors', async () => {
    const { memory, wait, connect, advance, stop } = startWaiting();
    connect('Alpha');
    memory.open('player').sayToPort('(dispinit version 4)');
    await advance(2000);
    expect(memory.server.clients.monitors).toHaveLength(1);
    expect(wait.endedAt).toBeNaN();
    await stop();
  });

  it('does not count coaches as players', async () => {
    const { wait, connect, advance } = startWaiting(3);
    connect('Alpha');
    connect('Beta');
    await advance(10);
    connect('Alpha', 'olcoach');
    connect('Beta', 'olcoach');
    await advance(5000);
    expect(wait.endedAt).toBeNaN();
    connect('Beta');
    await advance(1000);
    expect(wait.endedAt).toBe(5510);
  });

  const LIMITS = { coach_timeout_l: 2, coach_timeout_r: 5 };
  it.each<[string, Settings['rcss'], Partial<Record<'Alpha' | 'Beta', number>>, number]>([
    ['for the time of their teams', LIMITS, {}, 5010],
    ['not longer than they need', LIMITS, { Alpha: 700, Beta: 1000 }, 1500],
    ['for each one as long as its team says', LIMITS, { Beta: 1000 }, 2010],
    ['until the first commands of a late one', LIMITS, { Alpha: 100, Beta: 4900 }, 5400],
    ['not at all if the time is 0', { coach_timeout_l: 0, coach_timeout_r: 0 }, {}, 500],
    ['longer than connect_timeout if the teams say so', { ...LIMITS, connect_timeout: 1 }, {}, 5010],
  ])('waits for coaches after the players: %s', async (_, limits, coaches, end) => {
    const { memory, wait, connect, advance } = startWaiting(2, {}, limits);
    connect('Alpha');
    connect('Beta');
    let passed = 0;
    for (const [team, time] of Object.entries(coaches)) {
      await advance(time - passed);
      connect(team, 'olcoach');
      passed = time;
    }
    await advance(10_000);
    expect(wait.endedAt).toBe(end);
    expect(memory.err).toEqual([]);
  });

  it('does not wait for the coach of a side without a team', async () => {
    const { wait, connect, advance } = startWaiting(1, {}, { coach_timeout_l: 2, coach_timeout_r: 3600 });
    connect('Alpha');
    await advance(5000);
    expect(wait.endedAt).toBe(2010);
  });

  it('a number above 22 counts coaches and trainer too', async () => {
    const { wait, connect, advance } = startWaiting(23);
    for (let n = 0; n < 22; n++) connect(n < 11 ? 'Alpha' : 'Beta');
    await advance(5000);
    expect(wait.endedAt).toBeNaN();
    connect('Beta', 'olcoach');
    await advance(1000);
    expect(wait.endedAt).toBe(5500);
  });

  it('begins again if a client leaves', async () => {
    const { wait, connect, advance } = startWaiting();
    const first = connect('Alpha');
    connect('Beta');
    await advance(400);
    first.say('(bye)');
    await advance(2000);
    expect(wait.endedAt).toBeNaN();
    connect('Alpha');
    await advance(2000);
    expect(wait.endedAt).toBe(2900);
  });

  it('sends the play mode to connected clients every two seconds; no senses to players in synchronous mode', async () => {
    const { connect, advance, stop } = startWaiting(3, { synch_mode: true });
    const client = connect('Alpha');
    await advance(10);
    const coach = connect('Alpha', 'olcoach');
    await advance(10);
    coach.say('(eye on)');
    await advance(1000);
    client.take();
    coach.take();
    await advance(10_000);
    const calls = Array(5).fill('(hear 0 referee before_kick_off)');
    expect(client.take()).toEqual(calls);
    expect(coach.take()).toEqual(calls);
    await stop();
  });

  it.each([true, false])(
    'a coach sees the match as soon as its eye is on, and its first commands are executed (synchronous: %s)',
    async (isSynchronous) => {
      const { memory, wait, connect, advance } = startWaiting(4, { synch_mode: isSynchronous });
      /** A coach that chooses types when it sees the match, as those of the field do. */
      const play = async (team: string) => {
        connect(team);
        connect(team);
        await advance(10);
        const coach = connect(team, 'olcoach');
        await advance(10);
        coach.say('(eye on)');
        await advance(10);
        const seen = coach.take().filter((text) => text.startsWith('(see_global 0 '));
        expect(seen).toHaveLength(1);
        expect(seen[0]).toContain(`((p "${team}" 2) `);
        coach.say('(change_player_type 2 5)');
        await advance(1500);
        if (isSynchronous) expect(coach.take().filter((text) => text.startsWith('(see_global'))).toEqual([]);
      };
      await play('Alpha');
      await play('Beta');
      expect(wait.endedAt).toBeGreaterThan(0);
      const { players } = memory.server.match.world;
      expect(players.filter(({ enabled }) => enabled).map(({ typeId }) => typeId)).toEqual([0, 5, 0, 5]);
    },
  );

  it('sends the senses of cycle 0 too in real time', async () => {
    const { memory, connect, advance, stop } = startWaiting(3);
    const client = connect('Alpha');
    const coach = memory.open('olcoach');
    coach.sayToPort('(init Alpha (version 19))');
    await advance(10);
    coach.say('(eye on)');
    await advance(1000);
    client.take();
    coach.take();
    await advance(10_000);
    const count = (texts: readonly string[], start: string) =>
      texts.filter((text) => text.startsWith(start)).length;
    expect(count(client.take(), '(sense_body 0 (view_mode ')).toBe(5);
    expect(count(coach.take(), '(see_global 0 ')).toBe(5);
    await stop();
  });

  it('the messages of cycle 0 do not change the match', async () => {
    const digests: number[] = [];
    for (const seconds of [0, 20]) {
      const { memory, connect, advance, stop } = startWaiting(2);
      const client = connect('Alpha');
      await advance(10);
      client.say('(move -10 5)');
      await advance(seconds * 1000);
      connect('Beta');
      await advance(1000);
      digests.push(digest(memory.server.match));
      await stop();
    }
    expect(digests[1]).toBe(digests[0]);
  });

  it.each([
    [0, 60_020],
    [1, 60_011],
  ])('is over 60 s after the last client without the others, with a line', async (shift, end) => {
    const { memory, wait, connect, advance } = startWaiting(3);
    connect('Alpha');
    await advance(10);
    offset = shift;
    await advance(60_000);
    if (shift === 0) {
      expect(wait.endedAt).toBeNaN();
      await advance(10);
    }
    expect(wait.endedAt).toBe(end);
    expect(memory.err).toEqual([
      {
        line: 'Warning: 1 of 3 players are connected (rcss::wait_for_clients), and no further client has connected in 60 s (rcss::connect_timeout); the match begins without the others',
        record: { event: 'clients_missing', level: 'warn', fields: { connected: 1, expected: 3 } },
      },
    ]);
  });

  it('goes on while clients connect one after the other, also without one that leaves', async () => {
    const { wait, connect, advance } = startWaiting(3);
    const first = connect('Alpha');
    await advance(50_000);
    connect('Alpha');
    await advance(50_000);
    first.say('(bye)');
    await advance(100);
    connect('Beta');
    await advance(50_000);
    expect(wait.endedAt).toBeNaN();
    connect('Beta');
    await advance(1000);
    expect(wait.endedAt).toBeLessThan(151_000);
  });
});
