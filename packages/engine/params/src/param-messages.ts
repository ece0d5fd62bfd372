/**
 * Encoder of parameter and player type messages (spec 01 §5.2, §5.3, spec 03 §5.2 to §5.4, spec 09 §8.2, §9). No
 * trailing NUL or newline.
 */
import { isSentTo, playerFeatures } from '@rcss/core/versions';
import { formatJsonString } from '@rcss/sexp';
import { formatG6 } from '@rcss/sexp/numbers';
import { computeControlRadiusWidth, computeKickableArea, computeLcmStep } from './derived.js';
import { MONITORS_ONLY, type ParamRow, type ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { PLAYER_TYPE_FIELDS, type PlayerType } from './player-type.js';
import { SERVER_PARAM_ROWS, type ServerParams, serverParamRows } from './server-params.js';
import { toWireValue, type ValueRecord } from './wire-value.js';

/**
 * Receiver of a parameter message. A number is the protocol version of a player, coach or trainer; its fraction is
 * ignored. `all`: monitors from version 3 on and game logs from version 4 on. `json`: JSON monitors and logs.
 */
export type ParamAudience = number | 'all' | 'json';

/** A value in the positional server message of version 7 that is not a parameter (spec 01 §2.2). */
export interface V7Extra {
  readonly position: number;
  readonly name: string;
  readonly value: (p: ServerParams) => number;
}

/** The three derived values and seven constants of the positional server message. */
export const SERVER_V7_EXTRAS: readonly V7Extra[] = [
  { position: 37, name: 'control_radius - player_size', value: computeControlRadiusWidth },
  { position: 52, name: 'player_size + kickable_margin + ball_size', value: computeKickableArea },
  { position: 75, name: 'lcm_step', value: computeLcmStep },
  ...[88, 89, 90, 91, 92, 93, 94].map((position) => ({ position, name: 'constant', value: () => -1 })),
];

/** Number of values of the positional server message. */
export const SERVER_V7_VALUE_COUNT = 103;
/** Number of values of the positional player message. */
export const PLAYER_V7_VALUE_COUNT = 19;

function formatSexpValue(value: ParamValue): string {
  if (typeof value === 'number') return formatG6(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return `"${value}"`;
}

function formatJsonValue(value: ParamValue): string {
  if (typeof value === 'number') return formatG6(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return formatJsonString(value);
}

/** Prints a value. Integers are printed in full decimal; only reals are limited to six digits. */
function formatParam(row: ParamRow, value: ParamValue, text: (value: ParamValue) => string): string {
  return row.type === 'int' ? String(value) : text(value);
}

function formatPositional(
  keyword: string,
  rows: readonly ParamRow[],
  values: ValueRecord,
  extras: readonly V7Extra[],
): string {
  const words: string[] = [];
  for (const row of rows) {
    if (row.v7 !== undefined)
      words[row.v7 - 1] = formatParam(row, toWireValue(row, values, row.v7Form), formatSexpValue);
  }
  for (const extra of extras)
    words[extra.position - 1] = formatG6(extra.value(values as unknown as ServerParams));
  return `(${keyword} ${words.join(' ')})`;
}

function formatNamed(
  keyword: string,
  rows: readonly ParamRow[],
  values: ValueRecord,
  version: number,
): string {
  let text = `(${keyword} `;
  for (const row of rows) {
    if (!isSentTo(row.since, version)) continue;
    text += `(${row.name} ${formatParam(row, toWireValue(row, values, row.namedForm), formatSexpValue)})`;
  }
  return `${text})`;
}

function formatJson(keyword: string, rows: readonly ParamRow[], values: ValueRecord): string {
  const members = rows.map(
    (row) => `"${row.name}":${formatParam(row, toWireValue(row, values, row.namedForm), formatJsonValue)}`,
  );
  return `{"${keyword}":{${members.join(',')}}}`;
}

function formatParamText(
  keyword: string,
  rows: readonly ParamRow[],
  values: ValueRecord,
  audience: ParamAudience,
  extras: readonly V7Extra[],
): string {
  if (audience === 'json') return formatJson(keyword, rows, values);
  if (audience === 'all') return formatNamed(keyword, rows, values, MONITORS_ONLY);
  const features = playerFeatures(audience);
  if (!features.paramMessages) return '';
  return features.positionalParams
    ? formatPositional(keyword, rows, values, extras)
    : formatNamed(keyword, rows, values, audience);
}

/** Returns the `(server_param ...)` message; '' for players below version 7, which do not get it. */
export function formatServerParamText(params: ServerParams, audience: ParamAudience): string {
  // Only clients of an extension have a version with its parameters; monitors and logs have no such version.
  const rows = typeof audience === 'number' ? SERVER_PARAM_ROWS : serverParamRows(params);
  return formatParamText('server_param', rows, params, audience, SERVER_V7_EXTRAS);
}

/**
 * Returns the `(player_param ...)` message; '' for players below version 7. `params` must contain the seed in use
 * (`replaceSeed` of `@rcss/params/derivations`).
 */
export function formatPlayerParamText(params: PlayerParams, audience: ParamAudience): string {
  return formatParamText('player_param', PLAYER_PARAM_ROWS, params, audience, []);
}

/** Returns the `(player_type ...)` message of one type; '' for players below version 7 (spec 03 §5.4). */
export function formatPlayerTypeText(type: PlayerType, audience: ParamAudience): string {
  if (audience === 'json') {
    const members = PLAYER_TYPE_FIELDS.map((field) => `"${field.name}":${formatG6(type[field.name])}`);
    return `{"player_type":{"id":${type.id},${members.join(',')}}}`;
  }
  const version = audience === 'all' ? MONITORS_ONLY : audience;
  const features = playerFeatures(version);
  if (!features.paramMessages) return '';
  const fields = PLAYER_TYPE_FIELDS.filter((field) => isSentTo(field.since, version));
  if (features.positionalParams)
    return `(player_type ${[type.id, ...fields.map((f) => formatG6(type[f.name]))].join(' ')})`;
  return `(player_type (id ${type.id})${fields.map((f) => `(${f.name} ${formatG6(type[f.name])})`).join('')})`;
}
