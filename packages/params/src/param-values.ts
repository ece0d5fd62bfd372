/** Complete sets of parameter values: defaults, schemas, and sets made from a few chosen values. All read the tables. */
import { err, ok, type Result } from '@rcss/core';
import { z } from 'zod';
import { CSV_SAVER_PARAM_ROWS, type CsvSaverParams } from './csv-saver-params.js';
import { EXTENSION_PARAM_ROWS, type ExtensionParams } from './extension-params.js';
import { MYSQL_SAVER_PARAM_ROWS, type MySqlSaverParams } from './mysql-saver-params.js';
import { nearestName } from './nearest-name.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { SERVER_PARAM_ROWS, type ServerParams } from './server-params.js';
import { settledValue } from './set-rules.js';

/** Smallest and largest value of an int parameter. */
export const INT_MIN = -2147483648;
export const INT_MAX = 2147483647;

/** Why a set of values was refused. */
export interface ParamFailure {
  readonly code: 'unknown-parameter' | 'bad-value' | 'not-an-object';
  readonly message: string;
  /** The parameter concerned, absent when the whole input is no object. */
  readonly name?: string;
  /** Closest known name of an unknown parameter. */
  readonly nearest?: string;
}

function kindSchema(row: ParamRow): z.ZodType {
  switch (row.type) {
    case 'int':
      return z
        .int()
        .min(INT_MIN)
        .max(INT_MAX)
        .default(row.default as number);
    case 'real':
      return z.number().default(row.default as number);
    case 'bool':
      return z.boolean().default(row.default as boolean);
    case 'string':
      return z.string().default(row.default as string);
  }
}

function schemaOf<P>(rows: readonly ParamRow[]): z.ZodType<P, Partial<P>> {
  const shape = Object.fromEntries(rows.map((row) => [row.name, kindSchema(row)]));
  return z.strictObject(shape) as unknown as z.ZodType<P, Partial<P>>;
}

function defaultsOf<P>(rows: readonly ParamRow[]): P {
  return Object.freeze(Object.fromEntries(rows.map((row) => [row.name, row.default]))) as P;
}

/** Schema of `server::` values; missing ones take their defaults, unknown names are refused. Rules of 01 §2.4 not applied. */
export const serverParamsSchema: z.ZodType<ServerParams, Partial<ServerParams>> = schemaOf(SERVER_PARAM_ROWS);
/** Schema of `player::` values; missing ones take their defaults, unknown names are refused. */
export const playerParamsSchema: z.ZodType<PlayerParams, Partial<PlayerParams>> = schemaOf(PLAYER_PARAM_ROWS);
/** Schema of `CSVSaver::` values; missing ones take their defaults, unknown names are refused. */
export const csvSaverParamsSchema: z.ZodType<CsvSaverParams, Partial<CsvSaverParams>> = schemaOf(
  CSV_SAVER_PARAM_ROWS,
);
/** Schema of `MySQLSaver::` values; missing ones take their defaults, unknown names are refused. */
export const mysqlSaverParamsSchema: z.ZodType<MySqlSaverParams, Partial<MySqlSaverParams>> = schemaOf(
  MYSQL_SAVER_PARAM_ROWS,
);
/** Schema of the extension values; missing ones take their defaults, unknown names are refused. */
export const extensionParamsSchema: z.ZodType<ExtensionParams, Partial<ExtensionParams>> = schemaOf(
  EXTENSION_PARAM_ROWS,
);

/** All `server::` parameters at their defaults. */
export const DEFAULT_SERVER_PARAMS: ServerParams = defaultsOf(SERVER_PARAM_ROWS);
/** All `player::` parameters at their defaults. */
export const DEFAULT_PLAYER_PARAMS: PlayerParams = defaultsOf(PLAYER_PARAM_ROWS);
/** All `CSVSaver::` parameters at their defaults. */
export const DEFAULT_CSV_SAVER_PARAMS: CsvSaverParams = defaultsOf(CSV_SAVER_PARAM_ROWS);
/** All `MySQLSaver::` parameters at their defaults. */
export const DEFAULT_MYSQL_SAVER_PARAMS: MySqlSaverParams = defaultsOf(MYSQL_SAVER_PARAM_ROWS);
/** All extension parameters at their defaults. */
export const DEFAULT_EXTENSION_PARAMS: ExtensionParams = defaultsOf(EXTENSION_PARAM_ROWS);

/** A set of values with the rules of 01 §2.4 applied in table order, frozen. */
function settle<P>(rows: readonly ParamRow[], values: P): P {
  const settled: Record<string, ParamValue> = {};
  for (const row of rows) {
    const value = settledValue(row, (values as Record<string, ParamValue>)[row.name]!);
    settled[row.name] = value;
  }
  // Two equal fixed names: the second one is dropped (01 §2.4).
  if (settled['fixed_teamname_r'] && settled['fixed_teamname_r'] === settled['fixed_teamname_l']) {
    settled['fixed_teamname_r'] = '';
  }
  return Object.freeze(settled) as P;
}

function parse<P>(
  schema: z.ZodType<P, Partial<P>>,
  rows: readonly ParamRow[],
  input: unknown,
): Result<P, ParamFailure> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(settle(rows, parsed.data));
  const issue = parsed.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const name = issue.keys[0]!;
    const nearest = nearestName(
      name,
      rows.map((row) => row.name),
    );
    const hint = nearest === undefined ? '' : `; the nearest known name is '${nearest}'`;
    const failure = {
      code: 'unknown-parameter',
      message: `there is no parameter '${name}'${hint}`,
      name,
    } as const;
    return err(nearest === undefined ? failure : { ...failure, nearest });
  }
  const name = issue.path[0];
  if (name === undefined) return err({ code: 'not-an-object', message: issue.message });
  return err({ code: 'bad-value', message: `${String(name)}: ${issue.message}`, name: String(name) });
}

/** Complete `server::` values from an unknown object with some of them, for example parsed JSON. Never throws. */
export function parseServerParams(input: unknown): Result<ServerParams, ParamFailure> {
  return parse(serverParamsSchema, SERVER_PARAM_ROWS, input);
}

/** Complete `player::` values from an unknown object with some of them. Never throws. */
export function parsePlayerParams(input: unknown): Result<PlayerParams, ParamFailure> {
  return parse(playerParamsSchema, PLAYER_PARAM_ROWS, input);
}

function unwrapped<P>(result: Result<P, ParamFailure>): P {
  if (result.ok) return result.value;
  throw new RangeError(result.error.message);
}

/**
 * Complete `server::` values from a few chosen ones, the rest at their defaults; frozen. Negative counts and probabilities
 * are clamped and fixed team names checked as in 01 §2.4. Throws a RangeError on a value of the wrong kind.
 */
export function createServerParams(values: Partial<ServerParams> = {}): ServerParams {
  return unwrapped(parseServerParams(values));
}

/** Complete `player::` values from a few chosen ones, the rest at their defaults; frozen. Throws like {@link createServerParams}. */
export function createPlayerParams(values: Partial<PlayerParams> = {}): PlayerParams {
  return unwrapped(parsePlayerParams(values));
}
