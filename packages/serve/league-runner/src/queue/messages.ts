/** What the run and its workers write to a queue. */
import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
import type { RunningMatchStatus } from '../runs/status-file.js';

/** A job in a queue: the match, and the run that waits for its result. */
export interface QueuedMatch {
  /** Identifier of the run; its results are in a queue of its own. */
  readonly run: string;
  readonly match: MatchJob;
  /** By the key of the league. */
  readonly signature?: string;
}

/** A result in the queue of a run. */
export interface QueuedResult {
  /** Identifier of the run. */
  readonly run: string;
  /** Identifier of the job. */
  readonly job: string;
  /** That of the job. */
  readonly nonce?: string;
  /** The result, or why there is none. */
  readonly outcome: MatchOutcome | null;
  readonly failure?: string;
  /** By the key of the league. */
  readonly signature?: string;
}

/** What a worker reports about a match that it plays. */
export interface MatchProgress
  extends Pick<RunningMatchStatus, 'host' | 'port' | 'address' | 'cycle' | 'score'> {
  /** By the key of the league, with the run and the job. */
  readonly signature?: string;
}

/** What a worker says about itself while it runs. */
export interface WorkerEntry {
  readonly worker: string;
  /** Matches that it plays at the same time. */
  readonly slots: number;
  /** Versions of its teams by name. */
  readonly teams: Readonly<Record<string, string>>;
  /** Changes with every report; the clock is that of the worker. */
  readonly reportedAt: number;
  /** By the key of the league. */
  readonly signature?: string;
}
