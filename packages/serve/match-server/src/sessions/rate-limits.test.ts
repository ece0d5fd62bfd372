import { describe, expect, it } from 'vitest';
import {
  type Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  startTestServer,
  type TestServer,
  waitUntil,
} from '../../test/harness.js';
import { type MemoryClient, MemoryServer } from '../../test/memory-server.js';

/** Roles with the name of their client in reports, and where its most work is counted. */
const ROLES: [string, string, (server: TestServer) => Promise<Client>, (server: TestServer) => number][] = [
  [
    'player',
    'player (Alpha 2)',
    (server) => connectPlayer(server, 'Alpha'),
    ({ server }) => server.telemetry.players[1]!.maxWork,
  ],
  [
    'online coach of the left team',
    'online coach (Alpha)',
    (server) => connectOnlineCoach(server, 'Alpha'),
    ({ server }) => server.telemetry.maxWork.l,
  ],
  [
    'online coach of the right team',
    'online coach (Beta)',
    (server) => connectOnlineCoach(server, 'Beta'),
    ({ server }) => server.telemetry.maxWork.r,
  ],
  [
    'trainer',
    'trainer',
    (server) => connectTrainer(server),
    ({ server }) => server.telemetry.maxWork.trainer,
  ],
  [
    'monitor',
    'monitor',
    (server) => connectMonitor(server),
    ({ server }) => server.telemetry.maxWork.monitor,
  ],
];

describe.each(ROLES)('a %s that sends too much', (_, name, connect, readMaxWork) => {
  it('is named with the reason and the parameter, its work is counted, and other clients are not named', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { max_work_per_cycle: 50 },
    });
    await connectPlayer(server, 'Alpha');
    await connectPlayer(server, 'Beta');
    const client = await connect(server);
    await waitUntil(() => {
      for (let n = 0; n < 60; n++) client.send('(x)');
      return server.err.some((line) => line.includes('caused more work than 50 in a cycle'));
    });
    const warnings = server.err.filter((line) => line.includes('caused more work'));
    for (const line of warnings) {
      expect(line).toMatch(/; \d+ datagrams dropped \(rcss::max_work_per_cycle\)$/);
      expect(line).toContain(`Warning: ${name}`);
    }
    expect(readMaxWork(server)).toBeGreaterThan(50);
    expect(server.server.telemetry.players[0]!.maxWork).toBeLessThan(50);
    expect([...server.server.telemetry.limitedClients.keys()].every((key) => key.startsWith(name))).toBe(
      true,
    );
  });
});

it('datagrams that a full port drops are counted and reported once, with their port', async () => {
  const server = await startTestServer();
  const { telemetry, net } = server.server;
  const { coach, olcoach } = net.ports;
  coach.droppedCount = 3;
  coach.unknownDroppedCount = 2;
  olcoach.droppedCount = 4;
  await waitUntil(() => telemetry.drops.port_queue_full > 0);
  const { steps } = server.server.match;
  await waitUntil(() => server.server.match.steps > steps + 2);
  expect(telemetry.drops).toMatchObject({ port_queue_full: 7, unknown_sender: 2 });
  expect([coach.droppedCount, coach.unknownDroppedCount, olcoach.droppedCount]).toEqual([0, 0, 0]);
  expect(server.err).toEqual([
    `Warning: too many datagrams on port ${server.ports.coach}; 3 dropped`,
    `Warning: too many datagrams on port ${server.ports.olcoach}; 4 dropped`,
  ]);
});

