/** Reads the fields of debug records from parsed JSON (docs/use/team/debug-channel.md). */
import type { Side } from '@rcss/core';
import type {
  DebugBall,
  DebugBeliefs,
  DebugMessage,
  DebugPlayer,
  DebugRecord,
  DebugSelf,
  DebugShape,
  DebugTarget,
  DebugText,
} from '@rcss/core/debug-channel';

/** Most entries of a list in a record. */
const MAX_DEBUG_LIST = 4096;
/** Longest text of a drawing, a remark or a line of text; characters. */
const MAX_DEBUG_TEXT = 4096;
/** Longest message of the protocol, characters. */
const MAX_DEBUG_MESSAGE = 65_536;
/** Largest distance of a coordinate from the center, meters; far more than any field. */
const MAX_METERS = 10_000;
const COLOR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,20})$/i;

/** Shows a value in an error. A value that is nested too deeply for JSON is only named. */
export function showValue(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)?.slice(0, 60);
  } catch {
    return Array.isArray(value) ? 'a deeply nested list' : 'a deeply nested object';
  }
}

/** A field with a value that is not allowed. */
export class DebugFieldError extends Error {
  constructor(path: string, value: unknown, allowed: string) {
    const shown = value === undefined ? 'missing' : `${showValue(value)} is wrong`;
    super(`${path || 'record'}: ${shown}; ${allowed} is allowed`);
  }
}

/** Reads a value, and throws a {@link DebugFieldError} if it is not allowed. */
type Read<T> = (value: unknown, path: string) => T;

function readNumber(value: unknown, path: string, limit = MAX_METERS): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= limit))
    throw new DebugFieldError(path, value, `a number from -${limit} to ${limit}`);
  return value;
}

const meters: Read<number> = (value, path) => readNumber(value, path);
const degrees: Read<number> = (value, path) => readNumber(value, path, 360);

const radius: Read<number> = (value, path) => {
  if (typeof value === 'number' && value < 0)
    throw new DebugFieldError(path, value, `a number from 0 to ${MAX_METERS}`);
  return readNumber(value, path);
};

const integer =
  (min: number, max: number): Read<number> =>
  (value, path) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
      throw new DebugFieldError(path, value, `a whole number from ${min} to ${max}`);
    return value as number;
  };

const text =
  (max: number): Read<string> =>
  (value, path) => {
    if (typeof value !== 'string' || value.length > max)
      throw new DebugFieldError(path, value, `a text of at most ${max} characters`);
    return value;
  };

const oneOf =
  <T>(values: readonly T[], allowed: string): Read<T> =>
  (value, path) => {
    if (!values.includes(value as T)) throw new DebugFieldError(path, value, allowed);
    return value as T;
  };

const color: Read<string> = (value, path) => {
  const word = text(20)(value, path);
  if (!COLOR.test(word)) throw new DebugFieldError(path, word, '"#rgb", "#rrggbb" or a color name of CSS');
  return word;
};

const list =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > MAX_DEBUG_LIST)
      throw new DebugFieldError(
        path,
        Array.isArray(value) ? value.length : value,
        `a list of at most ${MAX_DEBUG_LIST} entries`,
      );
    return value.map((item, i) => read(item, `${path}[${i}]`));
  };

