/** Draw records in binary logs, which other programs add (spec 09 §4.1). */
import { rint } from '@rcss/core/math';
import { type ByteWriter, decodeLatin1 } from '@rcss/sexp';
import type { DrawShape } from './record.js';

/** Size of the body, bytes. */
export const DRAW_SIZE = 74;
const COLOR_SIZE = 64;

/** Appends the body of a draw record. */
export function writeDraw(out: ByteWriter, shape: DrawShape): void {
  const end = out.length + DRAW_SIZE;
  switch (shape.kind) {
    case 'clear':
      break;
    case 'point':
      writeNumbers(out, 1, [shape.x, shape.y], shape.color);
      break;
    case 'circle':
      writeNumbers(out, 2, [shape.x, shape.y, shape.radius], shape.color);
      break;
    case 'line':
      writeNumbers(out, 3, [shape.x1, shape.y1, shape.x2, shape.y2], shape.color);
  }
  while (out.length < end) out.byte(0);
}

function writeNumbers(out: ByteWriter, mode: number, numbers: readonly number[], color: string): void {
  out.byte(0).byte(mode);
  for (const number of numbers) {
    const value = rint(number * 16);
    out.byte((value >> 8) & 0xff).byte(value & 0xff);
  }
  out.ascii(color.slice(0, COLOR_SIZE));
}

/** Returns a signed 16-bit integer, big-endian. */
export function readInt16(buf: Uint8Array, pos: number): number {
  return ((buf[pos]! << 24) >> 16) | buf[pos + 1]!;
}

/** Reads the body of a draw record; null if its draw mode is unknown. */
export function readDraw(buf: Uint8Array, pos: number): DrawShape | null {
  const coordinate = (i: number): number => readInt16(buf, pos + 2 + 2 * i) / 16;
  const color = (count: number): string => readColor(buf, pos + 2 + 2 * count);
  const [x, y] = [coordinate(0), coordinate(1)];
  switch (readInt16(buf, pos)) {
    case 0:
      return { kind: 'clear' };
    case 1:
      return { kind: 'point', x, y, color: color(2) };
    case 2:
      return { kind: 'circle', x, y, radius: coordinate(2), color: color(3) };
    case 3:
      return { kind: 'line', x1: x, y1: y, x2: coordinate(2), y2: coordinate(3), color: color(4) };
    default:
      return null;
  }
}

function readColor(buf: Uint8Array, pos: number): string {
  let end = pos;
  while (end < pos + COLOR_SIZE && buf[end] !== 0) end++;
  return decodeLatin1(buf, pos, end);
}
