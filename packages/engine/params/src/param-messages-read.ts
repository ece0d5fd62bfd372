/**
 * Decoder of parameter and player type messages: the inverse of `param-messages.ts`, for all three forms (positional of
 * version 7, named, JSON). Unknown names are skipped. Missing values, values of the wrong type and values out of
 * range take their defaults, as in existing clients (spec 01 §5.4). Never throws.
 */
import { err, type Failure, ok, type Result } from '@rcss/core';
import { isSentTo } from '@rcss/core/versions';
import { hasParamType, isInRange } from './check-params.js';
import { createPlayerParams, createServerParams, DEFAULT_SERVER_PARAMS } from './create-params.js';
import { PLAYER_V7_VALUE_COUNT, SERVER_V7_VALUE_COUNT } from './param-messages.js';
import type { ParamRow, ParamValue, WireForm } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { createDefaultPlayerType, PLAYER_TYPE_FIELDS, type PlayerType } from './player-type.js';
import { SERVER_PARAM_ROWS, type ServerParams } from './server-params.js';

/** Contents of a message: values in order (version 7) or by name. */
type Body = { readonly form: 'positional'; readonly words: readonly string[] } | NamedBody;
type NamedBody = { readonly form: 'named'; readonly entries: ReadonlyMap<string, ParamValue> };

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

// Quotes inside a quoted text are not escaped. Only a quote at the end of an entry ends the text.
const ENTRY = /\(([^\s()"]+) (?:"([\s\S]*?)"(?=\)[()])|([^\s()"]*))\)/y;

function createFailure(message: string, offset: number): { readonly ok: false; readonly error: Failure } {
  return err({ code: 'bad-parameter-message', message, offset });
}

function readNamed(body: string, start: number): Result<NamedBody> {
  const entries = new Map<string, ParamValue>();
  ENTRY.lastIndex = start;
  let at = start;
  while (body[at] !== ')') {
    ENTRY.lastIndex = at;
    const match = ENTRY.exec(body);
    if (match === null) return createFailure('expected an entry (NAME VALUE)', at);
    const text = match[2] ?? match[3]!;
    entries.set(match[1]!, match[2] === undefined && NUMBER.test(text) ? Number(text) : text);
    at = ENTRY.lastIndex;
  }
  return ok({ form: 'named', entries });
}

function readJson(text: string, keyword: string): Result<NamedBody> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return createFailure('the message is not valid JSON', 0);
  }
  const body =
    parsed !== null && typeof parsed === 'object' ? (parsed as Record<string, unknown>)[keyword] : undefined;
  if (body === null || typeof body !== 'object')
    return createFailure(`expected a member "${keyword}" with an object`, 0);
  const entries = new Map<string, ParamValue>();
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
      entries.set(name, value);
  }
  return ok({ form: 'named', entries });
}

function readBody(text: string, keyword: string): Result<Body> {
  const trimmed = text.replace(/[\0\s]+$/, '');
  if (trimmed.startsWith('{')) return readJson(trimmed, keyword);
  const head = `(${keyword} `;
  if (!trimmed.startsWith(head))
    return createFailure(`expected '${head}' at the beginning of the message`, 0);
  if (!trimmed.endsWith(')')) return createFailure("expected ')' at the end of the message", trimmed.length);
  if (trimmed[head.length] === '(' || trimmed[head.length] === ')') return readNamed(trimmed, head.length);
  const words = trimmed.slice(head.length, -1).split(/\s+/);
  const bad = words.find((word) => !NUMBER.test(word));
  if (bad !== undefined) return createFailure(`'${bad.slice(0, 20)}' is not a number`, trimmed.indexOf(bad));
  return ok({ form: 'positional', words });
}

/** Returns `value` as a value of `row`. Numbers are accepted as booleans. Undefined if the type is wrong. */
function toParamValue(row: ParamRow, value: ParamValue | undefined): ParamValue | undefined {
  const seen = row.type === 'bool' && typeof value === 'number' ? value !== 0 : value;
  if (!hasParamType(row, seen)) return undefined;
  return typeof seen === 'number' ? seen + 0 : seen;
}

