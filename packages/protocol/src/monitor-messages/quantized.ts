/** Numbers on the grids of text and JSON records (spec 09 §8.5): `rint(v / q) * q`, with six significant digits. */
import { quantize } from '@rcss/core/math';
import type { ByteWriter } from '@rcss/sexp';

/** Grid of positions and distances (m) and velocities (m/cycle). */
const METRES = 0.0001;
/** Grid of angles, degrees. */
const DEGREES = 0.001;

/** Appends a position, velocity or distance, rounded to its grid. */
export function writeMetres(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, METRES));
}

/** Appends an angle in degrees, rounded to its grid. */
export function writeDegrees(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, DEGREES));
}
