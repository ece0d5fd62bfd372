import type { ClangResult } from '../problem.js';
import type { Message } from './ast.js';
import { SHAPES, type Shape, type ShapeField } from './shape.js';

/** A value that JSON can express. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The reason for which a JSON value is not a message. */
export interface JsonFailure {
  readonly code: 'json';
  /** What is allowed at the place. */
  readonly message: string;
  /** The place, for example `$.tokens[0].condition.kind`. */
  readonly path: string;
}

/**
 * Limit of the nesting. The nesting of a sum of points equals its length. Other parts nest less in a message that
 * fits into a datagram.
 */
const MAX_DEPTH = 1000;

/** Returns a message as a JSON value: the tree itself, with `"inf"`, `"-inf"` and `"-0"` for the numbers that JSON cannot express. */
export function toJson(message: Message): JsonValue {
  return toJsonValue(message);
}

function toJsonValue(value: unknown): JsonValue {
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return '-0';
    if (value === Number.POSITIVE_INFINITY) return 'inf';
    if (value === Number.NEGATIVE_INFINITY) return '-inf';
    return value;
  }
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toJsonValue(part)]));
  }
  return value as JsonValue;
}

/**
 * Returns the message of a JSON value that {@link toJson} made. It checks everything, also the spelling and length
 * of names, so that the message can be printed and said unless it is nested too deeply. Unknown fields are
 * ignored. Never throws.
 */
export function fromJson(value: unknown): ClangResult<Message, JsonFailure> {
  const failure: { path: string; message: string }[] = [];
  const message = readShape('message', value, '$', 0, failure);
  const first = failure[0];
  return first === undefined
    ? { ok: true, value: message as unknown as Message }
    : { ok: false, error: { code: 'json', ...first } };
}

type Failures = { path: string; message: string }[];

function readShape(shape: Shape, value: unknown, path: string, depth: number, failures: Failures): object {
  const fail = (at: string, message: string): object => {
    failures.push({ path: at, message });
    return {};
  };
  if (depth > MAX_DEPTH) return fail(path, `nested too deeply; at most ${MAX_DEPTH} levels are allowed`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(path, `expected an object (${shape})`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const kind = Object.hasOwn(fields, 'kind') ? fields['kind'] : undefined;
  const kinds = SHAPES[shape];
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    return fail(`${path}.kind`, `expected one of ${Object.keys(kinds).join(', ')}`);
  }
  const node: Record<string, unknown> = { kind };
  for (const [name, field] of Object.entries(kinds[kind]!)) {
    const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
    node[name] = readField(field, given, `${path}.${name}`, depth, failures);
    if (failures.length > 0) return {};
  }
  return node;
}

const isPattern = (field: ShapeField): field is RegExp => field instanceof RegExp;

function readField(
  field: ShapeField,
  value: unknown,
  path: string,
  depth: number,
  failures: Failures,
): unknown {
  const bad = (message: string): undefined => {
    failures.push({ path, message });
    return undefined;
  };
  if (isPattern(field)) {
    return typeof value === 'string' && field.test(value)
      ? value
      : bad(`expected a string like ${field.source}`);
  }
  if (typeof field === 'object') {
    if ('oneOf' in field) {
      return field.oneOf.includes(value) ? value : bad(`expected one of ${field.oneOf.join(', ')}`);
    }
    if ('node' in field) return readShape(field.node, value, path, depth + 1, failures);
    if (!Array.isArray(value)) return bad('expected a list');
    if (field.count !== undefined ? value.length !== field.count : value.length === 0) {
      return bad(
        field.count === undefined ? 'expected at least one element' : `expected ${field.count} elements`,
      );
    }
    const { list } = field;
    const items: unknown[] = [];
    for (let i = 0; i < value.length && failures.length === 0; i++) {
      const at = `${path}[${i}]`;
      items.push(
        typeof list === 'string' && list in SHAPES
          ? readShape(list as Shape, value[i], at, depth + 1, failures)
          : readField(list as ShapeField, value[i], at, depth, failures),
      );
    }
    return field.sorted === undefined ? items : field.sorted.filter((one) => items.includes(one));
  }
  switch (field) {
    case 'int':
      return typeof value === 'number' && value === (value | 0)
        ? value | 0
        : bad('expected a signed 32-bit integer');
    case 'number':
      if (value === 'inf') return Number.POSITIVE_INFINITY;
      if (value === '-inf') return Number.NEGATIVE_INFINITY;
      if (value === '-0') return -0;
      return typeof value === 'number' && !Number.isNaN(value) ? value : bad('expected a number');
    case 'boolean':
      return typeof value === 'boolean' ? value : bad('expected true or false');
  }
}
