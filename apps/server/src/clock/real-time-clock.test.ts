import { createServerParams } from '@rcss/params';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunState } from '../run-state.js';
import type { Server } from '../server.js';
import { createTelemetry } from '../telemetry.js';
import type { Phases } from './phase-schedule.js';
import { runRealTime } from './real-time-clock.js';

/** The parts of a server that the clock uses. */
function createFakeServer() {
  return {
    match: {
      steps: 0,
      params: { server: createServerParams({}) },
      world: { playMode: 'before_kick_off' },
    } as unknown as Server['match'],
    telemetry: createTelemetry(22),
    run: createRunState(),
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

let offset = 0;
/** Time that passes while the processor is busy. */
function blockFor(ms: number): void {
  offset += ms;
}

beforeEach(() => {
  offset = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'clearTimeout', 'performance', 'Date'] });
  const faked = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => faked() + offset);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function run(server: ReturnType<typeof createFakeServer>, phases: Phases, ms: number): Promise<void> {
  const running = runRealTime(server, phases, null, blockFor);
  await vi.advanceTimersByTimeAsync(ms);
  server.run.ending = 'Server Killed. Exiting...';
  await vi.advanceTimersByTimeAsync(50);
  await running;
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
    // The timers of the test count whole milliseconds.
    for (const ms of all.slice(long + 1)) expect(Math.abs(ms - 100)).toBeLessThanOrEqual(1);
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
    const running = runRealTime(server, phases, warmup, blockFor);
    await vi.advanceTimersByTimeAsync(3000);
    server.run.ending = 'Game Over. Exiting...';
    await vi.advanceTimersByTimeAsync(50);
    await running;
    expect(moments).toHaveLength(500);
    expect(closed).toBe(1);
    for (const ms of moments) expect(ms).toBeCloseTo(2, 6);
    for (const ms of toIntervals(times.simulate)) expect(ms).toBeCloseTo(100, 0);
    expect(server.telemetry.latePassCount).toBe(0);
  });

  it('a warm-up that is over is closed once and not run again', async () => {
    const server = createFakeServer();
    const { phases } = createFakePhases();
    const play = vi.fn(() => false);
    const close = vi.fn();
    const running = runRealTime(server, phases, { play, close }, blockFor);
    await vi.advanceTimersByTimeAsync(500);
    expect([play.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
    server.run.ending = 'Game Over. Exiting...';
    await vi.advanceTimersByTimeAsync(50);
    await running;
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
    const running = runRealTime(server, phases, warmup, blockFor);
    await vi.advanceTimersByTimeAsync(1000);
    server.run.ending = 'Game Over. Exiting...';
    await vi.advanceTimersByTimeAsync(50);
    await running;
    expect(played.length).toBeGreaterThan(10);
    expect(Math.max(...played)).toBeLessThan(times.simulate![2]!);
    expect(times.simulate!.length).toBeGreaterThan(6);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('the clock stops at the beginning of a pass', async () => {
    const server = createFakeServer();
    const { phases, times } = createFakePhases();
    const running = runRealTime(server, phases, null, blockFor);
    await vi.advanceTimersByTimeAsync(205);
    server.run.ending = 'Game Over. Exiting...';
    const { length } = times.receive!;
    await vi.advanceTimersByTimeAsync(100);
    await running;
    expect(times.receive!.length).toBeLessThanOrEqual(length + 1);
  });
});
