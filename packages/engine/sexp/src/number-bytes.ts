/** Fast path for decimal numbers: reads a number from its bytes, if the result equals the result of reading its text. */

import { toHexDigit } from './number-read.js';

/** Largest exponent whose power of ten is an exact double. */
const MAX_EXACT_POWER = 22;

/** Powers of ten from 10^0 to 10^22, all exact. */
const POWERS_OF_TEN: Float64Array = Float64Array.from({ length: MAX_EXACT_POWER + 1 }, (_, i) =>
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
export function readDecimal(bytes: Uint8Array, begin: number, end: number): number {
  const sign = begin < end ? bytes[begin]! : 0;
  const negative = sign === 0x2d;
  const wholeBegin = negative || sign === 0x2b ? begin + 1 : begin;
  if (wholeBegin + 2 < end && bytes[wholeBegin] === 0x30 && (bytes[wholeBegin + 1]! | 0x20) === 0x78) {
    return readHexInteger(bytes, wholeBegin + 2, end, negative);
  }
  const wholeEnd = findDigitsEnd(bytes, wholeBegin, end);
  const fractionBegin = wholeEnd < end && bytes[wholeEnd] === 0x2e ? wholeEnd + 1 : wholeEnd;
  const fractionEnd = fractionBegin > wholeEnd ? findDigitsEnd(bytes, fractionBegin, end) : wholeEnd;
  if (wholeEnd === wholeBegin && fractionEnd === fractionBegin) return Number.NaN;
  const whole = appendDigits(0, bytes, wholeBegin, wholeEnd);
  const mantissa = appendDigits(whole, bytes, fractionBegin, fractionEnd);
  const power = readExponent(bytes, fractionEnd, end) - (fractionEnd - fractionBegin);
  if (!(power <= MAX_EXACT_POWER && power >= -MAX_EXACT_POWER)) return Number.NaN;
  const value = power < 0 ? mantissa / POWERS_OF_TEN[-power]! : mantissa * POWERS_OF_TEN[power]!;
  return negative ? -value : value;
}

/** Returns the index after the decimal digits that begin at `begin`. */
function findDigitsEnd(bytes: Uint8Array, begin: number, end: number): number {
  let i = begin;
  while (i < end && bytes[i]! >= 0x30 && bytes[i]! <= 0x39) i++;
  return i;
}

/** Returns `mantissa` followed by the digits `bytes[begin, end)`; NaN if the result may not be exact. */
function appendDigits(mantissa: number, bytes: Uint8Array, begin: number, end: number): number {
  let value = mantissa;
  for (let i = begin; i < end; i++) {
    if (value >= MANTISSA_LIMIT) return Number.NaN;
    value = value * 10 + (bytes[i]! - 0x30);
  }
  return value;
}

/** Returns the exponent that fills `bytes[begin, end)`: `e`, optional sign, digits. 0 for no text, NaN for other text. */
function readExponent(bytes: Uint8Array, begin: number, end: number): number {
  if (begin === end) return 0;
  if ((bytes[begin]! | 0x20) !== 0x65) return Number.NaN;
  const sign = begin + 1 < end ? bytes[begin + 1]! : 0;
  const digitsBegin = sign === 0x2d || sign === 0x2b ? begin + 2 : begin + 1;
  if (digitsBegin >= end || findDigitsEnd(bytes, digitsBegin, end) !== end) return Number.NaN;
  const exponent = appendDigits(0, bytes, digitsBegin, end);
  return sign === 0x2d ? -exponent : exponent;
}

/** Returns the value of the hexadecimal digits `bytes[begin, end)`; NaN for more than 13 digits (52 bits) or other characters. */
function readHexInteger(bytes: Uint8Array, begin: number, end: number, negative: boolean): number {
  if (end - begin > 13) return Number.NaN;
  let value = 0;
  for (let i = begin; i < end; i++) {
    const digit = toHexDigit(bytes[i]!);
    if (digit < 0) return Number.NaN;
    value = value * 16 + digit;
  }
  return negative ? -value : value;
}
