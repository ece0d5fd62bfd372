/** Binary draw records, which other programs put into logs (09 §4.1). */
import { rint } from '@rcss/core';
import { decodeLatin1 } from '@rcss/sexp';
import type { DrawShape } from '../record.js';
import { get16, put16 } from './binary.js';

/** Size of the body. */
export const DRAW_SIZE = 74;
const COLOR_SIZE = 64;

/** Write the body of a draw record. */
export function putDraw(buf: Uint8Array, pos: number, shape: DrawShape): void {
  buf.fill(0, pos, pos + DRAW_SIZE);
  switch (shape.kind) {
    case 'clear':
      return;
    case 'point':
      putNumbers(buf, pos, 1, [shape.x, shape.y], shape.color);
      return;
    case 'circle':
      putNumbers(buf, pos, 2, [shape.x, shape.y, shape.radius], shape.color);
      return;
    case 'line':
      putNumbers(buf, pos, 3, [shape.x1, shape.y1, shape.x2, shape.y2], shape.color);
  }
}

function putNumbers(buf: Uint8Array, pos: number, mode: number, numbers: number[], color: string): void {
  put16(buf, pos, mode);
  let at = pos + 2;
  for (const number of numbers) {
    put16(buf, at, rint(number * 16));
    at += 2;
  }
  for (let i = 0; i < color.length && i < COLOR_SIZE; i++) {
    const code = color.charCodeAt(i);
    buf[at + i] = code < 256 ? code : 0x3f;
  }
}

/** Read the body of a draw record; null for a draw mode that does not exist. */
export function getDraw(buf: Uint8Array, pos: number): DrawShape | null {
  const mode = get16(buf, pos);
  const n = (i: number): number => get16(buf, pos + 2 + 2 * i) / 16;
  switch (mode) {
    case 0:
      return { kind: 'clear' };
    case 1:
      return { kind: 'point', x: n(0), y: n(1), color: colorAt(buf, pos + 6) };
    case 2:
      return { kind: 'circle', x: n(0), y: n(1), radius: n(2), color: colorAt(buf, pos + 8) };
    case 3:
      return { kind: 'line', x1: n(0), y1: n(1), x2: n(2), y2: n(3), color: colorAt(buf, pos + 10) };
    default:
      return null;
  }
}

function colorAt(buf: Uint8Array, pos: number): string {
  let end = pos;
  while (end < pos + COLOR_SIZE && buf[end] !== 0) end++;
  return decodeLatin1(buf, pos, end);
}
