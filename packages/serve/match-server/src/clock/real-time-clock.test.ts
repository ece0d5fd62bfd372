import { createServerParams } from '@rcss/params';
import type { Phases } from '@rcss/simulator/cycle';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Server } from '../sessions/server.js';
import { createServerRunState } from '../state/run-state.js';
import { createTelemetry } from '../state/telemetry.js';
import { createRealTimeClock } from './real-time-clock.js';
import { runServer } from './run-server.js';

/** The parts of a server that the clock uses. */
function createFakeServer() {
  return {
    match: {
      steps: 0,
      params: { server: createServerParams({}) },
      world: { playMode: 'before_kick_off' },
    } as unknown as Server['match'],
    net: { peers: new Set() } as Pick<Server['net'], 'peers'>,
    telemetry: createTelemetry(22),
    run: createServerRunState(),
  };
}

/** Phases that record when they run, and work for some time on demand. */
function createFakePhases(work: (name: string, step: number) => number = () => 0) {
  const times: Record<string, number[]> = {};
  let step = 0;
  const phase = (name: string) => () => {
    if (name === 'simulate') step += 1;
    times[name] ??= [];
    times[name].push(performance.now());
    const ms = work(name, step);
    if (ms > 0) blockFor(ms);
  };
  const phases: Phases = {
    receive: phase('receive'),
    simulate: phase('simulate'),
    sense: phase('sense'),
    asynchronousVision: phase('async'),
    synchronousVision: phase('sync'),
    coachVision: phase('coach'),
  };
  return { phases, times };
}

function runRealTime(
  server: ReturnType<typeof createFakeServer>,
  phases: Phases,
  ...options: Parameters<typeof createRealTimeClock> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  return runServer(server, phases, createRealTimeClock(server, phases, ...options));
}

let now = 0;
/** Time passes only while the thread works or sleeps. */
function blockFor(ms: number): void {
  now += ms;
}

interface RunOptions {
  readonly warmup?: Parameters<typeof runRealTime>[2];
  readonly collect?: (() => void) | null;
  readonly onSleep?: (ms: number) => void;
}

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // A turn of the event loop takes no time.
  vi.stubGlobal('setImmediate', (callback: () => void) => queueMicrotask(callback));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs the clock until `ms`. */
async function run(
  server: ReturnType<typeof createFakeServer>,
  phases: Phases,
  ms: number,
  { warmup = null, collect = null, onSleep = () => {} }: RunOptions = {},
): Promise<void> {
  const sleep = (duration: number) => {
    onSleep(duration);
    blockFor(duration);
    if (now >= ms) server.run.ending = 'Server Killed. Exiting...';
  };
  await runRealTime(server, phases, warmup, sleep, collect);
}

const toIntervals = (times: readonly number[] = []) =>
  times.slice(1).map((time, index) => time - times[index]!);

