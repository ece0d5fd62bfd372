import { computeEffectiveSteps } from '@rcss/params';
import { PASS_MS, PhaseSchedule, type Phases } from '@rcss/simulator/cycle';
import type { Server } from '../sessions/server.js';
import type { Warmup } from '../warmup/warmup.js';
import { fastForwardRealTimeSchedule } from './fast-forward-schedule.js';
import { findCollector, IdleCollection } from './idle-collection.js';
import type { ServerClock } from './run-server.js';

/** Longest sleep beside open WebSockets, ms: the event loop reads one frame of each of them in a turn. */
const MAX_SLEEP_WITH_SOCKETS_MS = 2;
/** A pass that begins later than this counts as late, ms. */
const MAX_LATENESS_MS = 2;
/** Time between the end of a warm-up slice and the next pass, ms. */
const WARMUP_RESERVE_MS = 3;
/** Length of a warm-up slice and of the pause after it, ms. */
const WARMUP_SLICE_MS = 2;
const WARMUP_PAUSE_MS = 0.1;

/** The parts of a server that the real-time clock uses. */
type ClockContext = {
  readonly match: Pick<Server['match'], 'steps' | 'params' | 'world'>;
  readonly net: Pick<Server['net'], 'peers'>;
} & Pick<Server, 'telemetry'>;

/** Blocks the thread for up to a pass. */
type Sleep = (ms: number) => void;

/**
 * Returns the clock of wall-clock time (spec 02 §4), in passes of 10 ms from now on. Passes have fixed places on a
 * time line, so that rounding of timers does not add up: cycles take 100 ms on average. Work that takes too long
 * moves the time line only at a step boundary, where the overrun is dropped as specified.
 *
 * @param warmup Runs between the passes until the kick-off.
 * @param sleep Blocks the thread for a number of ms.
 * @param collect Collects garbage, between the passes; null leaves it to the engine.
 */
export function createRealTimeClock(
  { match, telemetry, net }: ClockContext,
  phases: Phases,
  warmup: Pick<Warmup, 'play' | 'close'> | null = null,
  sleep: Sleep = blockThread,
  collect: (() => void) | null = findCollector(),
): ServerClock {
  const collection = collect === null ? null : new IdleCollection(collect);
  const schedule = new PhaseSchedule(computeEffectiveSteps(match.params.server));
  fastForwardRealTimeSchedule(match, phases, schedule);
  const line: TimeLine = { passStart: performance.now() };
  let isWarmingUp = warmup !== null;
  return {
    async wait() {
      if (warmup !== null && isWarmingUp) {
        isWarmingUp =
          match.world.playMode === 'before_kick_off' &&
          (await playWarmup(warmup, line.passStart + PASS_MS - WARMUP_RESERVE_MS, sleep));
        if (!isWarmingUp) warmup.close();
      }
      const maxSleepMs = net.peers.size === 0 ? PASS_MS : MAX_SLEEP_WITH_SOCKETS_MS;
      await waitUntil(line.passStart + PASS_MS, sleep, maxSleepMs);
    },
    pass() {
      runDuePass(line, schedule, phases, isWarmingUp ? null : telemetry);
      collection?.run(match.steps);
      return false;
    },
  };
}

/** Runs the warm-up until the time `end`, with pauses as in the match. Returns false if the warm-up is over. */
async function playWarmup(warmup: Pick<Warmup, 'play'>, end: number, sleep: Sleep): Promise<boolean> {
  while (performance.now() + WARMUP_SLICE_MS <= end) {
    if (!warmup.play(performance.now() + WARMUP_SLICE_MS)) return false;
    await waitUntil(performance.now() + WARMUP_PAUSE_MS, sleep, PASS_MS);
  }
  return true;
}

/** The place of the current pass of a match on the time line of `performance.now()`. */
export interface TimeLine {
  passStart: number;
}

/**
 * Runs the pass that is due; one that is late covers the passes that were missed, up to a step boundary (spec 02 §4).
 *
 * @param telemetry Counts a late pass; null: it does not count.
 */
export function runDuePass(
  line: TimeLine,
  schedule: PhaseSchedule,
  phases: Phases,
  telemetry: Server['telemetry'] | null,
): void {
  const now = performance.now();
  const elapsedMs = now - line.passStart;
  const skippedMs = Math.max(0, Math.floor(elapsedMs / PASS_MS) - 1) * PASS_MS;
  const lateMs = elapsedMs - PASS_MS;
  line.passStart += PASS_MS + skippedMs;
  if (telemetry !== null && lateMs > MAX_LATENESS_MS) {
    telemetry.latePassCount += 1;
    telemetry.maxLatenessMs = Math.max(telemetry.maxLatenessMs, lateMs);
  }
  const droppedMs = schedule.runRealTimePass(PASS_MS + skippedMs, phases);
  // The overrun beyond a step boundary is dropped: the next cycle has its full length from here on.
  if (droppedMs > 0) line.passStart = now;
}

/**
 * Waits until a time of `performance.now()`. A turn of the event loop sends what the last pass has left; then the thread sleeps without using the processor, because a
 * timer fires up to one millisecond late and each datagram would wake the thread. Another turn reads the sockets.
 */
function waitUntil(time: number, sleep: Sleep, maxSleepMs: number): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => {
      const left = time - performance.now();
      if (left > maxSleepMs) {
        setTimeout(wait, Math.floor(left) - 1);
        return;
      }
      if (left > 0) sleep(left);
      setImmediate(resolve);
    };
    setImmediate(wait);
  });
}

/** Never notified; `Atomics.wait` on it is a sleep. */
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the thread for a number of ms. */
export function blockThread(ms: number): void {
  Atomics.wait(neverNotified, 0, 0, ms);
}
