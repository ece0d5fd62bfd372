import { createMatchParams, createPlayerParams, createServerParams, type ServerParams } from '@rcss/params';
import { DEFAULT_EXTENSION_PARAMS } from '@rcss/params/program';
import { createMatch } from '@rcss/simulator';
import type { Phases } from '@rcss/simulator/cycle';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CycleGate } from '../cycle/cycle-gate.js';
import type { Server } from '../sessions/server.js';
import { createServerRunState } from '../state/run-state.js';
import { createTelemetry } from '../state/telemetry.js';
import { runServer } from './run-server.js';
import { createSynchronousClock } from './synchronous-clock.js';

/** Time limit for `(done)`, ms. */
const TIMEOUT_MS = 1250;

/** A server with one player that never sends `(done)` by itself, and phases that count the steps. */
function createFakeServer(
  settings: Partial<ServerParams> = {},
  isReproducible = false,
  clock: { synch_timeout?: number; synch_max_missed?: number } = {},
) {
  const serverParams = createServerParams({ synch_mode: true, ...settings });
  const params = createMatchParams(serverParams, createPlayerParams({}), 1);
  const match = createMatch({ params, seed: 1 });
  const [player] = match.world.players;
  player!.enabled = true;
  const err: string[] = [];
  /** What the clock does, in its order. */
  const actions: string[] = [];
  /** Moments of the steps, ms. */
  const steps: number[] = [];
  const entries: string[] = [];
  const createSession = (name: string) => ({
    player,
    isDone: false,
    connection: {
      hasInput: false,
      isLost: false,
      isHeld: false,
      hasCompressionCommand: false,
      hasLastCommand: () => false,
      send: () => void actions.push(`think ${name}`),
    },
  });
  const session = createSession('player');
  const queue = () => ({ datagrams: [] as unknown[] });
  const server = {
    match,
    run: createServerRunState(),
    telemetry: createTelemetry(22),
    console: { out() {}, err: (line: string) => err.push(line) },
    config: { rcss: { ...DEFAULT_EXTENSION_PARAMS, reproducible: isReproducible, ...clock } },
    clients: { players: [session], monitors: [], coaches: { l: null, r: null }, trainer: null },
    net: {
      sendQueue: { flush: () => void actions.push('flush') },
      onArrival() {},
      warnings: { warn() {} },
      ports: { player: queue(), coach: queue(), olcoach: queue() },
    },
    logs: { text: { writeEntry: (text: string) => entries.push(text) } },
  } as unknown as Server;
  const phase = (name: string) => () => void actions.push(name);
  const phases: Phases = {
    receive: phase('receive'),
    simulate: () => {
      actions.push('simulate');
      steps.push(performance.now());
      match.world.time += 1;
      session.isDone = false;
    },
    sense: phase('sense'),
    asynchronousVision: phase('async'),
    synchronousVision: phase('sync'),
    coachVision: phase('coach'),
  };
  const end = () => {
    server.run.ending = 'Server Killed. Exiting...';
  };
  return { server, phases, session, createSession, err, actions, steps, entries, end };
}

function runSynchronous(server: Server, phases: Phases, gate?: CycleGate) {
  return runServer(server, phases, createSynchronousClock(server, phases, gate));
}

