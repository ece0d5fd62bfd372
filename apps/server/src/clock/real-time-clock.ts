import { effectiveSteps } from '@rcss/params';
import type { Server } from '../server.js';
import type { Warmup } from '../warmup/warmup.js';
import { fastForwardRealTimeSchedule } from './fast-forward-schedule.js';
import { PASS, PhaseSchedule, type Phases } from './phase-schedule.js';

/** Beginning of a cycle later than this counts as late, ms. */
const LATE = 2;
/** Time that a warm-up leaves before a pass, ms. */
const RESERVE = 3;
/** How long a warm-up plays at a time, and the moment in which it waits then, ms. */
const SLICE = 2;
const REST = 0.1;

/**
 * Runs the server by the wall clock (02 §4) until it is to end, in passes of 10 ms. Every pass has its place on an
 * unbroken time line, so that rounding of timers does not add up: cycles take 100 ms on average. Work that takes too
 * long moves the time line only at a step boundary, where the overrun is forgotten as specified.
 *
 * @param warmup plays between the passes until the kick-off
 * @param sleep blocks for some ms, less than two
 */
export async function runRealTime(
  server: Server,
  phases: Phases,
  warmup: Pick<Warmup, 'play' | 'close'> | null = null,
  sleep: (ms: number) => void = block,
): Promise<void> {
  const schedule = new PhaseSchedule(effectiveSteps(server.params.server));
  fastForwardRealTimeSchedule(server, phases, schedule);
  // Place of the present pass on the time line.
  let line = performance.now();
  let warmingUp = warmup !== null;
  while (server.ending === null) {
    if (warmup !== null && warmingUp) {
      warmingUp = server.match.world.playMode === 'before_kick_off';
      if (warmingUp) warmingUp = await playWarmup(warmup, line + PASS - RESERVE, sleep);
      if (!warmingUp) warmup.close();
    }
    await until(line + PASS, sleep);
    const now = performance.now();
    const late = now - line - PASS;
    // A pass that begins late by whole passes makes up for them at once, as far as a step boundary allows.
    const behind = Math.max(0, Math.floor((now - line) / PASS) - 1) * PASS;
    line += PASS + behind;
    if (late > LATE && !warmingUp) {
      server.telemetry.lateCycles += 1;
      if (late > server.telemetry.latestCycle) server.telemetry.latestCycle = late;
    }
    const forgotten = schedule.realTimePass(PASS + behind, phases);
    // The overrun beyond a step boundary is forgotten: the next cycle has its full length from here on.
    if (forgotten > 0) line = now;
  }
}

/** Plays until a moment, with waits in between like those of the match. Returns whether it goes on behind it. */
async function playWarmup(
  warmup: Pick<Warmup, 'play'>,
  end: number,
  sleep: (ms: number) => void,
): Promise<boolean> {
  while (performance.now() + SLICE <= end) {
    if (!warmup.play(performance.now() + SLICE)) return false;
    await until(performance.now() + REST, sleep);
  }
  return true;
}

/**
 * Waits until a moment of `performance.now()` has come, and lets everything that has arrived be read first. Timers
 * count whole milliseconds and come up to one late, which would make cycles uneven; so the timer is set for the
 * millisecond before, and the rest is slept through, which keeps no processor busy.
 */
function until(moment: number, sleep: (ms: number) => void): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => {
      const left = moment - performance.now();
      if (left >= 2) {
        setTimeout(wait, Math.floor(left) - 1);
        return;
      }
      if (left > 0) sleep(left);
      // The event loop looks at the sockets before it comes to this.
      setImmediate(resolve);
    };
    wait();
  });
}

const nobody = new Int32Array(new SharedArrayBuffer(4));

function block(ms: number): void {
  Atomics.wait(nobody, 0, 0, ms);
}
