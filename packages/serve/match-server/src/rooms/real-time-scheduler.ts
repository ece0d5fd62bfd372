import { PASS_MS, type PhaseSchedule, type Phases } from '@rcss/simulator/cycle';
import { blockThread, runDuePass, type TimeLine } from '../clock/real-time-clock.js';
import type { Server } from '../sessions/server.js';

/** Longest time that the thread sleeps without reading sockets, ms. */
const MAX_SLEEP_MS = 2;
/** After this time of work, the event loop reads the sockets before the next pass, ms. */
const MAX_WORK_MS = 1;
/** Time over which the first passes of rooms are spread, ms. */
const SPREAD_MS = 100;
/** The golden ratio spreads any number of rooms evenly. */
const SPREAD_STEP = 0.618033988749895;

/** A match in real time. */
export interface ScheduledMatch {
  readonly server: Pick<Server, 'telemetry' | 'run'>;
  readonly schedule: PhaseSchedule;
  readonly phases: Phases;
  /** Ends the match after a fault of its own. */
  fail(error: Error): void;
}

interface Entry extends TimeLine {
  readonly match: ScheduledMatch;
}

/**
 * Runs the passes of all real-time matches of a thread. The pass that is due first runs first, and a match that is late covers
 * the missed passes with one, as the clock of a single server does. Therefore a match that needs too much time loses its own
 * cycles, but every other match gets its next pass after at most one pass of each match that is late.
 */
export class RealTimeScheduler {
  readonly #entries = new Map<ScheduledMatch, Entry>();
  #isRunning = false;
  #startedCount = 0;

  /** Number of matches that run. */
  get size(): number {
    return this.#entries.size;
  }

  add(match: ScheduledMatch): void {
    // Cycles of different rooms begin at different times, so that their work does not pile up.
    this.#startedCount += 1;
    const spread = ((this.#startedCount * SPREAD_STEP) % 1) * SPREAD_MS;
    this.#entries.set(match, {
      match,
      passStart: performance.now() + (this.#entries.size === 0 ? 0 : spread),
    });
    if (!this.#isRunning) void this.#run();
  }

  remove(match: ScheduledMatch): void {
    this.#entries.delete(match);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let lastTurn = performance.now();
    for (;;) {
      const entry = this.#findNext();
      if (entry === null) break;
      const leftMs = entry.passStart + PASS_MS - performance.now();
      if (leftMs > MAX_SLEEP_MS) {
        // Timers fire late, so the rest is slept. Another match may be added meanwhile.
        await new Promise((resolve) => setTimeout(resolve, Math.floor(leftMs) - 1));
        continue;
      }
      if (leftMs > 0) blockThread(leftMs);
      if (leftMs > 0 || performance.now() - lastTurn > MAX_WORK_MS) {
        // The event loop reads the sockets before it continues here.
        await new Promise((resolve) => setImmediate(resolve));
        lastTurn = performance.now();
      }
      const { match } = entry;
      if (!this.#entries.has(match)) continue;
      try {
        runDuePass(entry, match.schedule, match.phases, match.server.telemetry);
      } catch (error) {
        match.fail(error as Error);
      }
    }
    this.#isRunning = false;
  }

  #findNext(): Entry | null {
    let next: Entry | null = null;
    for (const entry of this.#entries.values()) {
      if (next === null || entry.passStart < next.passStart) next = entry;
    }
    return next;
  }
}
