import { poll } from '@rcss/host';
import { snapshot } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';
import { hasWaitingInput, POLL_PARTS, pollPorts } from './poll-parts.js';

function startMatch() {
  const memory = new MemoryServer({ server: { coach_w_referee: true } });
  const clients = {
    l: memory.connectPlayer('Alpha'),
    r: memory.connectPlayer('Beta'),
    coachL: memory.connectOnlineCoach('Alpha'),
    coachR: memory.connectOnlineCoach('Beta'),
    trainer: memory.connectTrainer(),
    monitor: memory.connectMonitor(),
  };
  const hasInput = () => hasWaitingInput(memory.server);
  return { memory, clients, hasInput };
}

describe('a poll', () => {
  it.each(['l', 'r', 'coachL', 'coachR', 'trainer', 'monitor'] as const)(
    'has something to read if %s has sent something or is lost',
    (name) => {
      const { memory, clients, hasInput } = startMatch();
      expect(hasInput()).toBe(false);
      clients[name].say('(x)');
      expect(hasInput()).toBe(true);
      memory.poll();
      expect([hasInput(), clients[name].take().length]).toEqual([false, 1]);
      clients[name].receiver!.onLost();
      expect(hasInput()).toBe(true);
      memory.poll();
      expect([hasInput(), clients[name].isClosed]).toEqual([false, true]);
    },
  );

  it.each(['player', 'coach', 'olcoach'] as const)(
    'has something to read if a datagram waits on the port %s',
    (port) => {
      const { memory, hasInput } = startMatch();
      const stranger = memory.open(port);
      stranger.sayToPort('(init ! (version 15))');
      expect(hasInput()).toBe(true);
      memory.poll();
      expect([hasInput(), stranger.take().length]).toEqual([false, 1]);
    },
  );

  it('of the ports reads all of them, and no connected client', () => {
    const { memory, clients, hasInput } = startMatch();
    const strangers = (['player', 'coach', 'olcoach'] as const).map((port) => memory.open(port));
    for (const stranger of strangers) stranger.sayToPort('(init ! (version 15))');
    clients.l.say('(x)');
    pollPorts(memory.server);
    expect(strangers.map((stranger) => stranger.take().length)).toEqual([1, 1, 1]);
    expect(hasInput()).toBe(true);
  });

  it('logs an exception and reads the others', async () => {
    const { memory, clients } = startMatch();
    clients.l.say('(turn 1)');
    clients.r.say('(x)');
    Object.defineProperty(memory.server.clients.players[0]!, 'player', {
      get: () => {
        throw new Error('broken');
      },
    });
    memory.err.length = 0;
    poll(memory.server, POLL_PARTS);
    await Promise.resolve();
    memory.server.net.sendQueue.flush();
    expect(clients.r.take()).toHaveLength(1);
    expect(memory.err).toMatchObject([{ record: { event: 'internal_error', level: 'error' } }]);
    expect(memory.err[0]!.line).toMatch(/^Internal error, a datagram is skipped: Error: broken\n {4}at /);
  });

  it('reads the monitors in random order', () => {
    const { memory } = startMatch();
    memory.connectMonitor();
    memory.connectMonitor();
    const orders = new Set<string>();
    for (let n = 0; n < 40; n++) {
      memory.poll();
      orders.add(memory.server.clients.monitors.map(({ id }) => id).join());
    }
    expect(orders.size).toBe(6);
  });

  it('draws a random number for monitors only if there are several', () => {
    const memory = new MemoryServer({ server: { synch_mode: true } });
    const readState = () => JSON.stringify(snapshot(memory.server.match).random.scheduling);
    const drawsIn = () => {
      const before = readState();
      memory.poll();
      return readState() !== before;
    };
    expect(drawsIn()).toBe(false);
    memory.connectMonitor();
    expect(drawsIn()).toBe(false);
    memory.connectMonitor();
    expect(drawsIn()).toBe(true);
  });
});

describe('the order of the players', () => {
  const readOrder = (memory: MemoryServer) => [...memory.server.pollOrder.drawForPoll(memory.server.match)];
  const ALL = Array.from({ length: 22 }, (_, index) => index);

  it('is another one in each poll of the real-time mode', () => {
    const memory = new MemoryServer();
    const [first, second] = [readOrder(memory), readOrder(memory)];
    expect(first).not.toEqual(second);
    for (const order of [first, second]) expect(order.sort((a, b) => a - b)).toEqual(ALL);
  });

  it('depends on seed and step alone in synchronous mode, from step 0 on', () => {
    const memory = new MemoryServer({ server: { synch_mode: true } });
    const first = readOrder(memory);
    expect(first).not.toEqual(ALL);
    expect(readOrder(memory)).toEqual(first);
    memory.server.match.steps = 1;
    const second = readOrder(memory);
    expect(second).not.toEqual(first);
    // A server that begins with step 1 has the same order.
    const resumed = new MemoryServer({ server: { synch_mode: true } });
    resumed.server.match.steps = 1;
    expect(readOrder(resumed)).toEqual(second);
    expect([...second].sort((a, b) => a - b)).toEqual(ALL);
  });
});
