/**
 * Distribution functions. The formulas are from the NIST Digital Library of Mathematical Functions (DLMF); the relative error is
 * below 1e-12, which the tests check against published tables.
 */

const SQRT_2PI = Math.sqrt(2 * Math.PI);
const MAX_TERMS = 10_000;
const TINY = 1e-300;
const EPSILON = 1e-16;

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / SQRT_2PI;
}

/** Probability that a standard normal variable is above x, for x of at least 3: continued fraction (DLMF 7.9.3). */
function normalTail(x: number): number {
  let fraction = 0;
  for (let k = 120; k >= 1; k--) fraction = k / (x + fraction);
  return normalDensity(x) / (x + fraction);
}

/** Probability that a standard normal variable is at most x. */
export function normalCdf(x: number): number {
  if (x > 3) return 1 - normalTail(x);
  if (x < -3) return normalTail(-x);
  // Series of DLMF 7.6.2: all terms have the sign of x.
  let term = x;
  let sum = x;
  for (let k = 1; k < MAX_TERMS && Math.abs(term) > EPSILON * Math.abs(sum); k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

/**
 * Value that a standard normal variable does not exceed with probability p: Halley steps from the approximation 26.2.22 of Abramowitz
 * and Stegun. Infinite for 0 and 1.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`probability ${p} is not in 0–1`);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let x = (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t) - t;
  for (let i = 0; i < 4; i++) {
    const step = (normalCdf(x) - p) / normalDensity(x);
    x -= step / (1 + (x * step) / 2);
  }
  return x;
}

/** Logarithm of the gamma function for x > 0: Stirling's series (DLMF 5.11.1) above 15. */
export function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 15; y++) shift += Math.log(y);
  const square = y * y;
  const series =
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), by the algorithm of Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let value = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || TINY);
    c = 1 + even / c || TINY;
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || TINY);
    c = 1 + odd / c || TINY;
    value *= c * d;
    if (Math.abs(c * d - 1) < EPSILON) break;
  }
  return value;
}

/** Regularized incomplete beta function I_x(a, b). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Probability that the absolute value of a t variable with `df` degrees of freedom is at least |t|. */
export function studentTwoSided(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** Value that a t variable with `df` degrees of freedom does not exceed with probability p, by bisection. */
export function studentQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`probability ${p} is not between 0 and 1`);
  if (p < 0.5) return -studentQuantile(1 - p, df);
  const tail = 2 * (1 - p);
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, df) > tail) high *= 2;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (studentTwoSided(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