describe('datagrams of clients above the limit of a cycle', () => {
  const CLIENTS: [string, string, (memory: MemoryServer) => MemoryClient][] = [
    ['player', 'player (Alpha 2)', (memory) => memory.connectPlayer()],
    ['coach', 'online coach (Alpha)', (memory) => memory.connectOnlineCoach('Alpha')],
    ['coach', 'online coach (Beta)', (memory) => memory.connectOnlineCoach('Beta')],
    ['trainer', 'trainer', (memory) => memory.connectTrainer()],
    ['monitor', 'monitor (127.0.0.1:20003)', (memory) => memory.connectMonitor()],
  ];

  function startLimited(limits: { datagramsPerCycle?: number; workPerCycle?: number }) {
    const memory = new MemoryServer({ server: { coach_w_referee: true }, limits });
    memory.connectPlayer('Alpha');
    memory.connectPlayer('Beta');
    return memory;
  }

  it.each(CLIENTS)('of a %s, %s, are dropped, counted and reported once', (kind, name, connect) => {
    const memory = startLimited({ datagramsPerCycle: 2 });
    const { telemetry } = memory.server;
    const client = connect(memory);
    memory.step();
    memory.err.length = 0;
    for (let n = 0; n < 3; n++) client.say('(x)');
    memory.step();
    memory.step();
    expect(memory.err).toEqual([
      {
        line: `Warning: ${name} sent more than 2 datagrams in a cycle; 1 dropped (rcss::max_datagrams_per_cycle)`,
        record: {
          event: 'datagrams_dropped',
          fields: { reason: 'too_many_datagrams', client: name, count: 1 },
        },
      },
    ]);
    expect([...telemetry.limitedClients]).toEqual([
      [name, { kind, too_many_datagrams: 1, too_much_work: 0 }],
    ]);
    expect(telemetry.drops).toEqual({
      too_many_datagrams: 1,
      too_much_work: 0,
      unknown_sender: 0,
      port_queue_full: 0,
    });
  });

  it.each(CLIENTS)(
    'of a %s, %s, that cause too much work are dropped, counted and reported once',
    (kind, name, connect) => {
      const memory = startLimited({ workPerCycle: 8 });
      const { telemetry } = memory.server;
      const client = connect(memory);
      memory.step();
      memory.err.length = 0;
      // An error is answered to the first; the second is dropped.
      client.say('(x)');
      client.say('(x)');
      memory.poll();
      memory.step();
      memory.step();
      expect(memory.err).toEqual([
        {
          line: `Warning: ${name} caused more work than 8 in a cycle; 1 datagrams dropped (rcss::max_work_per_cycle)`,
          record: {
            event: 'datagrams_dropped',
            fields: { reason: 'too_much_work', client: name, count: 1 },
          },
        },
      ]);
      expect([...telemetry.limitedClients]).toEqual([
        [name, { kind, too_many_datagrams: 0, too_much_work: 1 }],
      ]);
      const { l, r, trainer, monitor } = telemetry.maxWork;
      const works = { 'player (Alpha 2)': telemetry.players[1]!.maxWork, 'online coach (Alpha)': l };
      const all = { ...works, 'online coach (Beta)': r, trainer, 'monitor (127.0.0.1:20003)': monitor };
      for (const [other, work] of Object.entries(all))
        expect([other, work > 8]).toEqual([other, other === name]);
    },
  );
});

describe('datagrams on a well-known port', () => {
  it('of an unknown sender above its share are dropped, counted and reported with its address', () => {
    const memory = new MemoryServer({ limits: { unknownSendersPerSecond: 3 } });
    const stranger = memory.open('olcoach');
    for (let n = 0; n < 5; n++) stranger.sayToPort('(x)');
    memory.poll();
    const answers = stranger.take().length;
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(5);
    expect(memory.err).toEqual([
      {
        line: `Warning: more than 3 datagrams of unknown senders in a second on port 6002, or more than the share of one sender (127.0.0.1:${stranger.port}); the rest is dropped (rcss::max_init_per_second)`,
        record: {
          event: 'datagrams_dropped',
          fields: { reason: 'unknown_sender', port: 6002, address: '127.0.0.1', senderPort: stranger.port },
        },
      },
    ]);
    const { drops } = memory.server.telemetry;
    memory.step();
    expect(drops.unknown_sender).toBe(5 - answers);
    memory.step();
    expect(drops.unknown_sender).toBe(5 - answers);
  });

  it.each([
    ['player', (memory: MemoryServer) => memory.connectPlayer('Alpha', 7)],
    ['monitor', (memory: MemoryServer) => memory.connectMonitor(1)],
    ['trainer', (memory: MemoryServer) => memory.connectTrainer(7)],
    ['online coach of the left team', (memory: MemoryServer) => memory.connectOnlineCoach('Alpha', 7)],
    ['online coach of the right team', (memory: MemoryServer) => memory.connectOnlineCoach('Beta', 7)],
  ] as const)('of a connected %s count for its own limit', (_, connect) => {
    const memory = new MemoryServer({
      server: { coach_w_referee: true },
      limits: { unknownSendersPerSecond: 1000, datagramsPerCycle: 2 },
    });
    memory.connectPlayer('Alpha');
    memory.connectPlayer('Beta');
    const client = connect(memory);
    memory.step();
    for (let n = 0; n < 3; n++) client.sayToPort('(x)');
    memory.step();
    expect(memory.server.telemetry.drops).toMatchObject({ too_many_datagrams: 1, unknown_sender: 0 });
  });
});

