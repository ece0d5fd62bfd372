/**
 * Bounds of parameters in documents. A document can come from a stranger (a room created over HTTP, a job of a queue), so that every
 * value in it has a bound: with values inside, a match needs limited time and memory, and no formula leaves the range of finite
 * numbers. The program itself accepts every value on its command line, as the original does.
 *
 * A bound follows from the unit of the parameter; the exceptions are listed by name with their reasons. Where a row has a `range`,
 * that range is the bound as far as it is narrower.
 */
import { MAX_INT, MIN_INT } from './check-params.js';
import type { ParamRow } from './param-row.js';
import { MAX_PLAYER_TYPES } from './player-type.js';

/** The values of a parameter that a document may set, and the reason. */
export interface ParamBounds {
  /** Lowest and highest allowed value. */
  readonly bounds: readonly [lowest: number, highest: number];
  /** One sentence, for the reference page. */
  readonly reason: string;
}

const rule = (lowest: number, highest: number, reason: string): ParamBounds => ({
  bounds: [lowest, highest],
  reason,
});

/** Bounds by unit. `''` are parameters without a unit: factors, probabilities, powers. */
const BY_UNIT: Readonly<Record<string, ParamBounds>> = {
  '': rule(-1e6, 1e6, 'Products of several factors stay finite.'),
  m: rule(-1e4, 1e4, 'A hundred times the length of the pitch.'),
  'm/cycle': rule(-1e4, 1e4, 'A hundred times the length of the pitch in a cycle.'),
  'm/cycle^2': rule(-1e4, 1e4, 'A hundred times the length of the pitch in a cycle.'),
  '1/cycle': rule(-1, 1, 'A decay above 1 is exponential growth.'),
  deg: rule(-360, 360, 'A full turn.'),
  factor: rule(1e-3, 1e3, 'Formulas divide by it; slower than a thousandth is a standstill.'),
  cycles: rule(-1, 1e7, 'Eleven days of simulated time; -1 switches some of them off.'),
  s: rule(-1, 1e6, 'Eleven days of simulated time; -1 means no end.'),
  's (wall clock)': rule(-1, 1e6, 'Eleven days; -1 means never.'),
  ms: rule(0, 6e4, 'A minute: the clock passes each millisecond between two phases.'),
  us: rule(0, 1e6, 'A second.'),
  count: rule(-1, 1e6, 'More never occurs in a match; 0 and -1 allow none.'),
  'count/window': rule(-1, 1e6, 'More never occurs in a window.'),
  goals: rule(-1e6, 1e6, 'Scores have that many digits at most.'),
  players: rule(0, 11, 'A team has eleven players.'),
  bytes: rule(0, 2048, 'A datagram of the protocol is not longer.'),
  characters: rule(0, 8192, 'A datagram of the protocol is not longer.'),
  'per cycle': rule(-1e6, 1e6, 'Products of several factors stay finite.'),
  'per message': rule(-1e6, 1e6, 'Products of several factors stay finite.'),
  'fraction of stamina_max': rule(-1e3, 1e3, 'Products of several factors stay finite.'),
  'zlib level': rule(-1, 9, 'The levels of zlib.'),
};

const EXPONENT = rule(0, 100, 'A power of a ratio stays finite.');
const DIVISOR = rule(1e-3, 1e6, 'Formulas divide by it.');
const STEP = rule(1, 6e4, 'A minute: the clock passes each millisecond between two phases.');
const DASH_RATE_DELTA = rule(-0.01, 0.01, 'Ten times the differences of the default player types.');
const CLIENTS = rule(0, 1e4, 'Every client needs memory.');
const COACH_TIMEOUT = rule(0, 3600, 'An hour: a match waits no longer for a coach.');
const SEED = rule(MIN_INT, MAX_INT, 'Every whole number of 32 bits is a seed.');

/** Bounds of single parameters. */
const BY_NAME: Readonly<Record<string, ParamBounds>> = {
  player_types: rule(1, MAX_PLAYER_TYPES, 'The match keeps and sends every player type.'),
  pt_max: rule(0, 11, 'A team has eleven players.'),
  subs_max: rule(-1, 1e6, 'More never occurs in a match; -1 means no limit.'),
  random_seed: SEED,
  simulator_step: STEP,
  send_step: STEP,
  recv_step: STEP,
  sense_body_step: STEP,
  send_vi_step: STEP,
  slow_down_factor: rule(1, 100, 'Multiplied by the steps in milliseconds.'),
  nr_normal_halfs: rule(0, 1000, 'Multiplied by the length of a half.'),
  nr_extra_halfs: rule(0, 1000, 'Multiplied by the length of a half.'),
  pen_nr_kicks: rule(0, 1000, 'A shootout must end.'),
  pen_max_extra_kicks: rule(0, 1000, 'A shootout must end.'),
  tackle_exponent: EXPONENT,
  foul_exponent: EXPONENT,
  ball_weight: DIVISOR,
  player_weight: DIVISOR,
  kickable_margin: rule(1e-3, 1e4, 'Formulas divide by it.'),
  tackle_dist: rule(0, 1e4, 'A hundred times the length of the pitch.'),
  quantize_step: DIVISOR,
  quantize_step_l: DIVISOR,
  dash_angle_step: rule(0, 360, 'A full turn.'),
  ball_size: rule(0, 1, 'A larger ball has no place in the goal area of a goal kick.'),
  player_size: rule(
    1e-3,
    5,
    'Formulas divide by it; players of this size still find a place beside the ball.',
  ),
  dash_power_rate_delta_min: DASH_RATE_DELTA,
  dash_power_rate_delta_max: DASH_RATE_DELTA,
  new_dash_power_rate_delta_min: DASH_RATE_DELTA,
  new_dash_power_rate_delta_max: DASH_RATE_DELTA,
  player_size_delta_factor: rule(-1e3, 1e3, 'With the largest delta, players stay below 10 m.'),
  max_clients: CLIENTS,
  coach_timeout_l: COACH_TIMEOUT,
  coach_timeout_r: COACH_TIMEOUT,
  connect_timeout: rule(0, 3600, 'An hour: a room waits no longer for its clients.'),
  synch_max_missed: rule(0, 1_000_000, 'More cycles than any match has; 0: any number.'),
  synch_timeout: rule(0, 3_600_000, 'An hour for (done); 0: no limit.'),
  wait_for_clients: rule(0, 25, 'A match has 22 players, two coaches and a trainer.'),
  game_log_version: rule(-1, 6, 'The versions of game logs; -1 is JSON.'),
  hear_max: rule(0, 1e6, 'More messages never occur in a cycle.'),
};

/**
 * Bounds of a numeric parameter in a document, and their reason; `undefined` for texts and truth values.
 *
 * @throws Error if the unit of the row has no bound: add it to the table above.
 */
export function documentBounds(row: ParamRow): ParamBounds | undefined {
  if (row.type !== 'int' && row.type !== 'real') return undefined;
  const found = BY_NAME[row.name] ?? BY_UNIT[row.unit ?? ''];
  if (found === undefined) throw new Error(`${row.name}: no bounds for the unit '${row.unit}'`);
  if (row.range === undefined) return found;
  const [lowest, highest] = found.bounds;
  return { ...found, bounds: [Math.max(lowest, row.range[0]), Math.min(highest, row.range[1])] };
}
