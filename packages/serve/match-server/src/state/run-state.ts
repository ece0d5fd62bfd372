import type { StopReason } from '@rcss/core/match-document';
import type { Match } from '@rcss/simulator';
import { checkStop } from '@rcss/simulator/scene';

/** How a server ends; the text is printed on stdout (spec 02 §8). */
export type Ending = 'Server Killed. Exiting...' | 'Game Over. Exiting...' | 'Quit Server. Exiting...';

/** Paths of the logs of a match; absent: not kept. */
export interface LogPaths {
  readonly gameLog?: string;
  readonly textLog?: string;
  readonly keepawayLog?: string;
  readonly recording?: string;
}

/** Whether and why the server ends. */
export interface ServerRunState {
  /** Null while the server runs. The clocks stop as soon as it is set. */
  ending: Ending | null;
  /** The condition of a match document that ended the match, or null. */
  stopReason: StopReason | null;
  /** When the clock started, ms of `performance.now()`; a room counts from its last reset. */
  startTime: number;
  /** Handshakes of synchronous mode that ended without the `(done)` of a client; a room begins to count again with each request. */
  missedDoneCycles: number;
  /** Whether the match ended because too many cycles in a row began without the `(done)` of a client. */
  isAbandoned: boolean;
  /** A fault of the server itself that ended it, or null. */
  fault: Error | null;
  /** Paths of the finished logs; empty until they are closed. */
  logPaths: LogPaths;
}

export function createServerRunState(): ServerRunState {
  return {
    ending: null,
    stopReason: null,
    startTime: 0,
    missedDoneCycles: 0,
    isAbandoned: false,
    fault: null,
    logPaths: {},
  };
}

/** Returns why a server ends; null while it runs. */
export function findServerEnd(match: Match, run: ServerRunState): StopReason | null {
  const { ending, stopReason, fault } = run;
  if (ending === null) return null;
  const reason = stopReason ?? (fault === null ? checkStop(match) : null);
  return reason ?? { condition: 'stopped', message: fault?.message ?? ending };
}

/** Returns the time since the first cycle, in seconds. */
export function readSecondsPlayed({ startTime }: ServerRunState): number {
  return (performance.now() - startTime) / 1000;
}
