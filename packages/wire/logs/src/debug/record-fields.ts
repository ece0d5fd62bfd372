/** Reads the fields of debug records from parsed JSON (docs/use/team/debug-channel.md). */
import type { Side } from '@rcss/core';
import type {
  DebugBeliefs,
  DebugMessage,
  DebugObject,
  DebugPlayer,
  DebugRecord,
  DebugSelf,
  DebugShape,
  DebugShapeStyle,
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

type Fields = Readonly<Record<string, unknown>>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DebugFieldError(path, value, 'an object');
  return value as Fields;
}

function readList<T>(value: unknown, path: string, read: (item: unknown, path: string) => T): readonly T[] {
  if (!Array.isArray(value) || value.length > MAX_DEBUG_LIST)
    throw new DebugFieldError(
      path,
      Array.isArray(value) ? value.length : value,
      `a list of at most ${MAX_DEBUG_LIST} entries`,
    );
  return value.map((item, i) => read(item, `${path}[${i}]`));
}

function readNumber(fields: Fields, name: string, path: string, limit = MAX_METERS): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(Math.abs(value) <= limit))
    throw new DebugFieldError(join(path, name), value, `a number from -${limit} to ${limit}`);
  return value;
}

function readInteger(fields: Fields, name: string, path: string, min: number, max: number): number {
  const value = fields[name];
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
    throw new DebugFieldError(join(path, name), value, `a whole number from ${min} to ${max}`);
  return value as number;
}

function readText(fields: Fields, name: string, path: string, max = MAX_DEBUG_TEXT): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.length > max)
    throw new DebugFieldError(join(path, name), value, `a text of at most ${max} characters`);
  return value;
}

function readBoolean(fields: Fields, name: string, path: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw new DebugFieldError(join(path, name), value, 'true or false');
  return value;
}

function readSide(fields: Fields, path: string): Side {
  const value = fields['side'];
  if (value !== 'l' && value !== 'r') throw new DebugFieldError(join(path, 'side'), value, '"l" or "r"');
  return value;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Copies an optional field to `out` if it is present. */
function copy<T extends object, K extends keyof T & string>(
  fields: Fields,
  out: Mutable<T>,
  name: K,
  read: () => T[K],
): void {
  if (fields[name] !== undefined) out[name] = read();
}

function readMotion(fields: Fields, path: string): Mutable<DebugObject> {
  const out: Mutable<DebugObject> = { x: readNumber(fields, 'x', path), y: readNumber(fields, 'y', path) };
  copy(fields, out, 'vx', () => readNumber(fields, 'vx', path));
  copy(fields, out, 'vy', () => readNumber(fields, 'vy', path));
  copy(fields, out, 'age', () => readInteger(fields, 'age', path, 0, 1_000_000));
  copy(fields, out, 'note', () => readText(fields, 'note', path));
  return out;
}

function readSelf(value: unknown, path: string): DebugSelf {
  const fields = readObject(value, path);
  const out: Mutable<DebugSelf> = readMotion(fields, path);
  copy(fields, out, 'body', () => readNumber(fields, 'body', path, 360));
  copy(fields, out, 'neck', () => readNumber(fields, 'neck', path, 360));
  return out;
}

function readPlayer(value: unknown, path: string): DebugPlayer {
  const fields = readObject(value, path);
  const out: Mutable<DebugPlayer> = readMotion(fields, path);
  copy(fields, out, 'side', () => readSide(fields, path));
  copy(fields, out, 'unum', () => readInteger(fields, 'unum', path, 1, 11));
  copy(fields, out, 'goalie', () => readBoolean(fields, 'goalie', path));
  copy(fields, out, 'body', () => readNumber(fields, 'body', path, 360));
  return out;
}

function readBeliefs(value: unknown, path: string): DebugBeliefs {
  const fields = readObject(value, path);
  const out: Mutable<DebugBeliefs> = {};
  copy(fields, out, 'self', () => readSelf(fields['self'], join(path, 'self')));
  copy(fields, out, 'ball', () =>
    readMotion(readObject(fields['ball'], join(path, 'ball')), join(path, 'ball')),
  );
  copy(fields, out, 'players', () => readList(fields['players'], join(path, 'players'), readPlayer));
  return out;
}

function readTarget(value: unknown, path: string): DebugTarget {
  const fields = readObject(value, path);
  const out: Mutable<DebugTarget> = {};
  copy(fields, out, 'point', () => {
    const inner = join(path, 'point');
    const point = readObject(fields['point'], inner);
    return { x: readNumber(point, 'x', inner), y: readNumber(point, 'y', inner) };
  });
  copy(fields, out, 'unum', () => readInteger(fields, 'unum', path, 1, 11));
  return out;
}

function readStyle(fields: Fields, path: string): DebugShapeStyle {
  const out: Mutable<DebugShapeStyle> = {};
  copy(fields, out, 'level', () => readInteger(fields, 'level', path, 1, 32));
  copy(fields, out, 'color', () => {
    const color = readText(fields, 'color', path, 20);
    if (!COLOR.test(color))
      throw new DebugFieldError(join(path, 'color'), color, '"#rgb", "#rrggbb" or a color name of CSS');
    return color;
  });
  return out;
}

function readCorner(value: unknown, path: string): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) throw new DebugFieldError(path, value, '[x, y]');
  const corner = { x: value[0], y: value[1] };
  return [readNumber(corner, 'x', path), readNumber(corner, 'y', path)];
}

