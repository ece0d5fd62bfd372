import { ROUND, SPLIT } from './exact-parts.js';
import { EXP_STEP_A, EXP_STEP_B, EXP_STEPS, EXPS, LN2_A, LN2_B, LOGS } from './tables.js';

/** Above EXP_MAX, exp() is infinite; below EXP_MIN it is zero. */
const EXP_MAX = 709.782712893384;
const EXP_MIN = -745.1332191019412;

/** All powers of two that are doubles: 2^(i - 1074) for i = 0..2097. */
const POWERS_OF_TWO: Float64Array = new Float64Array(2098);
for (let i = 0, p = 2 ** -1074; i < POWERS_OF_TWO.length; i++, p *= 2) POWERS_OF_TWO[i] = p;

const bits: Float64Array = new Float64Array(1);
const words: Uint32Array = new Uint32Array(bits.buffer);
bits[0] = 1;
/** Index of the word with sign and exponent; it depends on the byte order of the machine. */
const HIGH: 0 | 1 = words[0] === 0 ? 1 : 0;

/** (a + low) * 2^n for 1 <= a < 2, small low, and n <= -1000. If gradual underflow removes bits, the result is rounded only once. */
function scaleDown(a: number, low: number, n: number): number {
  if (n > -1022 || (n === -1022 && a + low >= 1)) return (a + low) * (POWERS_OF_TWO[n + 1074] as number);
  if (n < -1078) return 0;
  // The last bit of a double near the shifter is 2^(-1074 - n). Scaled by 2^n, it is the last bit of the result.
  const shifter = POWERS_OF_TWO[-1022 - n + 1074] as number;
  let sum = shifter + a;
  sum += a - (sum - shifter) + low;
  return (sum - shifter) * 2 ** -600 * (POWERS_OF_TWO[n + 600 + 1074] as number);
}

/** exp(x + xLow) for -746 <= x <= 709.79 and |xLow| < 2^-40; overflows and underflows by itself. */
function expSum(x: number, xLow: number): number {
  const k = x * EXP_STEPS + ROUND - ROUND;
  const r = x - k * EXP_STEP_A - k * EXP_STEP_B + xLow; // first difference exact
  const j = (k & 127) << 1;
  const n = k >> 7;
  const tail = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))));
  const a = EXPS[j] as number;
  const low = (EXPS[j + 1] as number) + a * tail;
  if (n > -1000) {
    return n < 1024
      ? (a + low) * (POWERS_OF_TWO[n + 1074] as number)
      : (a + low) * 2 * (POWERS_OF_TWO[n + 1073] as number);
  }
  return scaleDown(a, low, n);
}

/** e^x. Error below 0.51 units in the last place. */
export function exp(x: number): number {
  if (x < EXP_MAX && x > EXP_MIN) return expSum(x, 0);
  if (Number.isNaN(x)) return x;
  if (x === EXP_MAX) return expSum(x, 0);
  return x > 0 ? Number.POSITIVE_INFINITY : 0;
}

/** Natural logarithm of 0, negative numbers, infinity and NaN. */
function specialLog(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return x > 0 ? x : Number.NaN;
}

/** Result of `reduce`: base, baseLow, f, fLow. Each call overwrites it. */
const reduced: Float64Array = new Float64Array(4);

/**
 * Reduces the argument of the logarithm for a finite x > 0. Let x = 2^e m, let c be the table value next to 1/m,
 * and let f = m c - 1. Then log x = (e log 2 - log c) + log(1 + f). The first term is the base; around x = 1 it is
 * 0. The value f is stored in two parts without error, and |f| < 1/254.
 */
