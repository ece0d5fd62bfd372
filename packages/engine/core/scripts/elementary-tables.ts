/**
 * Computes the tables of the elementary functions from the definitions, in fixed point with 384 fractional bits
 * (BigInt). Every number is computed from a series in this file; no library is used.
 *
 * `pnpm --filter @rcss/core tables` writes the result to src/elementary/tables.ts; a test compares the two.
 */

/** Fractional bits of the fixed point. */
const FRACTION_BITS = 384n;
const ONE = 1n << FRACTION_BITS;

/** Fractional bits of pi in the reduction of huge angles. */
const LONG_BITS = 1300n;

const multiply = (a: bigint, b: bigint): bigint => (a * b) >> FRACTION_BITS;

/** atan(1/n) of an integer n > 1 with `bits` fractional bits, by the alternating series. */
function atanInverse(n: bigint, bits: bigint): bigint {
  let power = (1n << bits) / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power = -power / (n * n);
    sum += power / k;
  }
  return sum;
}

/** pi by Machin's formula, with guard bits. */
function pi(bits: bigint): bigint {
  const guarded = bits + 32n;
  return (16n * atanInverse(5n, guarded) - 4n * atanInverse(239n, guarded)) >> 32n;
}

/** log(p/q) for p, q > 0 as 2 atanh((p-q)/(p+q)). */
function logRatio(p: bigint, q: bigint): bigint {
  const z = ((p - q) << FRACTION_BITS) / (p + q);
  const zz = multiply(z, z);
  let power = z;
  let sum = z;
  for (let k = 3n; power !== 0n && power !== -1n; k += 2n) {
    power = multiply(power, zz);
    sum += power / k;
  }
  return 2n * sum;
}

/** atan(p/q), 0 <= p <= q, by Euler's series: each term is at most half of the one before. */
function atanRatio(p: bigint, q: bigint): bigint {
  const square = p * p + q * q;
  let term = ((p * q) << FRACTION_BITS) / square;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = (term * 2n * n * p * p) / ((2n * n + 1n) * square);
  }
  return sum;
}

function exponential(x: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = multiply(term, x) / n;
  }
  return sum;
}

/** sin(x) for 0 <= x <= pi/2. */
function sine(x: bigint): bigint {
  const xx = multiply(x, x);
  let term = x;
  let sum = 0n;
  for (let n = 2n; term !== 0n; n += 2n) {
    sum += term;
    term = -multiply(term, xx) / (n * (n + 1n));
  }
  return sum;
}

/** Nearest double, ties to even: Number() rounds a BigInt in this way. */
const toDouble = (v: bigint): number => Number(v) * 2 ** -Number(FRACTION_BITS);

/** Exact value of a double that is a multiple of 2^-384. */
const fromDouble = (d: number): bigint => BigInt(d * 2 ** Number(FRACTION_BITS));

/** v rounded to a multiple of 2^-bits. */
function roundToBits(v: bigint, bits: bigint): number {
  const shift = FRACTION_BITS - bits;
  return toDouble(((v + (1n << (shift - 1n))) >> shift) << shift);
}

/**
 * Splits v into an unevaluated sum of doubles. Each but the last has at most the given number of fractional bits; the
 * last is the double nearest to the rest.
 */
function splitIntoDoubles(v: bigint, ...grids: bigint[]): number[] {
  const out: number[] = [];
  let rest = v;
  for (const bits of grids) {
    const part = roundToBits(rest, bits);
    out.push(part);
    rest -= fromDouble(part);
  }
  out.push(toDouble(rest));
  return out;
}

/** Splits v into the nearest double and the double nearest to the remaining error. */
function splitIntoTwoDoubles(v: bigint): [number, number] {
  const high = toDouble(v);
  return [high, toDouble(v - fromDouble(high))];
}

const PI = pi(FRACTION_BITS);
const LN2 = logRatio(2n, 1n);

/** sin(k pi/32) for any k, exactly antisymmetric. */
function sineOfStep(k: number): bigint {
  const n = ((k % 64) + 64) % 64;
  if (n >= 32) return -sineOfStep(n - 32);
  if (n > 16) return sineOfStep(32 - n);
  return n === 16 ? ONE : sine((PI * BigInt(n)) >> 5n);
}

function computeSineRows(): number[] {
  const rows: number[] = [];
  for (let k = 0; k < 64; k++)
    rows.push(...splitIntoTwoDoubles(sineOfStep(k)), ...splitIntoDoubles(sineOfStep(k + 16), 26n));
  return rows;
}

