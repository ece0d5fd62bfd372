import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';

/** Line of a result file: a match that was played a second time. */
export interface AuditLine {
  readonly type: 'audit';
  readonly fixture: string;
  readonly job: string;
  readonly seed: number | null;
  /** Digest of the match that counts, and the machine that played it. */
  readonly digest: number;
  readonly host?: string;
  /** Digest of the repetition, null if it had none, and the machine that played it. */
  readonly repeatedDigest: number | null;
  readonly repeatedHost?: string;
  /** When the line was stored, ISO 8601. */
  readonly storedAt: string;
}

/** What the audit of a run has found so far. */
export interface AuditState {
  /** Matches that were played twice. */
  count: number;
  /** Those of which the digests differ. */
  readonly differences: AuditLine[];
}

/** A match that is to be played a second time. */
export interface PendingAudit {
  readonly fixture: string;
  readonly job: string;
  readonly digest: number;
  readonly host?: string;
}

/** Whether the repetition gave another match. */
export function isDifferent({ digest, repeatedDigest }: AuditLine): boolean {
  return digest !== repeatedDigest;
}

export function addAudit(state: AuditState, line: AuditLine): void {
  state.count += 1;
  if (isDifferent(line)) state.differences.push(line);
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
 * Whether a match is played a second time. Only matches that must be equal are chosen: between modules, with a seed and a digest.
 *
 * @param share Share of the matches, 0 to 1.
 */
export function isAudited(
  { id, document }: Pick<MatchJob, 'id' | 'document'>,
  { digest }: Pick<MatchOutcome, 'digest'>,
  share: number,
): boolean {
  const { teams = {}, seed } = document;
  const isRepeatable = [teams.left, teams.right].every((team) => team !== undefined && 'module' in team);
  if (!isRepeatable || seed === undefined || digest === null) return false;
  return isDrawn(id, share);
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
