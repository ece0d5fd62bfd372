/** Checks of external parameter values against the rows of a table. */
import { err, ok, type Result } from '@rcss/core';
import { findNearestName } from './nearest-name.js';
import { splitWords } from './normalize-param.js';
import type { ParamRow, ParamValue } from './param-row.js';

/** Smallest value of an `int` parameter (32 bits). */
export const MIN_INT = -2147483648;
/** Largest value of an `int` parameter (32 bits). */
export const MAX_INT = 2147483647;

/** Reason why a set of values is refused. */
export interface ParamFailure {
  /** `out-of-range`: the value has the right type, but no match can run with it. */
  readonly code: 'unknown-parameter' | 'bad-value' | 'out-of-range' | 'not-an-object';
  /** Text with the parameter, the value and the allowed values. */
  readonly message: string;
  /** Name of the parameter; absent if the whole input is not an object. */
  readonly name?: string;
  /** Closest known name of an unknown parameter. */
  readonly nearest?: string;
}

/** Returns a value for an error message: short, in one line. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (value !== null && typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const TYPE_NAMES = {
  int: `an integer (${MIN_INT} to ${MAX_INT})`,
  real: 'a finite number',
  bool: 'true or false',
  string: 'a text',
} as const;

/** Returns whether `value` has the type of `row`: integers fit 32 bits, reals are finite. */
export function hasParamType(row: ParamRow, value: unknown): value is ParamValue {
  switch (row.type) {
    case 'int':
      return Number.isInteger(value) && (value as number) >= MIN_INT && (value as number) <= MAX_INT;
    case 'real':
      return Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
  }
}

/** Returns whether a match can run with `value`. */
export function isInRange(row: ParamRow, value: ParamValue): boolean {
  if (row.words !== undefined) return splitWords(String(value)).every((word) => row.words?.includes(word));
  if (row.range === undefined || typeof value !== 'number') return true;
  return value >= row.range[0] && value <= row.range[1];
}

/**
 * Returns the error message of a value out of range, for example `server::simulator_step: 0 is out of range
 * (1–2147483647 ms)`; undefined if the value is in the range of the row.
 */
export function describeRangeError(row: ParamRow, value: ParamValue, module: string): string | undefined {
  if (isInRange(row, value)) return undefined;
  if (row.words !== undefined) {
    const unknown = splitWords(String(value)).find((word) => !row.words?.includes(word));
    return `${module}::${row.name}: '${unknown}' is not a known name (allowed, separated by commas: ${row.words.join(', ')})`;
  }
  if (row.range === undefined) return undefined;
  const [lowest, highest] = row.range;
  const unit = row.unit === undefined ? '' : ` ${row.unit}`;
  return `${module}::${row.name}: ${value} is out of range (${lowest}–${highest}${unit})`;
}

function createUnknownParameterFailure(
  module: string,
  rows: readonly ParamRow[],
  name: string,
): ParamFailure {
  const nearest = findNearestName(
    name,
    rows.map((row) => row.name),
  );
  const message = `${module}::${formatValue(name).replace(/^"|"$/g, '')} is not a parameter`;
  if (nearest === undefined) return { code: 'unknown-parameter', message, name };
  return {
    code: 'unknown-parameter',
    message: `${message}; did you mean ${module}::${nearest}?`,
    name,
    nearest,
  };
}

/**
 * Returns all values of a table, given an object with some of them. Missing and undefined values take their
 * defaults. Does not apply the rules for setting a value (see `normalizeParam`). Never throws.
 */
export function checkParams(
  module: string,
  rows: readonly ParamRow[],
  input: unknown,
): Result<Record<string, ParamValue>, ParamFailure> {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    const message = `${module} parameters: expected an object of names and values, not ${formatValue(input)}`;
    return err({ code: 'not-an-object', message });
  }
  const given = input as Readonly<Record<string, unknown>>;
  const values: Record<string, ParamValue> = {};
  for (const row of rows) {
    const owner = row.module ?? module;
    const value = Object.hasOwn(given, row.name) ? given[row.name] : undefined;
    if (value === undefined) values[row.name] = row.default;
    else if (!hasParamType(row, value)) {
      const message = `${owner}::${row.name}: ${formatValue(value)} is not ${TYPE_NAMES[row.type]}`;
      return err({ code: 'bad-value', message, name: row.name });
    } else {
      const problem = describeRangeError(row, value, owner);
      if (problem !== undefined) return err({ code: 'out-of-range', message: problem, name: row.name });
      values[row.name] = value;
    }
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(values, name)) return err(createUnknownParameterFailure(module, rows, name));
  }
  return ok(values);
}
