/** Numbers on the grids of text and JSON records (spec 09 §8.5): `rint(v / q) * q`, printed with six significant digits. */
import { quantize } from '@rcss/core';
import type { ByteWriter } from '@rcss/sexp';

/** Grid of positions, velocities and distances. */
const METRES = 0.0001;
/** Grid of angles in degrees. */
const DEGREES = 0.001;

/** Append a position, velocity or distance on its grid. */
export function writeMetres(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, METRES));
}

/** Append an angle in degrees on its grid. */
export function writeDegrees(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, DEGREES));
}