describe('places for clients', () => {
  it('monitors have those that 22 players, two online coaches and a trainer do not need, and at least one', () => {
    const countMonitors = (clients: number) => {
      const memory = new MemoryServer({ limits: { clients } });
      for (let n = 0; n < 4; n++) memory.connectMonitor();
      return memory.server.clients.monitors.length;
    };
    expect([0, 1, 2, 25, 26, 27, 28].map(countMonitors)).toEqual([4, 1, 1, 1, 1, 2, 3]);
  });

  it('refusals are reported with the limit', () => {
    const memory = new MemoryServer({ limits: { clients: 2 } });
    memory.connectMonitor();
    expect(memory.connect('player', '(dispinit version 4)').take()).toEqual(['(error no_more_monitor)']);
    memory.connectPlayer();
    memory.connectPlayer();
    expect(memory.err).toEqual([
      {
        line: 'Warning: 1 monitors are connected, a further one was refused (rcss::max_clients is 2, and 25 places are kept for players and coaches)',
        record: { event: 'client_refused', fields: { client: 'monitor', limit: 1 } },
      },
      {
        line: 'Warning: 2 clients are connected, a further one was refused (rcss::max_clients)',
        record: { event: 'client_refused', fields: { limit: 2 } },
      },
    ]);
    expect(memory.server.clients.players.filter((session) => session !== null)).toHaveLength(1);
  });
});

describe('the work of all clients of a room', () => {
  const LIMIT = 8000;
  const FLOOD = '(turn 1)'.repeat(750);
  const SHARE = LIMIT / 2 / 26;

  function startRoom(connect: (memory: MemoryServer) => MemoryClient) {
    const memory = new MemoryServer({
      server: { coach_w_referee: true },
      limits: { workPerCycle: LIMIT, roomWorkPerCycle: LIMIT, datagramsPerCycle: 200 },
    });
    const flooding = Array.from({ length: 11 }, () => memory.connectPlayer('Alpha'));
    memory.connectPlayer('Beta');
    const quiet = connect(memory);
    memory.step();
    quiet.take();
    memory.err.length = 0;
    return { memory, flooding, quiet };
  }

  const QUIET: [string, (memory: MemoryServer) => MemoryClient][] = [
    ['player', (memory) => memory.connectPlayer('Beta')],
    ['online coach', (memory) => memory.connectOnlineCoach('Beta')],
    ['trainer', (memory) => memory.connectTrainer()],
    ['monitor', (memory) => memory.connectMonitor()],
  ];

  it.each(QUIET)(
    'a flood of 11 players keeps it, and one %s beside it has its share in each cycle',
    (_, connect) => {
      const { memory, flooding, quiet } = startRoom(connect);
      const { players } = memory.server.clients;
      const { telemetry } = memory.server;
      for (let cycle = 0; cycle < 3; cycle++) {
        // Ten polls, as in a cycle in real time.
        for (let pass = 0; pass < 10; pass++) {
          for (const client of flooding) for (let n = 0; n < 20; n++) client.say(FLOOD);
          memory.poll();
        }
        const used = players.slice(0, 11).reduce((sum, session) => sum + session!.connection.work.used, 0);
        // The last datagram of each client may exceed the limit.
        expect(used).toBeGreaterThan(LIMIT / 2);
        expect(used).toBeLessThan(LIMIT + 11 * 100);
        quiet.say('(x)');
        memory.poll();
        expect(quiet.take()).toEqual([expect.stringContaining('(error ')]);
        for (const session of players.slice(0, 11))
          expect(session!.connection.work.used).toBeGreaterThanOrEqual(SHARE);
        memory.step();
        quiet.take();
      }
      expect(telemetry.drops.too_much_work).toBeGreaterThan(0);
      expect(memory.err[0]!.line).toMatch(
        /^Warning: player \(Alpha 1\) caused more work than its share of the 8000 of the room in a cycle; \d+ datagrams dropped \(rcss::max_work_per_cycle\)$/,
      );
    },
  );

  it('monitors have one share together', () => {
    const { memory, flooding } = startRoom((server) => server.connectMonitor());
    for (let n = 0; n < 9; n++) memory.connectMonitor();
    for (const client of flooding) for (let n = 0; n < 20; n++) client.say(FLOOD);
    memory.poll();
    const { monitors } = memory.server.clients;
    for (let n = 0; n < 20; n++) {
      for (const { connection } of monitors) connection.enqueue(Buffer.from('(x)\0'));
      memory.poll();
    }
    const used = monitors.reduce((sum, { connection }) => sum + connection.work.used, 0);
    expect(used).toBeGreaterThanOrEqual(SHARE);
    expect(used).toBeLessThan(SHARE + 20);
  });

  it('one client may use half of it beyond its share', () => {
    const { memory, quiet } = startRoom((server) => server.connectPlayer('Beta'));
    for (let n = 0; n < 20; n++) quiet.say(FLOOD);
    memory.poll();
    const { used } = memory.server.clients.players[12]!.connection.work;
    expect(used).toBeGreaterThanOrEqual(LIMIT / 2 + SHARE);
    expect(used).toBeLessThan(LIMIT / 2 + SHARE + 100);
  });
});
