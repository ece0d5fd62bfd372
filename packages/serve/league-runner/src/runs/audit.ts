import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';

/** Line of a result file: a match that was played a second time. */
export interface AuditLine {
  readonly type: 'audit';
  readonly fixture: string;
  readonly job: string;
  readonly seed: number | null;
  /** Names of the teams; absent in lines of earlier versions. */
  readonly left?: string;
  readonly right?: string;
  /** Digest of the match that counts, the machine that played it, and its processor if started teams played. */
  readonly digest: number;
  readonly host?: string;
  readonly processor?: string;
  /** Digest of the repetition, null if it had none, and the machine that played it. */
  readonly repeatedDigest: number | null;
  readonly repeatedHost?: string;
  readonly repeatedProcessor?: string;
  /** Whether a client missed a `(done)` in the repetition; absent: no. */
  readonly missedDone?: true;
  /** When the line was stored, ISO 8601. */
  readonly storedAt: string;
}

/** What the audit of a run has found so far. */
export interface AuditState {
  /** Matches that were played twice under the same conditions. */
  count: number;
  /** Those of which the digests differ. */
  readonly differences: AuditLine[];
  /** Repetitions that say nothing: a `(done)` was missed, or the processor was of another type. */
  otherCount: number;
  /** For each team, how many of its compared matches were the same, and how many there are. */
  readonly teams: { readonly team: string; same: number; count: number }[];
}

export function createAuditState(): AuditState {
  return { count: 0, differences: [], otherCount: 0, teams: [] };
}

/** A match that is to be played a second time. */
export type PendingAudit = Pick<AuditLine, 'fixture' | 'job' | 'digest' | 'host' | 'processor'>;

/** Whether the repetition gave another match. */
export function isDifferent({ digest, repeatedDigest }: AuditLine): boolean {
  return digest !== repeatedDigest;
}

/** Whether both matches must be the same if the teams depend on seed and messages only. */
function isComparable({ processor, repeatedProcessor, missedDone }: AuditLine): boolean {
  return missedDone === undefined && processor === repeatedProcessor;
}

/** Adds a line; false if it says nothing about the teams. */
export function addAudit(state: AuditState, line: AuditLine): boolean {
  if (!isComparable(line)) {
    state.otherCount += 1;
    return false;
  }
  state.count += 1;
  if (isDifferent(line)) state.differences.push(line);
  for (const name of [line.left, line.right]) {
    if (name === undefined) continue;
    const own = state.teams.find(({ team }) => team === name) ?? { team: name, same: 0, count: 0 };
    if (own.count === 0) state.teams.push(own);
    own.count += 1;
    if (!isDifferent(line)) own.same += 1;
  }
  return true;
}

/** Digits of the identifier of a job that decide about its audit: 32 bits. */
const DRAWN_DIGITS = 8;

/**
 * Whether the identifier of a job draws an audit: the same on every machine and in every continuation of a run.
 *
 * @param share Share of the matches, 0 to 1.
 */
export function isDrawn(job: string, share: number): boolean {
  return Number.parseInt(job.slice(0, DRAWN_DIGITS), 16) / 16 ** DRAWN_DIGITS < share;
}

/**
 * Whether a match is played a second time. Only matches that can be equal are chosen: with a seed, not by the clock, and without a missed
 * `(done)`.
 *
 * @param share Share of the matches, 0 to 1.
 */
export function isAudited(
  {
    seed,
    job,
    digest,
    missedDone,
  }: Pick<AuditLine, 'seed' | 'job'> & Pick<MatchOutcome, 'digest' | 'missedDone'>,
  share: number,
): boolean {
  if (seed === null || digest === null || missedDone !== undefined) return false;
  return isDrawn(job, share);
}

/** Returns the job of the repetition. */
export function createAuditJob(job: MatchJob, { host }: PendingAudit): MatchJob {
  const audit = { ...job, id: `${job.id}-audit`, fixture: `${job.fixture}-audit` };
  return host === undefined ? audit : { ...audit, otherThan: host };
}

/** Describes a difference with all that is needed to repeat both matches. */
export function describeDifference(line: AuditLine): string {
  const { fixture, seed, digest, host, repeatedDigest, repeatedHost } = line;
  const on = (name: string | undefined): string => (name === undefined ? '' : ` on ${name}`);
  const repeated = repeatedDigest === null ? 'no result' : `digest ${repeatedDigest}`;
  return (
    `${fixture}, seed ${seed}: digest ${digest}${on(host)}, but ${repeated}${on(repeatedHost)} when played again. ` +
    'A team depends on something else than seed and messages, such as a clock or earlier matches, or the machines differ'
  );
}
