/**
 * Elementary functions with about 250 correct bits (BigInt), for tests. They are independent of the generator of the
 * tables: other series, other constants, other reductions. Arguments are doubles; results are fixed point with `BITS`
 * fractional bits, with an additional exponent where the result can be tiny.
 */

/** Fractional bits: enough for the cancellation of angles next to multiples of pi and for tiny results. */
export const BITS = 1600n;
const ONE = 1n << BITS;

const abs = (a: bigint): bigint => (a < 0n ? -a : a);
const mul = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const div = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** Integer square root by Newton's method. */
function integerSqrt(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << (BigInt(n.toString(2).length + 1) / 2n);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}
const sqrt = (a: bigint): bigint => integerSqrt(a << BITS);

/** Exact value of a double; no double has bits below 2^-1600. */
export function toFixedPoint(d: number): bigint {
  let mantissa = d;
  let exponent = 0n;
  while (mantissa !== 0 && Math.abs(mantissa) < 2 ** 53) {
    mantissa *= 2 ** 30;
    exponent -= 30n;
  }
  const shift = BITS + exponent;
  return shift >= 0n ? BigInt(mantissa) << shift : BigInt(mantissa) >> -shift;
}

/** pi by the arithmetic-geometric mean (Gauss and Legendre). */
function computePi(): bigint {
  let a = ONE;
  let b = sqrt(ONE >> 1n);
  let t = ONE >> 2n;
  for (let p = 1n; abs(a - b) > 1n << 8n; p *= 2n) {
    const next = (a + b) >> 1n;
    b = sqrt(mul(a, b));
    t -= p * mul(a - next, a - next);
    a = next;
  }
  return div(mul(a + b, a + b), 4n * t);
}
export const PI: bigint = computePi();

/** Fractional bits of the series; only the reductions need the wide format. */
const WORKING_BITS = 400n;
const narrow = (a: bigint): bigint => a >> (BITS - WORKING_BITS);
const wide = (a: bigint): bigint => a << (BITS - WORKING_BITS);

/** e^a of a small a at working precision: halved 20 times, summed, squared 20 times. */
function expNarrow(a: bigint): bigint {
  const x = a >> 20n;
  let sum = 1n << WORKING_BITS;
  let term = sum;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * x) >> WORKING_BITS) / n;
    sum += term;
  }
  for (let i = 0; i < 20; i++) sum = (sum * sum) >> WORKING_BITS;
  return sum;
}

/** log of a in [1/2, 2] at working precision: Newton's iteration on exp. */
function logNarrow(a: bigint): bigint {
  let y =
    BigInt(Math.round(Math.log(Number(a >> (WORKING_BITS - 52n)) / 2 ** 52) * 2 ** 50)) <<
    (WORKING_BITS - 50n);
  for (let i = 0; i < 4; i++) y += (a << WORKING_BITS) / expNarrow(y) - (1n << WORKING_BITS);
  return y;
}
const LN2: bigint = logNarrow(1n << (WORKING_BITS + 1n));

/** A value v 2^-BITS 2^exponent: fixed point with an additional power of two. */
export interface ExactValue {
  readonly value: bigint;
  readonly exponent: number;
}

/** e^a for |a| < 800. */
function expExact(a: bigint): ExactValue {
  const n = narrow(a) / LN2;
  return { value: wide(expNarrow(narrow(a) - n * LN2)), exponent: Number(n) };
}

/** log of a positive double; the working precision is relative to the result. */
function logExact(x: number): bigint {
  let e = 0;
  let m = x;
  while (m >= Math.SQRT2) {
    m /= 2;
    e++;
  }
  while (m < Math.SQRT1_2) {
    m *= 2;
    e--;
  }
  return wide(logNarrow(narrow(toFixedPoint(m))) + BigInt(e) * LN2);
}

/** sin of |a| <= pi at full width, by tripling: sin 3a = 3 sin a - 4 sin^3 a. */
function sinReduced(a: bigint): bigint {
  const thirds = 12;
  const x = a / 3n ** BigInt(thirds);
  const xx = mul(x, x);
  let term = x;
  let sum = x;
  for (let n = 2n; abs(term) > 1n; n += 2n) {
    term = -mul(term, xx) / (n * (n + 1n));
    sum += term;
  }
  for (let i = 0; i < thirds; i++) sum = 3n * sum - 4n * mul(mul(sum, sum), sum);
  return sum;
}

/** Normalizes a to [-pi, pi]. Loses as many bits as a has before the binary point. */
function wrap(a: bigint): bigint {
  const turns = (abs(a) + PI) / (2n * PI);
  const rest = abs(a) - turns * 2n * PI;
  return a < 0n ? -rest : rest;
}

/** atan(a) for |a| <= 1 at working precision: halved 8 times by a / (1 + sqrt(1 + a^2)), then summed. */
function atanNarrow(a: bigint): bigint {
  const one = 1n << WORKING_BITS;
  let x = a;
  for (let i = 0; i < 8; i++) x = (x << WORKING_BITS) / (one + integerSqrt((one << WORKING_BITS) + x * x));
  const xx = (x * x) >> WORKING_BITS;
  let power = x;
  let sum = x;
  for (let k = 3n; power !== 0n && power !== -1n; k += 2n) {
    power = -(power * xx) >> WORKING_BITS;
    sum += power / k;
  }
  return sum << 8n;
}

function atan2Exact(y: bigint, x: bigint): bigint {
  if (x < 0n) return y < 0n ? atan2Exact(-y, -x) - PI : PI - atan2Exact(y, -x);
  if (abs(y) > x) return y < 0n ? atan2Exact(x, -y) - PI / 2n : PI / 2n - atan2Exact(x, y);
  return wide(atanNarrow((y << WORKING_BITS) / x));
}

const plain = (value: bigint): ExactValue => ({ value, exponent: 0 });

export const sin = (x: number): ExactValue => plain(sinReduced(wrap(toFixedPoint(x))));
export const cos = (x: number): ExactValue => plain(sinReduced(wrap(toFixedPoint(x) + PI / 2n)));
export const exp = (x: number): ExactValue => expExact(toFixedPoint(x));
export const log = (x: number): ExactValue => plain(logExact(x));
export const pow = (x: number, y: number): ExactValue => expExact((toFixedPoint(y) * logExact(x)) >> BITS);
export const atan2 = (y: number, x: number): ExactValue =>
  plain(atan2Exact(toFixedPoint(y), toFixedPoint(x)));
export function acos(x: number): ExactValue {
  const c = toFixedPoint(x);
  return plain(atan2Exact(sqrt(ONE - mul(c, c)), c));
}

/** Value of the last bit of a double. */
export function ulp(d: number): number {
  const a = Math.abs(d);
  let unit = 2 ** -1074;
  while (unit * 2 ** 53 <= a) unit *= 2;
  return unit;
}

/** Distance of a double from an exact value in units of its last place; at most 1/2 if it is the nearest double. */
export function errorInUlps(got: number, exact: ExactValue): number {
  // Both are in units of 2^-1700; the last bit of the smallest double is larger.
  const shift = 100n + BigInt(exact.exponent);
  const value = shift >= 0n ? exact.value << shift : exact.value >> -shift;
  const difference = abs((toFixedPoint(got) << 100n) - value);
  const unit = toFixedPoint(ulp(got)) << 100n;
  return Number((difference << 40n) / unit) / 2 ** 40;
}
