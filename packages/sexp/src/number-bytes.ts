/** Fast path for decimal numbers: reads them from bytes if that gives the same double as reading their text. */

import { hexDigit } from './number-read.js';

/** Largest exponent whose power of ten is an exact double. */
export const MAX_EXACT_POWER = 22;

/** Powers of ten from 10^0 to 10^22, all exact. */
export const POW10: Float64Array = Float64Array.from({ length: MAX_EXACT_POWER + 1 }, (_, i) =>
  Number(`1e${i}`),
);

/** A mantissa below this limit remains an exact double with one more digit (2^53 is above 9e15). */
const MANTISSA_LIMIT = 9e14;

/**
 * Returns the value of the decimal number that fills `bytes[begin, end)`, rounded correctly like `strtod`: sign,
 * digits with an optional point, optional exponent. NaN for any other text, and for numbers without a fast path:
 * more than 15 significant digits (some numbers of 16 have one), or a power of ten that is not exact. If mantissa
 * and power of ten are both exact, one operation suffices, which rounds once.
 */
export function decimalValue(bytes: Uint8Array, begin: number, end: number): number {
  let i = begin;
  let code = i < end ? bytes[i]! : 0;
  const negative = code === 0x2d;
  if (negative || code === 0x2b) code = ++i < end ? bytes[i]! : 0;
  if (code === 0x30 && i + 2 < end && (bytes[i + 1]! | 0x20) === 0x78)
    return hexInteger(bytes, i + 2, end, negative);
  let mantissa = 0;
  let digits = 0;
  let power = 0;
  for (; code >= 0x30 && code <= 0x39; code = ++i < end ? bytes[i]! : 0) {
    if (mantissa >= MANTISSA_LIMIT) return Number.NaN;
    mantissa = mantissa * 10 + (code - 0x30);
    digits++;
  }
  if (code === 0x2e) {
    code = ++i < end ? bytes[i]! : 0;
    for (; code >= 0x30 && code <= 0x39; code = ++i < end ? bytes[i]! : 0) {
      if (mantissa >= MANTISSA_LIMIT) return Number.NaN;
      mantissa = mantissa * 10 + (code - 0x30);
      digits++;
      power--;
    }
  }
  if (digits === 0) return Number.NaN;
  if ((code | 0x20) === 0x65) {
    code = ++i < end ? bytes[i]! : 0;
    const downwards = code === 0x2d;
    if (downwards || code === 0x2b) code = ++i < end ? bytes[i]! : 0;
    const exponentBegin = i;
    let exponent = 0;
    for (; code >= 0x30 && code <= 0x39; code = ++i < end ? bytes[i]! : 0) {
      exponent = exponent * 10 + (code - 0x30);
      if (exponent > 1000) return Number.NaN;
    }
    if (i === exponentBegin) return Number.NaN;
    power += downwards ? -exponent : exponent;
  }
  if (i !== end || power > MAX_EXACT_POWER || power < -MAX_EXACT_POWER) return Number.NaN;
  const value = power < 0 ? mantissa / POW10[-power]! : mantissa * POW10[power]!;
  return negative ? -value : value;
}

/**
 * Returns the value of the hexadecimal digits `bytes[begin, end)`; NaN for more than 13 digits (52 bits) or other
 * characters.
 */
function hexInteger(bytes: Uint8Array, begin: number, end: number, negative: boolean): number {
  if (end - begin > 13) return Number.NaN;
  let value = 0;
  for (let i = begin; i < end; i++) {
    const digit = hexDigit(bytes[i]!);
    if (digit < 0) return Number.NaN;
    value = value * 16 + digit;
  }
  return negative ? -value : value;
}
