import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
import type { PlayListener } from '../pool/match-pool.js';

/** Plays the matches of a run: on this machine, or on the workers of a queue. */
export interface MatchExecutor {
  /** Matches that it takes at the same time. */
  readonly capacity: number;
  /** Where the matches are played, for people, such as `2 at a time`. */
  describe(): string;
  /** Resolves when the executor can take matches, or some time after the signal. */
  open(signal?: AbortSignal): Promise<void>;
  /**
   * Plays a match.
   *
   * @throws {MatchFailure} if the match gives no result for a reason that is not a team.
   */
  play(job: MatchJob, signal: AbortSignal, listener: PlayListener): Promise<MatchOutcome>;
  /** The result is stored: the executor may forget it. */
  confirm(job: MatchJob): Promise<void>;
  /** Ends everything that was started; matches that are played are stopped. */
  close(): Promise<void>;
}
