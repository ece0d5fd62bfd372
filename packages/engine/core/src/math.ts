import { atan2, sqrt } from './elementary.js';

export { acos, atan2, cos, exp, log, pow, sin, sqrt } from './elementary.js';

/** If two positions or lengths differ by less than this, they are treated as equal (spec 05 §1). */
export const EPS = 1.0e-10;
/** The ratio pi. */
export const PI: number = Math.PI;
const TWO_PI = 2 * Math.PI;

/** Limits x to [lo, hi]: `min(max(lo, x), hi)`; returns hi if lo > hi (spec 05 §1). */
export function clamp(x: number, lo: number, hi: number): number {
  const a = x < lo ? lo : x;
  return a > hi ? hi : a;
}

/**
 * Greatest coordinate and velocity component that a command can put into the world, meters and meters per cycle: the
 * range of the 32-bit numbers (1/65536 m) in monitor messages and game logs.
 */
export const MAX_COORDINATE = 32767;

/** Limits a coordinate or velocity component of a command to ±{@link MAX_COORDINATE}. */
export function limitCoordinate(value: number): number {
  return clamp(value, -MAX_COORDINATE, MAX_COORDINATE);
}

// Angles are multiplied by one rounded constant, not multiplied by PI and then divided by 180. Only this order
// gives the recorded directions at a rounding boundary. Example: a neck angle of -30 degrees is reported as -29.
const RADIANS_PER_DEGREE = Math.PI / 180;
const DEGREES_PER_RADIAN = 180 / Math.PI;

/** Converts degrees to radians (spec 05 §1). */
export function rad(degrees: number): number {
  return degrees * RADIANS_PER_DEGREE;
}

/** Converts radians to degrees (spec 05 §1, spec 04 §1.2). */
export function deg(radians: number): number {
  return radians * DEGREES_PER_RADIAN;
}

/** Rounds to the nearest integer, ties to even; keeps the sign of zero: rint(-0.3) is -0 (spec 04 §1.2, spec 05 §1). */
export function rint(x: number): number {
  // Adding and subtracting 2^52 rounds by the default mode of IEEE-754, which is ties to even.
  if (x > 0) return x < 4503599627370496 ? x + 4503599627370496 - 4503599627370496 : x;
  if (x < 0) {
    if (x <= -4503599627370496) return x;
    const r = x - 4503599627370496 + 4503599627370496;
    return r === 0 ? -0 : r;
  }
  return x; // NaN, 0 and -0
}

/** Rounds v to the nearest multiple of q, ties to even; returns v unchanged if q < 1e-10 (spec 04 §1.2). */
export function quantize(v: number, q: number): number {
  return q < EPS ? v : rint(v / q) * q;
}

/** Normalizes an angle (radians) to [-pi, pi]; both ends stay unchanged (spec 05 §1 wrap, spec 04 §1.2 norm). */
export function wrapAngle(angle: number): number {
  let a = angle;
  if (a > TWO_PI || a < -TWO_PI) a %= TWO_PI;
  if (a < -Math.PI) a += TWO_PI;
  if (a > Math.PI) a -= TWO_PI;
  return a;
}

/**
 * Length of the vector (x, y), computed as sqrt(x*x + y*y): the specification rounds each product (spec 05 §1), which
 * `Math.hypot` does not.
 */
export function hypot(x: number, y: number): number {
  return sqrt(x * x + y * y);
}

/** Direction of a vector, radians; 0 for the zero vector, also for (-0, 0) (spec 05 §1 dir). */
export function direction(x: number, y: number): number {
  return x === 0 && y === 0 ? 0 : atan2(y, x);
}

/** Converts radians to whole degrees, truncated towards zero. */
export function toTruncatedDegrees(radians: number): number {
  return Math.trunc(radians * DEGREES_PER_RADIAN);
}

/** Converts radians to whole degrees, rounded to the nearest integer, ties to even. */
export function toRoundedDegrees(radians: number): number {
  return rint(radians * DEGREES_PER_RADIAN);
}
