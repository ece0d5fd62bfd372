/**
 * Printers of numbers for the wire and the logs (spec 01 §5.3; spec 03 §1.6; spec 09 §8.5): integers in plain
 * decimal, reals like C `printf("%g")`.
 */

/** Length of the longest text of {@link writeG6}, for example `-1.23457e-308`. */
export const MAX_G6_LENGTH = 13;
/** Length of the longest text of {@link writeInt}: a safe integer with its sign. */
export const MAX_INT_LENGTH = 17;

/** Powers of ten for an int32 and for the six digits of a plain real. */
const POWERS_OF_TEN = new Int32Array([
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
]);

/** Text of a NaN, see {@link formatG}. */
const NAN_TEXT = '-nan';

/**
 * Rounds `a` in [1e-4, 1e6) to six significant digits. Returns the six digits as an integer times 16, plus the
 * number of decimals (0 to 9). Returns -1 if this fast path cannot decide: the scaled value is so near to a half
 * that the error of the multiplication (below 1.2e-10) could matter, or rounding reaches 1e+06.
 */
function roundToSixDigits(a: number): number {
  let decimals: number;
  let scale: number;
  if (a >= 1) {
    if (a < 10) {
      decimals = 5;
      scale = 1e5;
    } else if (a < 100) {
      decimals = 4;
      scale = 1e4;
    } else if (a < 1000) {
      decimals = 3;
      scale = 1e3;
    } else if (a < 10_000) {
      decimals = 2;
      scale = 1e2;
    } else if (a < 100_000) {
      decimals = 1;
      scale = 10;
    } else {
      decimals = 0;
      scale = 1;
    }
  } else if (a >= 0.1) {
    decimals = 6;
    scale = 1e6;
  } else if (a >= 0.01) {
    decimals = 7;
    scale = 1e7;
  } else if (a >= 0.001) {
    decimals = 8;
    scale = 1e8;
  } else {
    decimals = 9;
    scale = 1e9;
  }
  const scaled = a * scale;
  let digits = scaled | 0;
  const rest = scaled - digits;
  if (rest > 0.499999) {
    if (rest < 0.500001) return -1;
    digits++;
    if (digits === 1_000_000) {
      if (decimals === 0) return -1;
      digits = 100_000;
      decimals--;
    }
  }
  return (digits << 4) | decimals;
}

/**
 * Returns `x` as C `printf("%g")` prints it: six significant digits, exact binary ties to the even digit, trailing
 * zeros and point removed, exponent form below 1e-4 and from 1e6 on, `-0`, `inf`, `-inf`, and `-nan` (see {@link
 * formatG}).
 */
export function formatG6(x: number): string {
  if (x === (x | 0) && x < 1_000_000 && x > -1_000_000) return x === 0 && 1 / x < 0 ? '-0' : `${x}`;
  const a = x < 0 ? -x : x;
  if (a >= 1e-4 && a < 1e6) {
    const rounded = roundToSixDigits(a);
    if (rounded >= 0) {
      // If a double is the nearest one to a decimal of six digits, JavaScript prints it with exactly these digits.
      const value = (rounded >> 4) / POWERS_OF_TEN[rounded & 15]!;
      return x < 0 ? `-${value}` : `${value}`;
    }
  }
  return formatG(x, 6);
}

/** Returns true if the decimal expansion of `a` ends exactly after `precision + 1` significant digits. */
function hasDigitsAtMost(a: number, precision: number): boolean {
  // A double that is not equal to such a short decimal differs from it by at least about 1e-40 (relative). So 100
  // more digits are enough to decide; JavaScript computes them exactly.
  const text = a.toExponential(100);
  for (let i = precision + 2; i < 102; i++) if (text.charCodeAt(i) !== 0x30) return false;
  return true;
}

/**
 * Returns `x` as C `printf("%.<precision>g")` prints it; precision 1 to 21 (others are clamped; as in C, 0 is 1).
 *
 * JavaScript does not preserve the sign of a NaN reliably. A NaN prints as `-nan`, which the original's platform
 * prints for every NaN from arithmetic. Clients cannot send a NaN (spec 05 §9.6).
 */
