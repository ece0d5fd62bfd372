import { err, ok, type Result } from '@rcss/core';
import { checkParams, describeRangeError, type ParamFailure } from './check-params.js';
import { MATCH_PARAM_ROWS } from './create-params.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { MAX_PLAYER_TYPES, PLAYER_TYPE_FIELDS, type PlayerType } from './player-type.js';
import type { ServerParams } from './server-params.js';

/**
 * What is fixed for a whole match and decides about it, together with its seed: plain data, which JSON can hold. Values that clients
 * receive belong to the rules too, such as ports and names of logs, because messages contain them.
 */
export interface MatchRules {
  /** The `server::` parameters, and those of the module `rcss` that change the game. */
  readonly server: ServerParams;
  /** The `player::` parameters. */
  readonly player: PlayerParams;
  /** Player types by id that replace the generated ones, such as those of a game log. Absent: generated. */
  readonly types?: readonly PlayerType[];
}

/**
 * Returns rules from parsed JSON. Missing parameters take their defaults, and unknown ones are left out: files of other versions have
 * others. Never throws. Errors: those of parameters, with the parameter, the value and what is allowed.
 */
export function readMatchRules(input: unknown): Result<MatchRules, ParamFailure> {
  const { server, player, types } = (input ?? {}) as Record<string, unknown>;
  const serverValues = readValues('server', MATCH_PARAM_ROWS, server);
  if (!serverValues.ok) return serverValues;
  const playerValues = readValues('player', PLAYER_PARAM_ROWS, player);
  if (!playerValues.ok) return playerValues;
  const rules = {
    server: serverValues.value as ServerParams,
    player: playerValues.value as PlayerParams,
  };
  if (types === undefined) return ok(rules);
  const list = readTypes(types);
  return list.ok ? ok({ ...rules, types: list.value }) : list;
}

function readValues(
  module: string,
  rows: readonly ParamRow[],
  input: unknown,
): Result<Readonly<Record<string, ParamValue>>, ParamFailure> {
  const isObject = input !== null && typeof input === 'object' && !Array.isArray(input);
  const known = isObject
    ? Object.fromEntries(
        rows.flatMap(({ name }) => (Object.hasOwn(input, name) ? [[name, (input as never)[name]]] : [])),
      )
    : input;
  const checked = checkParams(module, rows, known);
  if (!checked.ok) return checked;
  for (const row of rows) {
    if (row.name !== 'player_types') continue;
    const bounded = { ...row, range: [1, MAX_PLAYER_TYPES] } as const;
    const message = describeRangeError(bounded, checked.value[row.name]!, module);
    if (message !== undefined) return err({ code: 'out-of-range', message, name: row.name });
  }
  return ok(Object.freeze(checked.value));
}

function readTypes(input: unknown): Result<readonly PlayerType[], ParamFailure> {
  if (!Array.isArray(input) || input.length === 0 || input.length > MAX_PLAYER_TYPES)
    return err({
      code: 'bad-value',
      message: `types: expected a list of 1 to ${MAX_PLAYER_TYPES} player types`,
    });
  const types: PlayerType[] = [];
  for (const [id, given] of input.entries()) {
    const type: Record<string, number> = { id };
    for (const { name } of PLAYER_TYPE_FIELDS) {
      const value = (given as Record<string, unknown> | null)?.[name];
      if (typeof value !== 'number' || !Number.isFinite(value))
        return err({
          code: 'bad-value',
          message: `types[${id}].${name}: ${String(value)} is not a finite number`,
        });
      type[name] = value;
    }
    types.push(Object.freeze(type) as PlayerType);
  }
  return ok(Object.freeze(types));
}

/** Values of rules that differ from their defaults. */
export interface ChangedRules {
  readonly server: Partial<ServerParams>;
  readonly player: Partial<PlayerParams>;
  readonly types?: readonly PlayerType[];
}

/** Returns the values of rules that differ from their defaults. */
export function listChangedRules({ server, player, types }: MatchRules): ChangedRules {
  return {
    server: listChanges(MATCH_PARAM_ROWS, server),
    player: listChanges(PLAYER_PARAM_ROWS, player),
    ...(types !== undefined && { types }),
  };
}

function listChanges<P extends object>(rows: readonly ParamRow[], values: P): Partial<P> {
  const changed = rows.filter((row) => values[row.name as keyof P] !== row.default);
  return Object.fromEntries(changed.map(({ name }) => [name, values[name as keyof P]])) as Partial<P>;
}
