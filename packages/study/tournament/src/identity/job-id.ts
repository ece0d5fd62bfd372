import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.js';

/** Team as far as it decides a match. */
export interface JobTeam {
  /** Name under which the team plays. */
  readonly name: string;
  /** Identifier of the version, for example a commit or the hash of its files. */
  readonly version: string;
  /** Environment, arguments or options that change how the team plays. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Everything that decides the result of a match. */
export interface Job {
  /** Team that starts on the left side. */
  readonly left: JobTeam;
  /** Team that starts on the right side. */
  readonly right: JobTeam;
  /** Seed of the match; null if it is chosen at the start. Matches without a seed need `repetition`. */
  readonly seed: number | null;
  /** Parameters, length, initial situation and stop conditions: the match document without teams, seed and files. */
  readonly match: Readonly<Record<string, unknown>>;
  /** Version of the engine, for example of `@rcss/simulator`. */
  readonly engine: string;
  /** Number of the match among matches that are otherwise equal. Default: 0. */
  readonly repetition?: number;
}

/** Version of the form of the hashed text; it changes when the same job would get another identifier. */
const JOB_FORM = 1;

/**
 * Returns the identifier of a job: SHA-256 of its canonical JSON, as 64 hexadecimal digits. Equal jobs have equal identifiers on every
 * machine, so that a match that was played twice counts once. Sides matter: exchanged teams are another job.
 *
 * @throws TypeError if a value is not JSON.
 */
export function jobId(job: Job): string {
  const { left, right, seed, match, engine, repetition = 0 } = job;
  const pickTeam = ({ name, version, options = {} }: JobTeam): JobTeam => ({ name, version, options });
  return hashJson({
    form: JOB_FORM,
    left: pickTeam(left),
    right: pickTeam(right),
    seed,
    match,
    engine,
    repetition,
  });
}

/** Returns SHA-256 of the canonical JSON of a value, as 64 hexadecimal digits. */
export function hashJson(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}
