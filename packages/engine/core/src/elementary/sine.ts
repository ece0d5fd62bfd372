import { ROUND, SPLIT } from './exact-parts.js';
import { LONG_STEP, LONG_STEP_BITS, SINES, STEP_A, STEP_B, STEP_C, STEPS_PER_RADIAN } from './tables.js';

/** Below this angle (radians) the number of steps is small enough for exact products with STEP_A and STEP_B. */
const FAST_LIMIT = 100;
/** Below this angle (radians) sin(x) = x and cos(x) = 1 with an error of less than 0.51 units in the last place. */
const TINY = 2 ** -30;

/** Result of `reduceLong`: steps modulo 64 and the remainder in two parts. Each call overwrites it. */
const reduced: Float64Array = new Float64Array(3);

/**
 * Reduces any finite angle >= 2^-30 by exact integer arithmetic with pi to 1300 bits. It takes microseconds, but angles
 * above 100 radians do not occur in a match.
 */
function reduceLong(angle: number): void {
  let mantissa = angle;
  let exponent = 0;
  while (mantissa >= 2 ** 53) {
    mantissa /= 2;
    exponent++;
  }
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  const x = BigInt(mantissa) << (LONG_STEP_BITS + BigInt(exponent));
  const steps = (x + LONG_STEP / 2n) / LONG_STEP;
  const rest = (x - steps * LONG_STEP) >> 300n;
  const high = Number(rest);
  const unit = 2 ** -1000; // LONG_STEP_BITS - 300
  reduced[0] = Number(steps & 63n);
  reduced[1] = high * unit;
  reduced[2] = Number(rest - BigInt(high)) * unit;
}

/**
 * Argument and result of `shiftedSine`. A number that is a parameter or result of a function that V8 does not inline becomes an
 * object on the heap; a step of a match with 22 players had 2 KB of them.
 */
const value: Float64Array = new Float64Array(1);

/**
 * Replaces x in `value` by sin(x + shift pi/32). The angle is split into k steps of pi/32 and a remainder r + rLow with |r| <= pi/64; then
 * sin = S cos r + C sin r with S and C from the table. The large parts S + C r are summed exactly. The other terms are
 * so small that their rounding does not matter: error below 0.51 units in the last place.
 */
function shiftedSine(shift: number): void {
  const x = value[0] as number;
  let steps: number;
  let r: number;
  let rLow: number;
  if (x < FAST_LIMIT && x > -FAST_LIMIT) {
    const k = x * STEPS_PER_RADIAN + ROUND - ROUND;
    const a = x - k * STEP_A; // exact, and so is the next product
    const b = k * STEP_B;
    r = a - b;
    const part = r - a;
    rLow = a - (r - part) - (b + part) - k * STEP_C;
    steps = k;
  } else {
    if (!Number.isFinite(x)) {
      value[0] = Number.NaN;
      return;
    }
    reduceLong(x < 0 ? -x : x);
    steps = reduced[0] as number;
    r = reduced[1] as number;
    rLow = reduced[2] as number;
    if (x < 0) {
      steps = -steps;
      r = -r;
      rLow = -rLow;
    }
  }
  const row = ((steps + shift) & 63) << 2;
  const s = SINES[row] as number;
  const c = SINES[row + 2] as number; // 26 bits
  const cLow = SINES[row + 3] as number;

  const cut = r * SPLIT;
  const rHigh = cut - (cut - r);
  const rest = r - rHigh + rLow;
  const z = r * r;
  const sinTail = r * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * (1 / 362880))));
  const cosTail = z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320))));

  const product = c * rHigh; // exact
  const sum = s + product;
  const lost = product - (sum - s);
  value[0] =
    sum +
    (lost + (s * cosTail + (c * rest + ((c + cLow) * sinTail + ((SINES[row + 1] as number) + cLow * r)))));
}

/** Sine of any finite angle in radians; NaN for infinite angles. Keeps the sign of zero. */
export function sin(x: number): number {
  if (x < TINY && x > -TINY) return x;
  value[0] = x;
  shiftedSine(0);
  return value[0] as number;
}

/** Cosine of any finite angle in radians; NaN for infinite angles. */
export function cos(x: number): number {
  if (x < TINY && x > -TINY) return 1;
  value[0] = x;
  shiftedSine(16);
  return value[0] as number;
}
