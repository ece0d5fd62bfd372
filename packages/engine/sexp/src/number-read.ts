/** Readers of numbers like those of the C library: `strtod`, `strtol`, `atoi` (spec 03 §1.8, §2.1 and §6; spec 08 §2.2). */

/** A number in a text, and the position after it. Without a number, `value` is 0 and `end` is the start position. */
export interface NumberScan {
  readonly value: number;
  readonly end: number;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Skips white space of C `isspace`. */
function skipSpace(text: string, pos: number): number {
  let i = pos;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) break;
  }
  return i;
}

function findDigitsEnd(text: string, pos: number): number {
  let i = pos;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

function startsWithWord(text: string, pos: number, word: string): boolean {
  return text.slice(pos, pos + word.length).toLowerCase() === word;
}

/**
 * Reads the longest number that C `strtod` finds at `pos`: leading white space, a sign, decimal digits with an
 * optional point and exponent, hexadecimal digits with an optional binary exponent, `inf`, `infinity`, `nan` and
 * `nan(...)` in upper or lower case. Overflow gives an infinity. The sign of a NaN is lost.
 */
export function readStrtod(text: string, pos = 0): NumberScan {
  let i = skipSpace(text, pos);
  const begin = i;
  const first = text.charCodeAt(i);
  const negative = first === 0x2d;
  if (negative || first === 0x2b) i++;
  const lead = text.charCodeAt(i) | 0x20;
  if (lead === 0x69 && startsWithWord(text, i, 'inf')) {
    const value = negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { value, end: i + (startsWithWord(text, i, 'infinity') ? 8 : 3) };
  }
  if (lead === 0x6e && startsWithWord(text, i, 'nan')) {
    const payload = /^\([0-9A-Za-z_]*\)/.exec(text.slice(i + 3, i + 200));
    return { value: Number.NaN, end: i + 3 + (payload ? payload[0].length : 0) };
  }
  if (text.charCodeAt(i) === 0x30 && (text.charCodeAt(i + 1) | 0x20) === 0x78) {
    const hex = readHex(text, i + 2, negative);
    if (hex !== undefined) return hex;
  }
  const wholeEnd = findDigitsEnd(text, i);
  let end = wholeEnd;
  if (text.charCodeAt(end) === 0x2e) {
    const fractionEnd = findDigitsEnd(text, end + 1);
    if (fractionEnd > end + 1 || wholeEnd > i) end = fractionEnd;
  }
  if (end === i) return { value: 0, end: pos };
  if ((text.charCodeAt(end) | 0x20) === 0x65) {
    const next = text.charCodeAt(end + 1);
    const exponentBegin = next === 0x2b || next === 0x2d ? end + 2 : end + 1;
    const exponentEnd = findDigitsEnd(text, exponentBegin);
    if (exponentEnd > exponentBegin) end = exponentEnd;
  }
  return { value: Number(text.slice(begin, end)), end };
}

/** Returns the value of a hexadecimal digit, or -1 for any other character. */
export function toHexDigit(code: number): number {
  if (isDigit(code)) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Reads the hexadecimal number whose digits begin at `pos`. Undefined without a digit. */
function readHex(text: string, pos: number, negative: boolean): NumberScan | undefined {
  let mantissa = 0n;
  let exponent = 0;
  let digits = 0;
  let sticky = false;
  let point = false;
  let i = pos;
  for (; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2e && !point) {
      point = true;
      continue;
    }
    const digit = toHexDigit(code);
    if (digit < 0) break;
    digits++;
    // A double has fewer than 30 digits. For the further digits, it matters only whether all of them are zero.
    if (mantissa < 1n << 120n) {
      mantissa = (mantissa << 4n) | BigInt(digit);
      if (point) exponent -= 4;
    } else {
      if (digit > 0) sticky = true;
      if (!point) exponent += 4;
    }
  }
  if (digits === 0) return undefined;
  // A point without following digits is still part of the number, unlike a point alone.
  let end = i;
  if ((text.charCodeAt(end) | 0x20) === 0x70) {
    const next = text.charCodeAt(end + 1);
    const exponentBegin = next === 0x2b || next === 0x2d ? end + 2 : end + 1;
    const exponentEnd = findDigitsEnd(text, exponentBegin);
    if (exponentEnd > exponentBegin) {
      exponent += Number(text.slice(end + 1, exponentEnd));
      end = exponentEnd;
    }
  }
  if (sticky) mantissa |= 1n;
  const value = scaleBinary(mantissa, exponent);
  return { value: negative ? -value : value, end };
}

/** Returns mantissa * 2^exponent, rounded once to the nearest double, ties to even. */
function scaleBinary(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  const top = bits + exponent;
  if (top > 1024) return Number.POSITIVE_INFINITY;
  if (top < -1080) return 0;
  const keep = Math.min(53, top + 1074);
  let kept = mantissa;
  let power = exponent;
  const drop = bits - keep;
  if (drop > 0) {
    const shift = BigInt(drop);
    kept = mantissa >> shift;
    const rest = mantissa - (kept << shift);
    const half = 1n << (shift - 1n);
    if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
    power += drop;
  }
  // Two exact steps, because 2 ** power alone may be out of range.
  const part = Math.max(-1000, Math.min(900, power));
  return Number(kept) * 2 ** part * 2 ** (power - part);
}

/** Returns the end of the decimal integer at `begin` (after white space), or -1 without a digit. */
function findIntEnd(text: string, begin: number): number {
  const first = text.charCodeAt(begin);
  const digitsBegin = first === 0x2d || first === 0x2b ? begin + 1 : begin;
  const end = findDigitsEnd(text, digitsBegin);
  return end > digitsBegin ? end : -1;
}

const MAX_INT64 = 0x7fff_ffff_ffff_ffffn;
const MIN_INT64 = -0x8000_0000_0000_0000n;

function saturate64(digits: string): bigint {
  // Without leading zeros, more than 20 characters are always out of range.
  const plain = digits.startsWith('-') || digits.startsWith('+') ? digits.slice(1) : digits;
  const short = plain.replace(/^0+/, '');
  const negative = digits.startsWith('-');
  if (short.length > 19) return negative ? MIN_INT64 : MAX_INT64;
  const value = negative ? -BigInt(short || '0') : BigInt(short || '0');
  return value > MAX_INT64 ? MAX_INT64 : value < MIN_INT64 ? MIN_INT64 : value;
}

/**
 * Reads the decimal integer at `pos` like C `atoi` on the original's platform: saturated to 64 bits, then cut to
 * its low 32 bits, signed. So 4294967396 is 100, 2147483648 is -2147483648, and huge positive numbers are -1
 * (spec 03 §6; spec 08 §2.2).
 */
export function readInt32(text: string, pos = 0): NumberScan {
  const begin = skipSpace(text, pos);
  const end = findIntEnd(text, begin);
  if (end < 0) return { value: 0, end: pos };
  return { value: wrapInt32(text.slice(begin, end)), end };
}

/** Returns the 32-bit value of decimal digits with an optional sign, see {@link readInt32}. 0 for other text. */
export function wrapInt32(digits: string): number {
  if (!/^[+-]?[0-9]+$/.test(digits)) return 0;
  return digits.length <= 15 ? Number(digits) | 0 : Number(BigInt.asIntN(32, saturate64(digits)));
}