/** A clock whose clients answer at once, and the end of the match after a number of handshakes. */
async function runHandshakes(
  fake: ReturnType<typeof createFakeServer>,
  count: number,
  { hasPauses = true } = {},
): Promise<void> {
  let handshakes = 0;
  const gate: CycleGate = {
    hasPauses,
    waitForCycle: () => {
      handshakes += 1;
      if (handshakes === count) fake.end();
      return null;
    },
  };
  Object.defineProperty(fake.session, 'isDone', { get: () => true, set: () => {} });
  const running = runSynchronous(fake.server, fake.phases, gate);
  await vi.advanceTimersByTimeAsync(60_000);
  await running;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // A faked setImmediate would take 1 ms.
  vi.stubGlobal('setImmediate', (callback: () => void) => queueMicrotask(callback));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a client that sends no (done) (spec 02 §5)', () => {
  it('ends the server with missed cycle 21 in a row', async () => {
    const { server, phases, err } = createFakeServer();
    const running = runSynchronous(server, phases);
    const countMissed = () => err.filter((line) => line.startsWith('Someone missed a cycle at ')).length; // words-ok
    for (let i = 0; i < 25 && countMissed() < 20; i++) await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(countMissed()).toBe(20);
    expect(server.run.ending).toBeNull();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
    await running;
    expect(countMissed()).toBe(21);
    expect(server.run.ending).toBe('Quit Server. Exiting...');
    expect(err.at(-1)).toBe('Waiting too long for clients! Exiting');
    expect([server.run.isAbandoned, server.run.missedDoneCycles]).toEqual([true, 22]);
  });

  it('has the time of rcss::synch_timeout, and ends the server after rcss::synch_max_missed cycles', async () => {
    const { server, phases, err } = createFakeServer({}, false, { synch_timeout: 5000, synch_max_missed: 2 });
    const running = runSynchronous(server, phases);
    // The first two cycles begin before the clock runs.
    await vi.advanceTimersByTimeAsync(4999);
    expect(server.run.missedDoneCycles).toBe(0);
    await vi.advanceTimersByTimeAsync(5 * 5000);
    await running;
    expect(err.at(-1)).toBe('Waiting too long for clients! Exiting');
    expect(server.run).toMatchObject({ isAbandoned: true, missedDoneCycles: 4 });
  });

  it('never ends the server if rcss::synch_max_missed is 0', async () => {
    const { server, phases, end } = createFakeServer({}, false, { synch_max_missed: 0 });
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(100 * TIMEOUT_MS);
    expect(server.run.missedDoneCycles).toBeGreaterThan(90);
    expect(server.run).toMatchObject({ isAbandoned: false, ending: null });
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });

  it('is waited for without a limit if rcss::synch_timeout is 0, until the server ends', async () => {
    const { server, phases, end, steps } = createFakeServer({}, false, { synch_timeout: 0 });
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect([steps.length, server.run.missedDoneCycles]).toEqual([0, 0]);
    end();
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    await running;
  });

  it('an answer in time starts the count again', async () => {
    const { server, phases, session, err } = createFakeServer();
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(19.5 * TIMEOUT_MS);
    session.isDone = true;
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(20 * TIMEOUT_MS);
    expect(err.length).toBeGreaterThan(30);
    expect(server.run.ending).toBeNull();
    server.run.ending = 'Server Killed. Exiting...';
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });

  it('is waited for 1250 ms in each cycle, before the first one with a pause of 50 ms and without a line', async () => {
    const { server, phases, err, end } = createFakeServer();
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(50 + TIMEOUT_MS + TIMEOUT_MS - 1);
    expect(err).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(err).toEqual(['Someone missed a cycle at 1']); // words-ok
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(err).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(err).toHaveLength(2);
    expect(server.telemetry.players[0]!.missedDoneCount).toBe(3);
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });

  it('is not late if it has been replaced or has left meanwhile', async () => {
    const fake = createFakeServer();
    const { server, phases, err, end } = fake;
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(50 + TIMEOUT_MS + 100);
    Object.assign(server.clients.players, [fake.createSession('other')]);
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    expect(err).toEqual([]);
    // The next cycle waits for the new session.
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(err).toEqual(['Someone missed a cycle at 2']); // words-ok
    expect(server.telemetry.players[0]!.missedDoneCount).toBe(2);
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });

  it('delays each cycle until the last of several clients has answered', async () => {
    const fake = createFakeServer();
    const { server, phases, session, steps, end } = fake;
    const coach = Object.assign(fake.createSession('coach'), { side: 'r' });
    Object.assign(server.clients.coaches, { r: coach });
    server.match.coaches.r.eye = true;
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(100);
    session.isDone = true;
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    expect(steps).toEqual([]);
    coach.isDone = true;
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    expect(steps).toEqual([200]);
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });

  it('is counted for coaches and trainer whose eye is on', async () => {
    const fake = createFakeServer();
    const { server, phases, actions, end } = fake;
    const { clients, match, telemetry } = server;
    Object.assign(clients.coaches, { l: fake.createSession('l'), r: fake.createSession('r') });
    Object.assign(clients, { players: [null], trainer: fake.createSession('trainer') });
    match.coaches.l.eye = true;
    match.trainer.eye = true;
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(50 + 3 * TIMEOUT_MS);
    expect(telemetry.coachesMissedDone).toEqual({ l: 3, r: 0, trainer: 3 });
    expect(actions.filter((action) => action.startsWith('think')).slice(0, 3)).toEqual([
      'think l',
      'think trainer',
      'think l',
    ]);
    match.coaches.r.eye = true;
    match.coaches.l.eye = false;
    match.trainer.eye = false;
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    // The handshake that had begun still waited for the others.
    expect(telemetry.coachesMissedDone).toEqual({ l: 4, r: 1, trainer: 4 });
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });
});