describe('the wall clock (spec 02 §4)', () => {
  it('steps every 100 ms, a poll every 10 ms (spec 02 §13.15)', async () => {
    const { phases, times } = createFakePhases();
    await run(createFakeServer(), phases, 3000);
    expect(times.simulate!.length).toBeGreaterThanOrEqual(29);
    for (const ms of toIntervals(times.simulate)) expect(ms).toBeCloseTo(100, 6);
    for (const ms of toIntervals(times.receive)) expect(ms).toBeCloseTo(10, 6);
  });

  it('short work in every phase does not make cycles longer', async () => {
    const { phases, times } = createFakePhases((name) =>
      name === 'sense' ? 4 : name === 'receive' ? 0.2 : 0,
    );
    await run(createFakeServer(), phases, 4000);
    const all = toIntervals(times.simulate);
    expect(all.length).toBeGreaterThan(20);
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    expect(Math.abs(mean - 100)).toBeLessThan(1);
  });

  it('a long stall costs one step, and the next cycle has its full length (spec 02 §13.18)', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases((name, step) => (name === 'coach' && step === 5 ? 250 : 0));
    await run(server, phases, 3000);
    const all = toIntervals(times.simulate);
    const long = all.findIndex((ms) => ms > 150);
    expect(long).toBe(4);
    expect(all[long]).toBeLessThan(275);
    expect(all.filter((ms) => ms > 150)).toHaveLength(1);
    expect(all[long + 1]).toBeGreaterThan(95);
    expect(Math.min(...all)).toBeGreaterThan(89);
    expect(server.telemetry.maxLatenessMs).toBeGreaterThanOrEqual(240);
  });

  it('after a stall that is not a multiple of 10 ms the next cycle takes 100 ms from its end', async () => {
    const { phases, times } = createFakePhases((name, step) => (name === 'coach' && step === 5 ? 257.5 : 0));
    await run(createFakeServer(), phases, 3000);
    const all = toIntervals(times.simulate);
    const long = all.findIndex((ms) => ms > 150);
    expect(long).toBe(4);
    expect(all.slice(long + 1).length).toBeGreaterThan(15);
    for (const ms of all.slice(long + 1)) expect(ms).toBeCloseTo(100, 6);
  });

  it('work that delays the next pass by a few ms does not delay the cycles', async () => {
    const { phases, times } = createFakePhases((name) => (name === 'sense' ? 13 : 0));
    await run(createFakeServer(), phases, 2000);
    expect(times.simulate!.length).toBeGreaterThan(15);
    for (const ms of toIntervals(times.simulate)) expect(ms).toBeCloseTo(100, 6);
  });

  it('a warm-up runs between the passes without delaying them, and its own lateness is not counted', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases();
    const moments: number[] = [];
    let turns = 0;
    let closed = 0;
    const warmup = {
      play: (until: number) => {
        turns += 1;
        if (turns > 500) return false;
        moments.push(until - performance.now());
        blockFor(turns === 20 ? 4 : 1.5);
        return true;
      },
      close: () => {
        closed += 1;
      },
    };
    await run(server, phases, 3000, { warmup });
    expect(moments).toHaveLength(500);
    expect(closed).toBe(1);
    for (const ms of moments) expect(ms).toBeCloseTo(2, 6);
    for (const ms of toIntervals(times.simulate)) expect(ms).toBeCloseTo(100, 6);
    expect(server.telemetry.latePassCount).toBe(0);
  });

  it('a warm-up that is over is closed once and not run again', async () => {
    const server = createFakeServer();
    const { phases } = createFakePhases();
    const play = vi.fn(() => false);
    const close = vi.fn();
    await run(server, phases, 500, { warmup: { play, close } });
    expect([play.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  });

  it('the warm-up does not run after the kick-off', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases((name, step) => {
      if (name === 'simulate' && step === 3) Object.assign(server.match.world, { playMode: 'kick_off_l' });
      return 0;
    });
    const played: number[] = [];
    const close = vi.fn();
    const warmup = { play: () => played.push(performance.now()) > 0, close };
    await run(server, phases, 1000, { warmup });
    expect(played.length).toBeGreaterThan(10);
    expect(Math.max(...played)).toBeLessThan(times.simulate![2]!);
    expect(times.simulate!.length).toBeGreaterThan(6);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('garbage is collected once a second, 70 ms after a step, and cycles keep their length', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases((name) => {
      if (name === 'simulate') server.match.steps += 1;
      return 0;
    });
    const moments: number[] = [];
    const collect = (): void => {
      moments.push(performance.now());
      blockFor(0.7);
    };
    await run(server, phases, 4000, { collect });
    expect(moments.length).toBeGreaterThanOrEqual(3);
    for (const ms of toIntervals(moments)) expect(ms).toBeCloseTo(1000, 6);
    for (const moment of moments) {
      const step = times.simulate!.findLast((time) => time < moment)!;
      expect(moment - step).toBeCloseTo(70, 6);
    }
    for (const ms of toIntervals(times.simulate)) expect(ms).toBeCloseTo(100, 6);
  });

  it('a step that has less than eight passes leaves the collection of garbage to the engine', async () => {
    const server = createFakeServer();
    Object.assign(server.match.params, { server: createServerParams({ simulator_step: 50, recv_step: 10 }) });
    const { phases } = createFakePhases((name) => {
      if (name === 'simulate') server.match.steps += 1;
      return 0;
    });
    const collect = vi.fn();
    await run(server, phases, 2000, { collect });
    expect(server.match.steps).toBeGreaterThan(20);
    expect(collect).not.toHaveBeenCalled();
  });

  it('the clock stops at the beginning of a pass', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases();
    await run(server, phases, 205);
    expect(times.receive!.at(-1)).toBe(200);
  });
});

