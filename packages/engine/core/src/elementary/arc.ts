import { ROUND, SPLIT } from './exact-parts.js';
import { ATANS, PI_A, PI_B } from './tables.js';

const HALF_PI_A: number = PI_A / 2;
const HALF_PI_B: number = PI_B / 2;
const QUARTER_PI_A: number = PI_A / 4;

/**
 * base + sign * atan(y / x) for 0 <= y <= x, x > 0. The values x, y and base are each a sum of two doubles (two
 * parts). No part is near the ends of the range of doubles. Let c be the multiple k/64 nearest to y/x. Then
 * atan(y/x) = atan(c) + atan((y - c x) / (x + c y)). The quotient (y - c x) / (x + c y) is at most 1/128 and is
 * computed in two parts. Error below 0.51 units in the last place. Each part is a separate parameter: objects
 * would cost time, because this function runs thousands of times per cycle.
 */
function arc(
  y: number,
  yLow: number,
  x: number,
  xLow: number,
  base: number,
  baseLow: number,
  sign: number,
): number {
  const k = (y / x) * 64 + ROUND - ROUND;
  const c = k / 64;

  // n + nLow = y - c x
  let cut = x * SPLIT;
  const x1 = cut - (cut - x);
  const n1 = y - c * x1; // exact: c has 7 bits, and y is close to c * x1
  const n2 = c * (x - x1);
  const n = n1 - n2;
  const nLow = n1 - n - n2 + (yLow - c * xLow);

  // d + dLow = x + c y
  cut = y * SPLIT;
  const y1 = cut - (cut - y);
  const d1 = c * y1;
  const d2 = c * (y - y1);
  const d = x + (d1 + d2);
  const dLow = x - d + d1 + d2 + (xLow + c * yLow);

  // t + tLow = (n + nLow) / (d + dLow): tLow corrects the quotient t by the remainder n - t d, computed exactly
  const inverse = 1 / d;
  const t = n * inverse;
  cut = t * SPLIT;
  const tHigh = cut - (cut - t);
  const tRest = t - tHigh;
  cut = d * SPLIT;
  const dHigh = cut - (cut - d);
  const dRest = d - dHigh;
  const product = t * d;
  const productLow = tHigh * dHigh - product + tHigh * dRest + tRest * dHigh + tRest * dRest;
  const tLow = (n - product - productLow + (nLow - t * dLow)) * inverse;

  const z = t * t;
  const tail = t * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9))));

  const angle = sign * (ATANS[2 * k] as number);
  const sum1 = base + angle;
  const lost1 = angle - (sum1 - base);
  const part = sign * t;
  const sum2 = sum1 + part;
  const lost2 = part - (sum2 - sum1);
  return sum2 + (lost1 + lost2 + (baseLow + sign * ((ATANS[2 * k + 1] as number) + tLow + tail)));
}

/** Direction of (x, y) for y >= 0, not both zero, neither infinite nor NaN. */
function upperDirection(y: number, x: number): number {
  let ax = x < 0 ? -x : x;
  let ay = y;
  if (x > 0 && ay < ax * 2 ** -30) return ay / x;
  if (ay < ax * 2 ** -60) return PI_A;
  if (ax < ay * 2 ** -60) return HALF_PI_A;
  const larger = ax > ay ? ax : ay;
  if (larger > 2 ** 500) {
    ax *= 2 ** -600;
    ay *= 2 ** -600;
  } else if (larger < 2 ** -400) {
    ax *= 2 ** 600;
    ay *= 2 ** 600;
  }
  if (ay > ax) return arc(ax, 0, ay, 0, HALF_PI_A, HALF_PI_B, x < 0 ? 1 : -1);
  return x < 0 ? arc(ay, 0, ax, 0, PI_A, PI_B, -1) : arc(ay, 0, ax, 0, 0, 0, 1);
}

/** Direction of (x, |y|) if a component is zero, infinite or NaN; the parameter is |y|. */
function specialDirection(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (y === 0) return x < 0 || Object.is(x, -0) ? PI_A : 0;
  if (x === 0) return HALF_PI_A;
  if (y === Number.POSITIVE_INFINITY) {
    if (x === Number.POSITIVE_INFINITY) return QUARTER_PI_A;
    return x === Number.NEGATIVE_INFINITY ? arc(1, 0, 1, 0, PI_A, PI_B, -1) : HALF_PI_A;
  }
  return x > 0 ? 0 : PI_A;
}

/** Direction of the vector (x, y), radians in [-pi, pi]. Signed zeros and infinities are treated as by `Math.atan2`. */
export function atan2(y: number, x: number): number {
  const ay = y < 0 ? -y : y;
  if (ay > 0 && ay < Number.POSITIVE_INFINITY && x !== 0 && Number.isFinite(x)) {
    const direction = upperDirection(ay, x);
    return y < 0 ? -direction : direction;
  }
  const direction = specialDirection(Math.abs(y), x);
  return y < 0 || Object.is(y, -0) ? -direction : direction;
}

/** Arc cosine of x, radians in [0, pi]; NaN if x is outside [-1, 1]. */
export function acos(x: number): number {
  const ax = x < 0 ? -x : x;
  if (!(ax < 1)) return x === 1 ? 0 : x === -1 ? PI_A : Number.NaN;
  if (ax < 2 ** -60) return HALF_PI_A;
  // s + sLow = sqrt(1 - x^2)
  const cut = x * SPLIT;
  const high = cut - (cut - x);
  const rest = x - high;
  const square = x * x;
  const squareLow = high * high - square + 2 * high * rest + rest * rest;
  const difference = 1 - square;
  const lost = 1 - difference - square - squareLow;
  const w = difference + lost;
  const wLow = lost - (w - difference);
  const s = Math.sqrt(w);
  const cutS = s * SPLIT;
  const sHigh = cutS - (cutS - s);
  const sRest = s - sHigh;
  const ss = s * s;
  const ssLow = sHigh * sHigh - ss + 2 * sHigh * sRest + sRest * sRest;
  const sLow = (w - ss - ssLow + wLow) / (2 * s);
  if (s > ax) return arc(ax, 0, s, sLow, HALF_PI_A, HALF_PI_B, x < 0 ? 1 : -1);
  return x < 0 ? arc(s, sLow, ax, 0, PI_A, PI_B, -1) : arc(s, sLow, ax, 0, 0, 0, 1);
}
