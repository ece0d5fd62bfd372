/** Complete sets of parameter values: the defaults, and sets with some values changed. Both follow the tables. */
import { err, ok, type Result } from '@rcss/core';
import { checkParams, type ParamFailure } from './check-params.js';
import { GAME_PARAM_ROWS, type GameParams } from './game-params.js';
import { HEIGHT_NEEDS_SWITCH } from './height-params.js';
import { normalizeParam } from './normalize-param.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { SERVER_PARAM_ROWS, type ServerParams } from './server-params.js';

/** Returns all values of a table at their defaults, frozen. */
export function createDefaultParams(rows: readonly ParamRow[]): Readonly<Record<string, ParamValue>> {
  return Object.freeze(Object.fromEntries(rows.map((row) => [row.name, row.default])));
}

/** The parameters of a match besides those of its player types. */
export const MATCH_PARAM_ROWS: readonly ParamRow[] = [...SERVER_PARAM_ROWS, ...GAME_PARAM_ROWS];

/** All `server::` parameters at their defaults. */
export const DEFAULT_SERVER_PARAMS: ServerParams = createDefaultParams(MATCH_PARAM_ROWS) as ServerParams;
/** All `player::` parameters at their defaults. */
export const DEFAULT_PLAYER_PARAMS: PlayerParams = createDefaultParams(PLAYER_PARAM_ROWS) as PlayerParams;

/** Returns a frozen set of values with the rules of spec 01 §2.4 applied in table order. */
function normalizeParams(rows: readonly ParamRow[], values: Readonly<Record<string, ParamValue>>): object {
  const result: Record<string, ParamValue> = {};
  for (const row of rows) result[row.name] = normalizeParam(row, values[row.name]!);
  // Two equal fixed names: the second one is dropped (spec 01 §2.4).
  if (result['fixed_teamname_r'] && result['fixed_teamname_r'] === result['fixed_teamname_l']) {
    result['fixed_teamname_r'] = '';
  }
  return Object.freeze(result);
}

/**
 * Returns complete `server::` values, given an unknown object with some of them, for example parsed JSON. Never
 * throws. Errors: `not-an-object`, `unknown-parameter`, `bad-value`, `out-of-range`.
 */
export function parseServerParams(input: unknown): Result<ServerParams, ParamFailure> {
  const checked = checkParams('server', MATCH_PARAM_ROWS, input);
  if (checked.ok && !checked.value['2d_mode'] && !checked.value['experimental_height'])
    return err({ code: 'out-of-range', message: HEIGHT_NEEDS_SWITCH, name: '2d_mode' });
  return checked.ok ? ok(normalizeParams(MATCH_PARAM_ROWS, checked.value) as ServerParams) : checked;
}

/** Returns complete `player::` values, given an unknown object with some of them. Never throws. */
export function parsePlayerParams(input: unknown): Result<PlayerParams, ParamFailure> {
  const checked = checkParams('player', PLAYER_PARAM_ROWS, input);
  return checked.ok ? ok(normalizeParams(PLAYER_PARAM_ROWS, checked.value) as PlayerParams) : checked;
}

function unwrapOrThrow<P>(result: Result<P, ParamFailure>): P {
  if (result.ok) return result.value;
  throw new RangeError(result.error.message);
}

/**
 * Returns complete `server::` values, frozen: the given values, and defaults for all others. Negative counts and
 * probabilities are clamped and fixed team names are checked (spec 01 §2.4).
 *
 * @throws RangeError with the name of the parameter, if the name is unknown, the value does not have the type of
 * the parameter, or no match can run with the value, such as a `simulator_step` of 0 ms
 * @example
 * const params = createServerParams({ half_time: 10, synch_mode: true });
 */
export function createServerParams(values: Partial<ServerParams> = {}): ServerParams {
  return unwrapOrThrow(parseServerParams(values));
}

/**
 * Returns complete `player::` values, frozen: the given values, and defaults for all others.
 *
 * @throws RangeError as {@link createServerParams} does
 */
export function createPlayerParams(values: Partial<PlayerParams> = {}): PlayerParams {
  return unwrapOrThrow(parsePlayerParams(values));
}

/** Returns the parameters of the game that this server adds, from values that may have others too. */
export function pickGameParams(values: GameParams): GameParams {
  return Object.fromEntries(GAME_PARAM_ROWS.map(({ name }) => [name, values[name]])) as GameParams;
}

/** Version of the game log that contains the height of the ball. */
const HEIGHT_LOG_VERSION = 7;

/**
 * Returns the parameters of a match that follow from the module `rcss`: those that change the game, and game log version 7 for a match
 * with height, unless a version is set. Other versions lose the height.
 */
export function selectGameValues(
  server: Partial<ServerParams>,
  rcss: Readonly<Record<string, unknown>> = {},
): Partial<ServerParams> {
  const given = GAME_PARAM_ROWS.filter(({ name }) => rcss[name] !== undefined);
  const game = Object.fromEntries(given.map(({ name }) => [name, rcss[name]])) as Partial<GameParams>;
  const hasHeight = game.experimental_height && (game.height_as_measured || server['2d_mode'] === false);
  if (!hasHeight || server.game_log_version !== undefined) return game;
  return { ...game, game_log_version: HEIGHT_LOG_VERSION };
}