describe('the synchronous clock with clients that answer at once', () => {
  it('pauses 50 ms before each handshake until the first cycle (spec 02 §13.23)', async () => {
    const fake = createFakeServer();
    const { world } = fake.server.match;
    world.time = -3;
    await runHandshakes(fake, 6);
    expect(fake.steps).toEqual([50, 100, 150, 200, 200]);
  });

  it('pauses 20 ms before every 32nd handshake if a monitor is connected', async () => {
    const fake = createFakeServer();
    Object.assign(fake.server.clients, { monitors: [{ connection: {} }] });
    await runHandshakes(fake, 66);
    expect(fake.steps.slice(0, 31)).toEqual(new Array(31).fill(50));
    expect(fake.steps.slice(31, 63)).toEqual(new Array(32).fill(70));
    expect(fake.steps.slice(63)).toEqual([90, 90]);
  });

  it('does not pause without monitors', async () => {
    const fake = createFakeServer();
    await runHandshakes(fake, 66);
    expect(fake.steps).toEqual(new Array(65).fill(50));
  });

  it('does not pause if the gate has no pauses', async () => {
    const fake = createFakeServer();
    Object.assign(fake.server.clients, { monitors: [{ connection: {} }] });
    await runHandshakes(fake, 66, { hasPauses: false });
    expect(fake.steps).toEqual(new Array(65).fill(0));
  });

  it('sends (think), polls once and runs the next step, and waits for no timer', async () => {
    const fake = createFakeServer({ log_times: true });
    await runHandshakes(fake, 3);
    const handshake = ['think player', 'flush', 'receive'];
    const known = new Set([...handshake, 'simulate']);
    expect(fake.actions.filter((action) => known.has(action))).toEqual([
      ...handshake,
      'simulate',
      ...handshake,
      'simulate',
      ...handshake,
    ]);
    expect(fake.entries).toEqual(new Array(3).fill('Num sleeps called: 1'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes no number of polls without server::log_times', async () => {
    const fake = createFakeServer();
    await runHandshakes(fake, 3);
    expect(fake.entries).toEqual([]);
  });

  it('begins no handshake after the step in which the match ends', async () => {
    const fake = createFakeServer();
    const { phases, server, actions } = fake;
    const simulate = phases.simulate;
    const running = runSynchronous(server, {
      ...phases,
      simulate: () => {
        simulate();
        server.run.ending = 'Game Over. Exiting...';
      },
    });
    await vi.advanceTimersByTimeAsync(50 + TIMEOUT_MS);
    await running;
    expect(actions.filter((action) => action === 'think player')).toHaveLength(1);
    expect(actions.filter((action) => action === 'simulate')).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for the gate after each handshake', async () => {
    const fake = createFakeServer();
    Object.defineProperty(fake.session, 'isDone', { get: () => true, set: () => {} });
    const waitForCycle = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)));
    const running = runSynchronous(fake.server, fake.phases, { hasPauses: false, waitForCycle });
    await vi.advanceTimersByTimeAsync(2500);
    expect(fake.steps).toEqual([1000, 2000]);
    expect(waitForCycle).toHaveBeenCalledTimes(3);
    fake.end();
    await vi.advanceTimersByTimeAsync(1000);
    await running;
    expect(waitForCycle).toHaveBeenCalledTimes(3);
  });
});

describe('a handshake', () => {
  it('polls at each arrival and counts the polls', async () => {
    const fake = createFakeServer({ log_times: true });
    const { server, phases, session, actions, entries, end } = fake;
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(100);
    const countPolls = () => actions.filter((action) => action === 'receive').length;
    expect(countPolls()).toBe(1);
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    expect(countPolls()).toBe(2);
    session.isDone = true;
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    expect(entries).toEqual(['Num sleeps called: 3']);
    end();
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(100);
    await running;
    // A datagram that arrives between two handshakes wakes nothing.
    expect(() => server.net.onArrival()).not.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('with rcss::reproducible executes nothing until all clients are ready; what another client sends comes first', async () => {
    const fake = createFakeServer({}, true);
    const { server, phases, session, end } = fake;
    const { connection } = session;
    const { player } = server.net.ports;
    /** Whether the player is held, in each poll. */
    const held: boolean[] = [];
    phases.receive = () => {
      held.push(connection.isHeld);
      player.datagrams.length = 0;
      if (!connection.isHeld) session.isDone = true;
    };
    const running = runSynchronous(server, phases);
    const arrive = async (datagrams: number) => {
      for (let n = 0; n < datagrams; n++) player.datagrams.push({} as never);
      server.net.onArrival();
      await vi.advanceTimersByTimeAsync(100);
    };
    await vi.advanceTimersByTimeAsync(100);
    await arrive(0);
    expect([held, connection.isHeld]).toEqual([[], true]);
    await arrive(1);
    expect([held, connection.isHeld]).toEqual([[true], true]);
    connection.hasLastCommand = () => true;
    end();
    await arrive(1);
    await running;
    expect(held).toEqual([true, true, false]);
  });

  it('with rcss::reproducible only the time limit ends the wait for a (done) that comes later than the commands', async () => {
    const fake = createFakeServer({}, true);
    const { server, phases, actions, end } = fake;
    const running = runSynchronous(server, phases);
    // The pause before the handshake.
    await vi.advanceTimersByTimeAsync(50);
    for (let ms = 0; ms < TIMEOUT_MS - 1; ms++) {
      server.net.onArrival();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(actions).not.toContain('receive');
    await vi.advanceTimersByTimeAsync(1);
    expect(actions).toContain('receive');
    expect(server.telemetry.players[0]!.missedDoneCount).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });
});

describe('a resumed match', () => {
  it.each([60, 100])(
    'continues with the next step if the handshake is %d ms after the step',
    async (offset) => {
      const fake = createFakeServer({ synch_offset: offset });
      fake.server.match.steps = 3;
      fake.server.match.world.time = 3;
      await runHandshakes(fake, 4);
      const order = fake.actions.filter((action) => ['simulate', 'think player'].includes(action));
      expect(order).toEqual([
        'think player',
        'simulate',
        'think player',
        'simulate',
        'think player',
        'simulate',
        'think player',
      ]);
    },
  );
});