export function formatG(x: number, precision: number): string {
  if (Number.isNaN(x)) return NAN_TEXT;
  if (x === Number.POSITIVE_INFINITY) return 'inf';
  if (x === Number.NEGATIVE_INFINITY) return '-inf';
  if (x === 0) return 1 / x < 0 ? '-0' : '0';
  const p = Math.min(21, Math.max(1, Math.trunc(precision) || 1));
  const a = Math.abs(x);
  let text = a.toExponential(p - 1);
  // toExponential rounds an exact tie up. If the digits before the 5 are even, use them instead.
  const longer = a.toExponential(p);
  if (longer.charCodeAt(p + 1) === 0x35) {
    const last = longer.charCodeAt(p === 1 ? 0 : p);
    if ((last & 1) === 0 && hasDigitsAtMost(a, p)) {
      text = `${longer.slice(0, p === 1 ? 1 : p + 1)}${longer.slice(p + 2)}`;
    }
  }
  const mark = text.indexOf('e');
  const exponent = Number(text.slice(mark + 1));
  let digits = text.slice(0, 1) + text.slice(2, mark);
  let keep = digits.length;
  while (keep > 1 && digits.charCodeAt(keep - 1) === 0x30) keep--;
  digits = digits.slice(0, keep);
  const sign = x < 0 ? '-' : '';
  if (exponent < -4 || exponent >= p) {
    const size = Math.abs(exponent);
    const mantissa = keep > 1 ? `${digits.slice(0, 1)}.${digits.slice(1)}` : digits;
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (keep <= exponent + 1) return `${sign}${digits}${'0'.repeat(exponent + 1 - keep)}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

/**
 * Writes `x` like {@link formatG6} as ASCII to `buf` from `pos` on. The caller reserves {@link MAX_G6_LENGTH}
 * bytes. Allocates nothing for values in [1e-4, 1e6) that are not exact ties. Returns the position after the text.
 */
export function writeG6(buf: Uint8Array, pos: number, x: number): number {
  if (x === (x | 0) && x < 1_000_000 && x > -1_000_000) {
    if (x === 0) {
      if (1 / x < 0) buf[pos++] = 0x2d;
      buf[pos] = 0x30;
      return pos + 1;
    }
    return writeInt32(buf, pos, x | 0);
  }
  const a = x < 0 ? -x : x;
  if (!(a >= 1e-4 && a < 1e6)) return writeAscii(buf, pos, formatG(x, 6));
  const rounded = roundToSixDigits(a);
  if (rounded < 0) return writeAscii(buf, pos, formatG(x, 6));
  if (x < 0) buf[pos++] = 0x2d;
  let digits = rounded >> 4;
  let decimals = rounded & 15;
  if (decimals >= 3 && digits % 1000 === 0) {
    digits = (digits / 1000) | 0;
    decimals -= 3;
  }
  while (decimals > 0 && digits % 10 === 0) {
    digits = (digits / 10) | 0;
    decimals--;
  }
  if (decimals === 0) return writeUint(buf, pos, digits);
  if (decimals === 1) {
    const whole = (digits / 10) | 0;
    if (whole < 10) {
      buf[pos] = 0x30 + whole;
      pos += 1;
    } else if (whole < 100) {
      const tens = (whole / 10) | 0;
      buf[pos] = 0x30 + tens;
      buf[pos + 1] = 0x30 + whole - tens * 10;
      pos += 2;
    } else pos = writeUint(buf, pos, whole);
    buf[pos] = 0x2e;
    buf[pos + 1] = 0x30 + digits - whole * 10;
    return pos + 2;
  }
  const power = POWERS_OF_TEN[decimals]!;
  const whole = (digits / power) | 0;
  let fraction = digits - whole * power;
  if (whole < 10) buf[pos++] = 0x30 + whole;
  else pos = writeUint(buf, pos, whole);
  buf[pos] = 0x2e;
  for (let i = pos + decimals; i > pos; i--) {
    const next = (fraction / 10) | 0;
    buf[i] = 0x30 + fraction - next * 10;
    fraction = next;
  }
  return pos + decimals + 1;
}

/**
 * Returns the number that a reader gets from the text of {@link writeG6}: `x` rounded to six significant digits. Allocates nothing for
 * values in [1e-4, 1e6) that are not exact ties.
 */
export function roundG6(x: number): number {
  if (x === (x | 0) && x < 1_000_000 && x > -1_000_000) return x;
  const a = x < 0 ? -x : x;
  if (a >= 1e-4 && a < 1e6) {
    const rounded = roundToSixDigits(a);
    if (rounded >= 0) {
      // Both numbers are exact, so the division rounds as a reader of the decimal does.
      const value = (rounded >> 4) / POWERS_OF_TEN[rounded & 15]!;
      return x < 0 ? -value : value;
    }
  }
  return Number.isFinite(x) ? Number(formatG(x, 6)) : x;
}

/** Writes the digits of 0 <= n < 2^31. */
function writeUint(buf: Uint8Array, pos: number, n: number): number {
  let end = pos + 1;
  if (n >= 10) {
    end++;
    if (n >= 100) {
      end++;
      for (let rank = 3; rank < 10 && n >= POWERS_OF_TEN[rank]!; rank++) end++;
    }
  }
  let rest = n;
  for (let i = end - 1; i >= pos; i--) {
    const next = (rest / 10) | 0;
    buf[i] = 0x30 + rest - next * 10;
    rest = next;
  }
  return end;
}

function writeInt32(buf: Uint8Array, pos: number, n: number): number {
  if (n >= 0) return writeUint(buf, pos, n);
  if (n === -0x8000_0000) return writeAscii(buf, pos, '-2147483648');
  buf[pos] = 0x2d;
  return writeUint(buf, pos + 1, -n | 0);
}

/**
 * Writes the integer `n` (a safe integer; a fraction is truncated, -0 is 0, NaN is 0) as ASCII decimal to `buf`
 * from `pos` on. The caller reserves {@link MAX_INT_LENGTH} bytes. Returns the position after the text.
 */
export function writeInt(buf: Uint8Array, pos: number, n: number): number {
  const small = n | 0;
  if (small === n) return writeInt32(buf, pos, small);
  const whole = Math.trunc(n) || 0;
  const bound = Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, whole));
  return writeAscii(buf, pos, `${bound === 0 ? 0 : bound}`);
}

/** Returns the integer that a reader gets from the text of {@link writeInt}, within 32 bits. */
export function roundInt(n: number): number {
  const small = n | 0;
  if (small === n) return small;
  const whole = Math.trunc(n) || 0;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, whole));
}

/**
 * Writes `text`, one byte per character, to `buf` from `pos` on. The caller reserves `text.length` bytes. A
 * character above U+00FF becomes `?`. Returns the position after the text.
 */
export function writeAscii(buf: Uint8Array, pos: number, text: string): number {
  const length = text.length;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    buf[pos + i] = code < 256 ? code : 0x3f;
  }
  return pos + length;
}
