/** Questions of the panel "Why?" about a recorded match. Everything in them comes from a page, so each value has a bound. */
import type { Side } from '@rcss/core';

/** What a page asks about a player. */
export interface WhyQuestion {
  /** `messages`: what it received and sent in the whole match; `decide`: its decision again; `futures`: how the match goes on. */
  readonly ask: 'messages' | 'decide' | 'futures';
  readonly side: Side;
  readonly unum: number;
  /** Game time of the decision. */
  readonly time: number;
  readonly stoppageTime: number;
  /** Which of the teams of each side plays: its place in the list of the program. */
  readonly versions: Readonly<Record<Side, number>>;
  readonly count: number;
  readonly cycles: number;
  /** Seed of the first future; null: the random numbers of the match, for one future. */
  readonly seed: number | null;
  /** Commands of the player in the cycle; null: its own. */
  readonly commands: string | null;
  /** Other parameters, `server::NAME=VALUE`. */
  readonly set: readonly string[];
}

const ASKS: readonly unknown[] = ['messages', 'decide', 'futures'] satisfies WhyQuestion['ask'][];
const MAX_TIME = 1_000_000;
const MAX_COUNT = 200;
const MAX_CYCLES = 3000;
const MAX_SEED = 2 ** 31 - 1 - MAX_COUNT;
const MAX_TEXT = 400;
const MAX_SET = 8;

/**
 * Reads a question; what is absent has its default.
 *
 * @param versionCounts How many teams the program has for each side.
 * @throws {RangeError} with the name, the value and what is allowed
 */
export function readWhyQuestion(value: unknown, versionCounts: Readonly<Record<Side, number>>): WhyQuestion {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError('the question: allowed is an object');
  const fields = value as Readonly<Record<string, unknown>>;
  const fail = (name: string, allowed: string): never => {
    throw new RangeError(`${name}: ${JSON.stringify(fields[name])?.slice(0, 60)}; allowed: ${allowed}`);
  };
  const readInteger = (name: string, min: number, max: number, usual: number): number => {
    const { [name]: given = usual } = fields;
    if (Number.isInteger(given) && Number(given) >= min && Number(given) <= max) return Number(given);
    return fail(name, `a whole number, ${min} to ${max}`);
  };
  const readText = (name: string): string | null => {
    const { [name]: given = null } = fields;
    if (given === null || (typeof given === 'string' && given.length <= MAX_TEXT)) return given;
    return fail(name, `a text of at most ${MAX_TEXT} characters`);
  };
  const { ask, player, set = [] } = fields;
  const [, side, unum] = /^([lr])([1-9]|10|11)$/.exec(typeof player === 'string' ? player : '') ?? [];
  if (side === undefined) return fail('player', 'l1 to l11 and r1 to r11');
  if (!ASKS.includes(ask)) return fail('ask', ASKS.join(', '));
  if (
    !Array.isArray(set) ||
    set.length > MAX_SET ||
    !set.every((one) => typeof one === 'string' && one.length <= MAX_TEXT)
  )
    return fail('set', `at most ${MAX_SET} texts server::NAME=VALUE`);
  const count = readInteger('count', 1, MAX_COUNT, 10);
  const seed = fields['seed'] === null ? null : readInteger('seed', 1, MAX_SEED, 1);
  if (seed === null && count > 1) return fail('seed', 'null, if count is 1');
  return {
    ask: ask as WhyQuestion['ask'],
    side: side as Side,
    unum: Number(unum),
    time: readInteger('time', 0, MAX_TIME, 0),
    stoppageTime: readInteger('stoppageTime', 0, MAX_TIME, 0),
    versions: {
      l: readInteger('left', 0, Math.max(0, versionCounts.l - 1), 0),
      r: readInteger('right', 0, Math.max(0, versionCounts.r - 1), 0),
    },
    count,
    cycles: readInteger('cycles', 1, MAX_CYCLES, 100),
    seed,
    commands: readText('commands'),
    set: set as readonly string[],
  };
}