const SHAPE_KINDS = ['point', 'line', 'circle', 'polygon', 'label'];

function readShape(value: unknown, path: string): DebugShape {
  const fields = readObject(value, path);
  const style = readStyle(fields, path);
  const at = (name: string): number => readNumber(fields, name, path);
  const fill = (): { fill?: boolean } =>
    fields['fill'] === undefined ? {} : { fill: readBoolean(fields, 'fill', path) };
  switch (fields['kind']) {
    case 'point':
      return { kind: 'point', x: at('x'), y: at('y'), ...style };
    case 'line':
      return { kind: 'line', x1: at('x1'), y1: at('y1'), x2: at('x2'), y2: at('y2'), ...style };
    case 'circle':
      if (typeof fields['radius'] === 'number' && fields['radius'] < 0)
        throw new DebugFieldError(join(path, 'radius'), fields['radius'], `a number from 0 to ${MAX_METERS}`);
      return { kind: 'circle', x: at('x'), y: at('y'), radius: at('radius'), ...fill(), ...style };
    case 'polygon': {
      const points = readList(fields['points'], join(path, 'points'), readCorner);
      if (points.length < 3)
        throw new DebugFieldError(join(path, 'points'), points.length, 'a list of at least 3 corners');
      return { kind: 'polygon', points, ...fill(), ...style };
    }
    case 'label':
      return { kind: 'label', x: at('x'), y: at('y'), text: readText(fields, 'text', path), ...style };
    default:
      throw new DebugFieldError(
        join(path, 'kind'),
        fields['kind'],
        `one of ${SHAPE_KINDS.map((kind) => `"${kind}"`).join(', ')}`,
      );
  }
}

function readDebugText(value: unknown, path: string): DebugText {
  const fields = readObject(value, path);
  const out: Mutable<DebugText> = { text: readText(fields, 'text', path) };
  copy(fields, out, 'level', () => readInteger(fields, 'level', path, 1, 32));
  return out;
}

function readMessage(value: unknown, path: string): DebugMessage {
  const fields = readObject(value, path);
  const { direction } = fields;
  if (direction !== 'received' && direction !== 'sent')
    throw new DebugFieldError(join(path, 'direction'), direction, '"received" or "sent"');
  return { direction, text: readText(fields, 'text', path, MAX_DEBUG_MESSAGE) };
}

/**
 * Returns the record with only the known fields.
 *
 * @throws {DebugFieldError} if a field is missing or has a value that is not allowed.
 */
export function readRecordFields(value: unknown): DebugRecord {
  const fields = readObject(value, '');
  const out: Mutable<DebugRecord> = {
    time: readInteger(fields, 'time', '', 0, 10_000_000),
    side: readSide(fields, ''),
    unum: readInteger(fields, 'unum', '', 0, 11),
  };
  copy(fields, out, 'stoppageTime', () => readInteger(fields, 'stoppageTime', '', 0, 10_000_000));
  copy(fields, out, 'beliefs', () => readBeliefs(fields['beliefs'], 'beliefs'));
  copy(fields, out, 'target', () => readTarget(fields['target'], 'target'));
  copy(fields, out, 'shapes', () => readList(fields['shapes'], 'shapes', readShape));
  copy(fields, out, 'texts', () => readList(fields['texts'], 'texts', readDebugText));
  copy(fields, out, 'messages', () => readList(fields['messages'], 'messages', readMessage));
  return out;
}