describe('late passes', () => {
  /** Runs the clock with a single phase `receive` that takes `ms`, in the fifth pass. */
  async function measureLateness(ms: number) {
    const server = createFakeServer();
    let passes = 0;
    const { phases } = createFakePhases((name) => {
      if (name === 'receive') passes += 1;
      return name === 'receive' && passes === 5 ? ms : 0;
    });
    await run(server, phases, 300);
    const { latePassCount, maxLatenessMs } = server.telemetry;
    return [latePassCount, maxLatenessMs];
  }

  it.each([
    [10, 0, 0],
    [12, 0, 0],
    [12.25, 1, 2.25],
    [17, 1, 7],
  ])('after work of %d ms, %d passes are late', async (ms, count, maxMs) => {
    expect(await measureLateness(ms)).toEqual([count, maxMs]);
  });

  it('are counted one by one, with the latest of them', async () => {
    const server = createFakeServer();
    let passes = 0;
    const { phases } = createFakePhases((name) => {
      if (name === 'receive') passes += 1;
      if (name !== 'receive') return 0;
      return passes === 3 ? 15 : passes === 8 ? 18 : passes === 13 ? 14 : 0;
    });
    await run(server, phases, 300);
    expect([server.telemetry.latePassCount, server.telemetry.maxLatenessMs]).toEqual([3, 8]);
  });
});

describe('the wait for a pass', () => {
  /** Sleeps of the thread between five passes of which each takes `ms`. */
  async function listSleeps(ms: number): Promise<number[]> {
    const server = createFakeServer();
    let passes = 0;
    const { phases } = createFakePhases((name) => {
      if (name === 'receive') passes += 1;
      return name === 'receive' && passes < 5 ? ms : 0;
    });
    const sleeps: number[] = [];
    const onSleep = (duration: number) => {
      if (passes > 0 && passes < 5) sleeps.push(duration);
    };
    await run(server, phases, 60, { onSleep });
    return sleeps;
  }

  it.each([
    [8, 2],
    [8.5, 1.5],
    [5, 5],
    [0, 10],
  ])('after work of %d ms, the thread sleeps for %d ms', async (ms, slept) => {
    expect(await listSleeps(ms)).toEqual([slept, slept, slept, slept]);
  });

  it('beside an open WebSocket, the thread sleeps for at most 2 ms, after a timer', async () => {
    const timers: number[] = [];
    vi.stubGlobal('setTimeout', (callback: () => void, ms: number) => {
      timers.push(ms);
      blockFor(ms);
      queueMicrotask(callback);
    });
    const sleeps: number[] = [];
    const { phases } = createFakePhases((name) => (name === 'receive' ? 2.5 : 0));
    const server = createFakeServer();
    server.net.peers.add({} as never);
    await run(server, phases, 60, { onSleep: (ms) => sleeps.push(ms) });
    expect(new Set(timers.slice(1))).toEqual(new Set([6]));
    expect(new Set(sleeps.slice(1))).toEqual(new Set([1.5]));
  });

  it('the thread does not sleep when the pass is due', async () => {
    expect(await listSleeps(10)).toEqual([]);
  });

  it('blocks the thread for the rest without using the processor', async () => {
    const wait = vi.spyOn(Atomics, 'wait').mockImplementation((_array, _index, _value, ms) => {
      blockFor(ms as number);
      if (now >= 300) server.run.ending = 'Server Killed. Exiting...';
      return 'timed-out';
    });
    const server = createFakeServer();
    const { phases, times } = createFakePhases();
    await runRealTime(server, phases);
    expect(times.receive!.length).toBeGreaterThan(20);
    expect(wait.mock.calls.every(([array, index, value, ms]) => array[index] === value && ms === 10)).toBe(
      true,
    );
    for (const ms of toIntervals(times.receive)) expect(ms).toBe(10);
  });
});

describe('the slices of a warm-up', () => {
  /** Begin of each slice of a pass, ms after the begin of the pass, if each takes `ms`. */
  async function listSlices(ms: number): Promise<number[]> {
    const server = createFakeServer();
    const slices: number[] = [];
    const { phases } = createFakePhases();
    const warmup = {
      play: () => {
        slices.push(performance.now());
        blockFor(ms);
        return true;
      },
      close: () => {},
    };
    await run(server, phases, 9, { warmup });
    return slices.filter((time) => time < 9.9).map((time) => Math.round(time * 1e6) / 1e6);
  }

  it.each([
    [1.8, [0, 1.9, 3.8]],
    [2.4, [0, 2.5, 5]],
    [2.75, [0, 2.85]],
    [5.5, [0]],
  ])('of %d ms end at least 3 ms before the next pass, with pauses of 0.1 ms', async (ms, slices) => {
    expect(await listSlices(ms)).toEqual(slices);
  });
});

it('a resumed match continues with the phases after its last step, and steps 100 ms later', async () => {
  const server = createFakeServer();
  Object.assign(server.match, { steps: 4 });
  const { phases, times } = createFakePhases();
  await run(server, phases, 350);
  // sense_body of the last step is sent at once.
  expect(times.sense![0]).toBe(0);
  expect(times.simulate!.slice(0, 3)).toEqual([100, 200, 300]);
});
