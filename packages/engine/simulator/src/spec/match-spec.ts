/**
 * One match as one value: what is needed to play it again besides the inputs of its clients. Options of a command line, match documents,
 * fixtures of a league, logs and recordings each become a spec by one function; the header of a recording is the spec.
 *
 * What changes a match is in `rules`, `seed`, `initial` or `from`, and nowhere else: the decision is docs/inside/decisions/0050-match-spec.md.
 */
import { err, type Failure, ok, type Result } from '@rcss/core';
import type {
  MatchClock,
  MatchRecordingOptions,
  MatchTeam,
  Scene,
  StopConditions,
} from '@rcss/core/match-document';
import { createMatchParams, type MatchParams, type MatchRules, readMatchRules } from '@rcss/params';

/** A match: who plays by which rules from which situation, until when, and what is kept of it. Plain data, which JSON can hold. */
export interface MatchSpec {
  /** Seed of all random numbers. */
  readonly seed: number;
  readonly rules: MatchRules;
  /** What makes the next cycle begin. */
  readonly clock: MatchClock;
  /** Who plays; absent sides are open. */
  readonly teams?: { readonly left?: MatchTeam; readonly right?: MatchTeam };
  /** The situation from which the match starts; absent: before the first kickoff. */
  readonly initial?: Scene;
  /** The moment of another match from which this one continues; absent: its own beginning. */
  readonly from?: MatchOrigin;
  /** Conditions that end the match besides the rules of the game. */
  readonly stop?: StopConditions;
  /** Files that are kept. */
  readonly keep?: MatchRecordingOptions;
}

/** A moment of a recorded match. */
export interface MatchOrigin {
  /** Path or digest of the recording or game log. */
  readonly match: string;
  /** Cycle after which the match continues. */
  readonly cycle: number;
}

/** Returns the parameters of a match, with the player types of its seed. */
export function createSpecParams({ rules: { server, player, types }, seed }: MatchSpec): MatchParams {
  return createMatchParams(server, player, seed, types);
}

const CLOCKS: readonly string[] = ['real-time', 'synchronous', 'stepped'] satisfies readonly MatchClock[];

/** Fields that the simulator passes on and does not read. */
const OTHER_FIELDS = ['teams', 'initial', 'from', 'stop', 'keep'] as const;

/**
 * Returns a spec from parsed JSON. The rules are checked one by one; parameters that are missing take their defaults. Of the other
 * fields only their kind is checked, as a match document checks them when they are used. Never throws.
 *
 * Error code: `bad_spec`, with the field, its value and what is allowed.
 */
export function readMatchSpec(input: unknown): Result<MatchSpec, Failure> {
  const fail = (message: string) => err({ code: 'bad_spec', message });
  const fields = (input ?? {}) as Record<string, unknown>;
  const { seed, clock } = fields;
  if (!Number.isSafeInteger(seed)) return fail(`seed: ${formatValue(seed)} is not a whole number`);
  if (typeof clock !== 'string' || !CLOCKS.includes(clock))
    return fail(`clock: ${formatValue(clock)} is not one of ${CLOCKS.join(', ')}`);
  const rules = readMatchRules(fields['rules']);
  if (!rules.ok) return fail(`rules: ${rules.error.message}`);
  const others: Record<string, unknown> = {};
  for (const name of OTHER_FIELDS) {
    const value = fields[name];
    if (value === undefined) continue;
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return fail(`${name}: ${formatValue(value)} is not an object`);
    others[name] = value;
  }
  return ok({ seed: seed as number, rules: rules.value, clock: clock as MatchClock, ...others });
}

function formatValue(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 40);
}
