import type { Fixture } from '@rcss/tournament/formats';
import type { Score } from '../jobs/match-outcome.js';
import type { RunHeader } from './result-file.js';
import type { RunState } from './run-state.js';

/** A match that is being played, or waits for a worker. */
export interface RunningJob {
  readonly fixture: Fixture;
  /** When it began, ISO 8601; for a match that waits, since when. */
  startedAt: string;
  /** Machine that plays it; null if it waits for a worker. */
  host: string | null;
  /** UDP port for monitors on that machine; null if there is none. */
  port: number | null;
  /** Address of that port for other machines; null: it serves that machine only. */
  address: string | null;
  cycle: number;
  score?: Score;
}

/** A run that is going on. */
export interface LeagueRun {
  readonly header: RunHeader;
  readonly folder: string;
  readonly state: RunState;
  readonly running: ReadonlyMap<string, RunningJob>;
  /** Matches that have a result since this process began. */
  readonly playedCount: number;
  /** `performance.now()` at the start of this process's part. */
  readonly startedAt: number;
  /** Matches that gave no result in all attempts. */
  readonly failures: readonly { readonly fixture: string; readonly message: string }[];
  /** Matches that have still to be played a second time. */
  readonly pendingAuditCount: number;
}
