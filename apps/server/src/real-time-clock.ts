import { effectiveSteps } from '@rcss/params';
import { PASS, PhaseSchedule, type Phases } from './phase-schedule.js';
import type { Server } from './server-state.js';
import { windForwardRealTime } from './wind.js';

/** Beginning of a cycle later than this counts as late, ms. */
const LATE = 2;

/**
 * Runs the server by the wall clock (02 §4) until it is to end, in passes of 10 ms. Every pass has its place on an
 * unbroken time line, so that rounding of timers does not add up: cycles take 100 ms on average. Work that takes too
 * long moves the time line only at a step boundary, where the overrun is forgotten as specified.
 */
export async function runRealTime(server: Server, phases: Phases): Promise<void> {
  const schedule = new PhaseSchedule(effectiveSteps(server.params.server));
  windForwardRealTime(server, phases, schedule);
  // Place of the present pass on the time line.
  let line = performance.now();
  while (server.ending === null) {
    await until(line + PASS);
    const now = performance.now();
    const late = now - line - PASS;
    // A pass that begins late by whole passes makes up for them at once, as far as a step boundary allows.
    const behind = Math.max(0, Math.floor((now - line) / PASS) - 1) * PASS;
    line += PASS + behind;
    if (late > LATE) {
      server.telemetry.lateCycles += 1;
      if (late > server.telemetry.latestCycle) server.telemetry.latestCycle = late;
    }
    const forgotten = schedule.realTimePass(PASS + behind, phases);
    // The overrun beyond a step boundary is forgotten: the next cycle has its full length from here on.
    if (forgotten > 0) line = now;
  }
}

/**
 * Waits until a moment of `performance.now()` has come, and lets everything that has arrived be read first. Timers
 * count whole milliseconds; asking for the next one comes late by a part of one, but by the same part every time, so
 * that cycles stay even without a loop that waits for the rest and keeps a processor busy.
 */
function until(moment: number): Promise<void> {
  return new Promise((resolve) => {
    const left = Math.ceil(moment - performance.now());
    if (left <= 0) setImmediate(resolve);
    else setTimeout(setImmediate, left, resolve);
  });
}