/** Converts a value on the wire to the configured one. `factor`: slow-down factor; `step`: unmultiplied `simulator_step`. */
function toConfiguredValue(
  value: ParamValue,
  form: WireForm | undefined,
  factor: number,
  step: number,
): ParamValue {
  if (typeof value !== 'number' || form === undefined) return value;
  switch (form) {
    case 'slowed':
      return Math.trunc(value / factor);
    case 'half-cycles':
      return Math.round((value * step) / 1000) + 0;
    default:
      return value;
  }
}

function readParams(
  rows: readonly ParamRow[],
  body: Body,
  count: number,
): Result<Record<string, ParamValue>> {
  const positional = body.form === 'positional';
  if (positional && body.words.length !== count) {
    return createFailure(`expected ${count} values, found ${body.words.length}`, 0);
  }
  const raw = new Map<string, ParamValue>();
  for (const row of rows) {
    let value: ParamValue | undefined;
    if (body.form === 'named') value = body.entries.get(row.name);
    else if (row.v7 !== undefined) {
      value = Number(body.words[row.v7 - 1]);
      if (row.v7Form === 'unsigned') value |= 0;
    }
    const good = toParamValue(row, value);
    if (good !== undefined) raw.set(row.name, good);
  }
  const factor = Math.max((raw.get('slow_down_factor') as number | undefined) ?? 1, 1);
  const step = ((raw.get('simulator_step') as number | undefined) ?? 100) / (positional ? factor : 1);
  const values: Record<string, ParamValue> = {};
  for (const row of rows) {
    const value = raw.get(row.name);
    if (value === undefined) continue;
    const restored = toConfiguredValue(value, positional ? row.v7Form : row.namedForm, factor, step);
    if (hasParamType(row, restored) && isInRange(row, restored)) values[row.name] = restored;
  }
  return ok(values);
}

/**
 * Decodes server parameters from a `(server_param ...)` message of any version from 7 on or its JSON form, with or
 * without the trailing NUL. The values are as configured (spec 01 §2.3): steps without the slow-down factor, half
 * times in seconds.
 */
export function readServerParamText(text: string): Result<ServerParams> {
  const body = readBody(text, 'server_param');
  if (!body.ok) return body;
  const values = readParams(SERVER_PARAM_ROWS, body.value, SERVER_V7_VALUE_COUNT);
  if (!values.ok) return values;
  // Only a match with the extension has its parameters.
  return ok(createServerParams({ ...values.value, experimental_height: '2d_mode' in values.value }));
}

/** Decodes player parameters from a `(player_param ...)` message of any version from 7 on or its JSON form. */
export function readPlayerParamText(text: string): Result<PlayerParams> {
  const body = readBody(text, 'player_param');
  if (!body.ok) return body;
  const values = readParams(PLAYER_PARAM_ROWS, body.value, PLAYER_V7_VALUE_COUNT);
  return values.ok ? ok(createPlayerParams(values.value)) : values;
}

/**
 * Decodes a player type from a `(player_type ...)` message of any version from 7 on or its JSON form. Attributes
 * that the version does not carry take the values of the default type of `server` (the parameters from earlier
 * messages; default: the default parameters).
 */
export function readPlayerTypeText(
  text: string,
  server: ServerParams = DEFAULT_SERVER_PARAMS,
): Result<PlayerType> {
  const body = readBody(text, 'player_type');
  if (!body.ok) return body;
  const found: Record<string, ParamValue | undefined> = {};
  if (body.value.form === 'named') {
    for (const name of ['id', ...PLAYER_TYPE_FIELDS.map((field) => field.name)])
      found[name] = body.value.entries.get(name);
  } else {
    const names = [
      'id',
      ...PLAYER_TYPE_FIELDS.filter((field) => isSentTo(field.since, 7)).map((field) => field.name),
    ];
    if (body.value.words.length !== names.length)
      return createFailure(`expected ${names.length} values, found ${body.value.words.length}`, 0);
    for (const [i, word] of body.value.words.entries()) found[names[i]!] = Number(word);
  }
  const id = found['id'];
  if (typeof id !== 'number' || !Number.isInteger(id))
    return createFailure(`the id of a player type must be an integer, not ${JSON.stringify(id ?? null)}`, 0);
  const type: Record<string, number> = { ...createDefaultPlayerType(server), id };
  for (const field of PLAYER_TYPE_FIELDS) {
    const value = found[field.name];
    if (typeof value === 'number' && Number.isFinite(value)) type[field.name] = value;
  }
  return ok(Object.freeze(type) as unknown as PlayerType);
}