function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DebugFieldError(path, value, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Reads the fields of an object in the order of the table; those that are not `required` may be absent. */
const object =
  <T extends object>(
    fields: { readonly [K in keyof T]-?: Read<Exclude<T[K], undefined>> },
    ...required: readonly (keyof T)[]
  ): Read<T> =>
  (value, path) => {
    const given = readObject(value, path);
    const out: Partial<T> = {};
    for (const name in fields)
      if (given[name] !== undefined || required.includes(name))
        out[name] = fields[name](given[name], join(path, name));
    return out as T;
  };

const SIDE = oneOf<Side>(['l', 'r'], '"l" or "r"');
const BOOLEAN = oneOf([true, false], 'true or false');
const UNUM = integer(1, 11);
const LEVEL = integer(1, 32);
const TEXT = text(MAX_DEBUG_TEXT);
const POINT = { x: meters, y: meters };
const MOTION = { ...POINT, vx: meters, vy: meters, age: integer(0, 1_000_000), note: TEXT };
const STYLE = { level: LEVEL, color };

const BELIEFS = object<DebugBeliefs>({
  self: object<DebugSelf>({ ...MOTION, body: degrees, neck: degrees }, 'x', 'y'),
  ball: object<DebugBall>(MOTION, 'x', 'y'),
  players: list(
    object<DebugPlayer>({ ...MOTION, side: SIDE, unum: UNUM, goalie: BOOLEAN, body: degrees }, 'x', 'y'),
  ),
});

const TARGET = object<DebugTarget>({ point: object(POINT, 'x', 'y'), unum: UNUM });

const readCorner: Read<readonly [number, number]> = (value, path) => {
  if (!Array.isArray(value) || value.length !== 2) throw new DebugFieldError(path, value, '[x, y]');
  return [meters(value[0], join(path, 'x')), meters(value[1], join(path, 'y'))];
};

const readCorners: Read<readonly (readonly [number, number])[]> = (value, path) => {
  const corners = list(readCorner)(value, path);
  if (corners.length < 3) throw new DebugFieldError(path, corners.length, 'a list of at least 3 corners');
  return corners;
};

type ShapeOf<Kind extends DebugShape['kind']> = Extract<DebugShape, { readonly kind: Kind }>;
const KIND = { kind: (value: unknown): never => value as never };
const SHAPES: { readonly [Kind in DebugShape['kind']]: Read<ShapeOf<Kind>> } = {
  point: object<ShapeOf<'point'>>({ ...KIND, ...POINT, ...STYLE }, 'x', 'y'),
  line: object<ShapeOf<'line'>>(
    { ...KIND, x1: meters, y1: meters, x2: meters, y2: meters, ...STYLE },
    ...(['x1', 'y1', 'x2', 'y2'] as const),
  ),
  circle: object<ShapeOf<'circle'>>(
    { ...KIND, ...POINT, radius, fill: BOOLEAN, ...STYLE },
    'x',
    'y',
    'radius',
  ),
  polygon: object<ShapeOf<'polygon'>>({ ...KIND, points: readCorners, fill: BOOLEAN, ...STYLE }, 'points'),
  label: object<ShapeOf<'label'>>({ ...KIND, ...POINT, text: TEXT, ...STYLE }, 'x', 'y', 'text'),
};
const SHAPE_KINDS = Object.keys(SHAPES) as readonly DebugShape['kind'][];
const readKind = oneOf(SHAPE_KINDS, `one of ${SHAPE_KINDS.map((kind) => `"${kind}"`).join(', ')}`);

const readShape: Read<DebugShape> = (value, path) =>
  SHAPES[readKind(readObject(value, path)['kind'], join(path, 'kind'))](value, path);

const RECORD = object<DebugRecord>(
  {
    time: integer(0, 10_000_000),
    side: SIDE,
    unum: integer(0, 11),
    stoppageTime: integer(0, 10_000_000),
    beliefs: BELIEFS,
    target: TARGET,
    shapes: list(readShape),
    texts: list(object<DebugText>({ text: TEXT, level: LEVEL }, 'text')),
    messages: list(
      object<DebugMessage>(
        {
          direction: oneOf(['received', 'sent'], '"received" or "sent"'),
          text: text(MAX_DEBUG_MESSAGE),
        },
        'direction',
        'text',
      ),
    ),
  },
  'time',
  'side',
  'unum',
);

/**
 * Returns the record with only the known fields.
 *
 * @throws {DebugFieldError} if a field is missing or has a value that is not allowed.
 */
export function readRecordFields(value: unknown): DebugRecord {
  return RECORD(value, '');
}