function computeAtanRows(): number[] {
  const rows: number[] = [];
  for (let k = 0; k <= 64; k++) rows.push(...splitIntoTwoDoubles(atanRatio(BigInt(k), 64n)));
  return rows;
}

function computeExpRows(): number[] {
  const rows: number[] = [];
  for (let k = 0; k < 128; k++) rows.push(...splitIntoTwoDoubles(exponential((LN2 * BigInt(k)) >> 7n)));
  return rows;
}

function computeLogRows(): number[] {
  const rows: number[] = [];
  for (let k = 0; k <= 128; k++) {
    // 1 / (1 + k/128) rounded to 16 bits. The logarithm is that of the rounded value.
    const c = BigInt(Math.round((128 / (128 + k)) * 65536));
    const value = logRatio(65536n, c) - (k > 52 ? LN2 : 0n);
    rows.push(Number(c) / 65536, ...(k === 128 ? [0, 0] : splitIntoDoubles(value, 42n)));
  }
  return rows;
}

const numberSource = (x: number): string => String(x === 0 ? 0 : x);

/** Source text of a table; lines are filled as the formatter fills them. */
function tableSource(name: string, comment: string, values: readonly number[]): string {
  const lines: string[] = [];
  let line = '';
  for (const value of values) {
    const text = `${numberSource(value)},`;
    if (line !== '' && line.length + 1 + text.length > 108) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? text : `${line} ${text}`;
  }
  lines.push(line);
  const body = lines.map((l) => `  ${l}\n`).join('');
  return `/** ${comment} */\nexport const ${name}: Float64Array = new Float64Array([\n${body}]);\n`;
}

const constantSource = (name: string, comment: string, value: number): string =>
  `/** ${comment} */\nexport const ${name} = ${numberSource(value)};\n`;

/** Source text of src/elementary/tables.ts. */
export function generateElementaryTables(): string {
  const [stepA, stepB, stepC] = splitIntoDoubles(PI >> 5n, 46n, 89n) as [number, number, number];
  const [ln2A, ln2B] = splitIntoDoubles(LN2, 42n) as [number, number];
  const [expA, expB] = splitIntoDoubles(LN2 >> 7n, 41n) as [number, number];
  const [piA, piB] = splitIntoTwoDoubles(PI);
  return [
    '// Written by scripts/elementary-tables.ts: `pnpm --filter @rcss/core tables`. Not to be edited by hand.\n' +
      '// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a table is written in one form.\n',
    constantSource('STEPS_PER_RADIAN', '32 / pi.', toDouble((32n << (2n * FRACTION_BITS)) / PI)),
    constantSource('STEP_A', 'pi / 32 = STEP_A + STEP_B + STEP_C; the first two have 43 bits.', stepA),
    constantSource('STEP_B', 'Second part of pi / 32.', stepB),
    constantSource('STEP_C', 'Third part of pi / 32.', stepC),
    constantSource('PI_A', 'pi = PI_A + PI_B.', piA),
    constantSource('PI_B', 'Second part of pi.', piB),
    constantSource('LN2_A', 'log 2 = LN2_A + LN2_B; the first is a multiple of 2^-42.', ln2A),
    constantSource('LN2_B', 'Second part of log 2.', ln2B),
    constantSource('EXP_STEPS', '128 / log 2.', toDouble((128n << (2n * FRACTION_BITS)) / LN2)),
    constantSource('EXP_STEP_A', 'log 2 / 128 = EXP_STEP_A + EXP_STEP_B; the first has 34 bits.', expA),
    constantSource('EXP_STEP_B', 'Second part of log 2 / 128.', expB),
    tableSource(
      'SINES',
      'For k = 0..63: sin(k pi/32) in two parts, cos(k pi/32) in two parts, of which the first has 26 bits.',
      computeSineRows(),
    ),
    tableSource('ATANS', 'For k = 0..64: atan(k/64) in two parts.', computeAtanRows()),
    tableSource('EXPS', 'For k = 0..127: 2^(k/128) in two parts.', computeExpRows()),
    tableSource(
      'LOGS',
      'For k = 0..128: c near 1/(1 + k/128); -log c, less log 2 for k > 52, in two parts, the first on 2^-42.',
      computeLogRows(),
    ),
    `/** floor(pi / 32 * 2^${LONG_BITS}). */\nexport const LONG_STEP: bigint =\n  0x${(pi(LONG_BITS + 5n) >> 10n).toString(16)}n;\n`,
    `/** Fractional bits of LONG_STEP. */\nexport const LONG_STEP_BITS: bigint = ${LONG_BITS}n;\n`,
  ].join('\n');
}
