import type { Side, Vec2 } from '@rcss/core';
import type { DebugShape, DebugShapeStyle, DebugText } from '@rcss/core/debug-channel';

/** Drawings and texts of one cycle and one player; the reader of the debug channel takes no more. */
const MAX_COUNT = 4096;
const MAX_TEXT_LENGTH = 4096;
const MAX_LEVEL = 32;

/** Level and color of a drawing. Level: 1 to 32, shown and hidden in the viewer; without it, the drawing is always shown. */
export interface DebugStyle extends DebugShapeStyle {
  /** Whether the inside of a circle is colored; false by default. */
  readonly fill?: boolean;
}

/** What a player drew and wrote in a cycle, in the field frame. */
export interface DebugDrawings {
  readonly shapes: DebugShape[];
  readonly texts: DebugText[];
}

/**
 * Draws and writes for the debug channel in this cycle; the viewer shows it over the match. Points are in the team frame, meters. If the
 * match has no receiver of debug records, the calls do nothing: ask `isOn` before expensive preparations.
 *
 * @example player.debug.line(player.world.self.pos, target, { level: 3, color: 'red' });
 */
export class DebugPen {
  readonly isOn: boolean;
  readonly #sign: number;
  #drawings: DebugDrawings = { shapes: [], texts: [] };

  /** @param side Side of the team; null: nothing is recorded. */
  constructor(side: Side | null) {
    this.isOn = side !== null;
    this.#sign = side === 'r' ? -1 : 1;
  }

  /** Draws a line. */
  line(from: Readonly<Vec2>, to: Readonly<Vec2>, style: DebugStyle = {}): void {
    if (!this.isOn) return;
    const { x: x1, y: y1 } = this.#place('line: from', from);
    const { x: x2, y: y2 } = this.#place('line: to', to);
    this.#add('line', { kind: 'line', x1, y1, x2, y2, ...pickStyle('line', style) });
  }

  /** Draws a circle; radius in meters. */
  circle(center: Readonly<Vec2>, radius: number, style: DebugStyle = {}): void {
    if (!this.isOn) return;
    if (!(radius >= 0 && radius < Number.POSITIVE_INFINITY))
      throw new RangeError(`debug.circle: radius: ${String(radius)} is not a number of meters, at least 0`);
    const { fill } = style;
    const place = this.#place('circle: center', center);
    this.#add('circle', {
      kind: 'circle',
      ...place,
      radius,
      ...(fill === undefined ? {} : { fill }),
      ...pickStyle('circle', style),
    });
  }

  /** Draws a point. */
  point(at: Readonly<Vec2>, style: DebugStyle = {}): void {
    if (!this.isOn) return;
    this.#add('point', { kind: 'point', ...this.#place('point: at', at), ...pickStyle('point', style) });
  }

  /** Writes a text at a place of the field, at most 4096 characters. */
  label(at: Readonly<Vec2>, text: string, style: DebugStyle = {}): void {
    if (!this.isOn) return;
    const place = this.#place('label: at', at);
    this.#add('label', {
      kind: 'label',
      ...place,
      text: String(text).slice(0, MAX_TEXT_LENGTH),
      ...pickStyle('label', style),
    });
  }

  /** Writes a line into the list of the cycle, at most 4096 characters. */
  text(text: string, style: Pick<DebugStyle, 'level'> = {}): void {
    if (!this.isOn) return;
    const { texts } = this.#drawings;
    checkCount('text', texts.length);
    const { level } = pickStyle('text', style);
    const line = String(text).slice(0, MAX_TEXT_LENGTH);
    texts.push(level === undefined ? { text: line } : { text: line, level });
  }

  /** Returns what was drawn since the last call. @internal */
  take(): DebugDrawings {
    const drawings = this.#drawings;
    if (drawings.shapes.length > 0 || drawings.texts.length > 0) this.#drawings = { shapes: [], texts: [] };
    return drawings;
  }

  #add(call: string, shape: DebugShape): void {
    const { shapes } = this.#drawings;
    checkCount(call, shapes.length);
    shapes.push(shape);
  }

  #place(name: string, point: Readonly<Vec2>): Vec2 {
    if (!Number.isFinite(point?.x) || !Number.isFinite(point?.y))
      throw new TypeError(`debug.${name}: ${JSON.stringify(point)} is not a point such as { x: 10, y: 0 }`);
    return { x: this.#sign * point.x, y: this.#sign * point.y };
  }
}

/** The pen of a player whose match has no receiver of debug records. */
export const NO_DEBUG: DebugPen = new DebugPen(null);

function checkCount(call: string, count: number): void {
  if (count >= MAX_COUNT)
    throw new RangeError(`debug.${call}: at most ${MAX_COUNT} drawings and texts of a player in a cycle`);
}

function pickStyle(call: string, { level, color }: DebugStyle): DebugShapeStyle {
  if (level !== undefined && !(Number.isInteger(level) && level >= 1 && level <= MAX_LEVEL))
    throw new RangeError(
      `debug.${call}: level: ${String(level)} is not a whole number from 1 to ${MAX_LEVEL}`,
    );
  return { ...(level === undefined ? {} : { level }), ...(color === undefined ? {} : { color }) };
}