function reduce(x: number): void {
  let exponent = 0;
  let normal = x;
  if (x < 2 ** -1022) {
    normal = x * 2 ** 54;
    exponent = -54;
  }
  bits[0] = normal;
  const word = words[HIGH] as number;
  const own = (word >>> 20) - 1023;
  const i = ((word & 0xfffff) + 0x1000) >>> 13;
  const e = own + exponent + (i > 52 ? 1 : 0);
  const m = normal * (POWERS_OF_TWO[1074 - own] as number);
  const c = LOGS[3 * i] as number;

  const m1 = m + 3145728 - 3145728; // 31 fractional bits; c has 16
  const f1 = m1 * c - 1; // exact
  const f2 = (m - m1) * c; // exact
  const f = f1 + f2;
  reduced[0] = e * LN2_A + (LOGS[3 * i + 1] as number); // exact
  reduced[1] = e * LN2_B + (LOGS[3 * i + 2] as number);
  reduced[2] = f;
  reduced[3] = f2 - (f - f1);
}

/** Natural logarithm; -Infinity for 0, NaN for negative numbers. Error below 0.51 units in the last place. */
export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return specialLog(x);
  reduce(x);
  const base = reduced[0] as number;
  const f = reduced[2] as number;
  const sum = base + f;
  const lost = f - (sum - base);
  const tail =
    f * f * (-1 / 2 + f * (1 / 3 + f * (-1 / 4 + f * (1 / 5 + f * (-1 / 6 + f * (1 / 7 + f * (-1 / 8)))))));
  return sum + (lost + ((reduced[3] as number) + (reduced[1] as number) + tail));
}

/** x^y for finite x > 0, x not 1, and 2^-70 < |y| < 2^65. */
function positivePower(x: number, y: number): number {
  // l + lLow = log x to about 70 bits. It is computed as in `log`, but the square of f is computed in two parts.
  reduce(x);
  const base = reduced[0] as number;
  const f = reduced[2] as number;
  const fLow = reduced[3] as number;
  let cut = f * SPLIT;
  const fHigh = cut - (cut - f);
  const square = -0.5 * fHigh * fHigh; // exact
  const squareLow = -0.5 * (f - fHigh) * (f + fHigh);
  const sum1 = base + f;
  const lost1 = f - (sum1 - base);
  const sum2 = sum1 + square;
  const lost2 = square - (sum2 - sum1);
  const tail =
    f *
    f *
    f *
    (1 / 3 + f * (-1 / 4 + f * (1 / 5 + f * (-1 / 6 + f * (1 / 7 + f * (-1 / 8 + f * (1 / 9)))))));
  const low = lost1 + lost2 + (fLow - f * fLow + squareLow + (reduced[1] as number) + tail);
  const l = sum2 + low;
  const lLow = low - (l - sum2);

  // p + pLow = y (l + lLow)
  cut = l * SPLIT;
  const lHigh = cut - (cut - l);
  const lRest = l - lHigh;
  cut = y * SPLIT;
  const yHigh = cut - (cut - y);
  const yRest = y - yHigh;
  const p = y * l;
  if (p > 709.79) return Number.POSITIVE_INFINITY;
  if (p < -746) return 0;
  return expSum(p, yHigh * lHigh - p + yHigh * lRest + yRest * lHigh + yRest * lRest + y * lLow);
}

/**
 * |x|^y for the special cases: x or y is zero, infinite or NaN, or the result is certainly 1, 0 or infinite. The
 * parameter x is without its sign.
 */
function specialPower(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === 1) return Number.isFinite(y) ? 1 : Number.NaN; // as in ECMAScript, unlike C
  if (Math.abs(y) <= 2 ** -70 && x > 0 && x < Number.POSITIVE_INFINITY) return 1;
  return x > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
}

/**
 * x to the power of y, with the special cases of `Math.pow`; NaN if x is negative and y is not an integer. Error below
 * 0.51 units in the last place, so powers that are doubles are exact.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (y === 1) return x;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const ordinary = ax > 0 && ax < Number.POSITIVE_INFINITY && ax !== 1 && ay > 2 ** -70 && ay < 2 ** 65;
  if (x > 0) return ordinary ? positivePower(ax, y) : specialPower(ax, y);
  if (x < 0 && Math.floor(y) !== y) return x === Number.NEGATIVE_INFINITY ? specialPower(ax, y) : Number.NaN;
  const result = ordinary ? positivePower(ax, y) : specialPower(ax, y);
  return ay % 2 === 1 && (x < 0 || Object.is(x, -0)) ? -result : result;
}
