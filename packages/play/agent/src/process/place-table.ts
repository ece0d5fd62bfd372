import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { HALF_LENGTH, HALF_WIDTH } from '../geometry.js';
import { MessageError } from './messages.js';

/**
 * Returns the function of a table: numbers at equal distances over the pitch, rows by y and columns by x, both ends on the lines; linear between
 * the places, and beyond the lines as on them.
 *
 * @param name For errors.
 * @throws {MessageError} if the rows have different lengths
 */
export function readPlaceTable(
  rows: readonly (readonly number[])[],
  name: string,
): (place: Readonly<Vec2>) => number {
  const { length } = rows[0]!;
  const other = rows.findIndex((row) => row.length !== length);
  if (other >= 0)
    throw new MessageError(
      `${name}[${other}]: ${rows[other]!.length} numbers are not ${length}, as in the first row`,
    );
  return ({ x, y }) => {
    const column = locate(x, HALF_LENGTH, length);
    const row = locate(y, HALF_WIDTH, rows.length);
    const inRow = (values: readonly number[]): number =>
      mix(values[column.index]!, values[column.index + 1]!, column.share);
    return mix(inRow(rows[row.index]!), inRow(rows[row.index + 1]!), row.share);
  };
}

/** Index of the value before a coordinate, and the share of the way to the next one. */
function locate(
  coordinate: number,
  half: number,
  count: number,
): { readonly index: number; readonly share: number } {
  const place = clamp((coordinate + half) / (2 * half), 0, 1) * (count - 1);
  const index = Math.min(count - 2, Math.floor(place));
  return { index, share: place - index };
}

const mix = (from: number, to: number, share: number): number => from + share * (to - from);
