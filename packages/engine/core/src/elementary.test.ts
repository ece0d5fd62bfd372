import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateElementaryTables } from '../scripts/elementary-tables.js';
import {
  createUniformGenerator,
  digestResults,
  ELEMENTARY_CASES,
  measureCase,
} from '../test/elementary-cases.js';
import { errorInUlps, exp as exactExp, toFixedPoint, ulp } from '../test/exact.js';
import { acos, atan2, cos, exp, log, pow, sin, sqrt } from './elementary.js';

const INF = Number.POSITIVE_INFINITY;
const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  -2,
  3,
  -3,
  1e-320,
  -1e-320,
  1e308,
  -1e308,
  INF,
  -INF,
  Number.NaN,
];

/** The next double after a positive one. */
function nextDouble(x: number): number {
  return x + ulp(x);
}

describe('elementary functions in double precision (spec 05 §1)', () => {
  it.each(ELEMENTARY_CASES)('$name: within 0.51 units in the last place, nearest double in 99 %', (c) => {
    const { worst, at, nearest } = measureCase(c, 250);
    expect(worst, `at ${at}`).toBeLessThan(0.51);
    expect(nearest).toBeGreaterThan(0.98);
  });

  it('return the nearest doubles at the axes', () => {
    expect(sin(Math.PI)).toBe(1.2246467991473532e-16);
    expect(sin(-Math.PI)).toBe(-1.2246467991473532e-16);
    expect(sin(2 * Math.PI)).toBe(-2.4492935982947064e-16);
    expect(cos(Math.PI / 2)).toBe(6.123233995736766e-17);
    expect(sin(Math.PI / 2)).toBe(1);
    expect(cos(Math.PI)).toBe(-1);
    expect(sin(0)).toBe(0);
    expect(sin(-0)).toBe(-0);
    expect(cos(0)).toBe(1);
    expect(exp(0)).toBe(1);
    expect(exp(-0)).toBe(1);
    expect(exp(1)).toBe(Math.E);
    expect(log(1)).toBe(0);
    expect(log(2)).toBe(Math.LN2);
    expect(log(10)).toBe(Math.LN10);
    expect(acos(1)).toBe(0);
    expect(acos(0)).toBe(Math.PI / 2);
    expect(acos(-1)).toBe(Math.PI);
    expect(sqrt(2)).toBe(Math.SQRT2);
  });

  it('treat special values as ECMAScript does', () => {
    for (const x of SPECIAL) {
      if (!Number.isFinite(x)) {
        expect(sin(x)).toBe(Math.sin(x));
        expect(cos(x)).toBe(Math.cos(x));
      }
      if (x === 0 || !Number.isFinite(x)) expect(exp(x)).toBe(Math.exp(x));
      if (!(x > 0) || x === INF) expect(log(x)).toBe(Math.log(x));
      if (!(Math.abs(x) < 1)) expect(acos(x)).toBe(Math.acos(x));
      for (const y of SPECIAL) {
        const ofPower = `${x} to the ${y}`;
        // For other values the engine may differ in the last bit; only integer results are exact.
        const plain = (v: number): boolean => v !== 0 && Math.abs(v) < INF;
        if (!plain(x) || !plain(y) || (x < 0 && !Number.isInteger(y)))
          expect(pow(x, y), ofPower).toBe(x ** y);
        if (!plain(x) || !plain(y)) expect(atan2(y, x), `${y} over ${x}`).toBe(Math.atan2(y, x));
      }
    }
    expect(pow(1, INF)).toBeNaN();
    expect(pow(Number.NaN, 0)).toBe(1);
    expect(Object.is(pow(-0, -3), -INF)).toBe(true);
  });

  it('pow is exact for integer powers that are doubles, for the exponents 0 and 1 and for the base 1', () => {
    for (let x = -30; x <= 30; x++) {
      for (let y = 0; y <= 40; y++) {
        const exactPower = BigInt(x) ** BigInt(y);
        if (BigInt(Number(exactPower)) === exactPower)
          expect(pow(x, y), `${x}^${y}`).toBe(Number(exactPower));
      }
    }
    for (let y = -1074; y < 1024; y++) expect(pow(2, y), `2^${y}`).toBe(2 ** y);
    fc.assert(
      fc.property(fc.double(), (x) => {
        expect(pow(x, 1)).toBe(x);
        expect(pow(x, 0)).toBe(1);
        if (Number.isFinite(x)) expect(pow(1, x)).toBe(1);
      }),
    );
    expect(pow(6.25, 0.5)).toBe(2.5);
    expect(pow(2, 0.5)).toBe(Math.SQRT2);
  });

  it('overflow to infinity and underflow to zero at the correct argument', () => {
    expect(errorInUlps(exp(709.782712893384), exactExp(709.782712893384))).toBeLessThan(0.51);
    expect(exp(709.7827128933841)).toBe(INF);
    expect(exp(-745.1332191019411)).toBe(5e-324);
    expect(exp(-745.1332191019412)).toBe(0);
    expect(pow(2, 1024)).toBe(INF);
    expect(pow(2, 1023.9999999999999)).toBeLessThan(INF);
    expect(pow(2, -1074)).toBe(5e-324);
    expect(pow(2, -1075)).toBe(0);
    expect(pow(-10, 309)).toBe(-INF);
    expect(pow(1 + 2 ** -52, 1e300)).toBe(INF);
    expect(pow(1 + 2 ** -52, -1e300)).toBe(0);
    expect(pow(1 + 2 ** -52, 2 ** 70)).toBe(INF);
    expect(pow(1e300, 2 ** -70)).toBe(1);
    expect(pow(1e300, 2 ** -71)).toBe(1);
  });

  it('are symmetric in every bit', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    const angle = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(any, angle), any, (x, y) => {
        expect(sin(-x)).toBe(-sin(x));
        expect(cos(-x)).toBe(cos(x));
        expect(atan2(-y, x)).toBe(-atan2(y, x));
        expect(Math.abs(sin(x))).toBeLessThanOrEqual(1);
        expect(Math.abs(cos(x))).toBeLessThanOrEqual(1);
        expect(Math.abs(atan2(y, x))).toBeLessThanOrEqual(Math.PI);
      }),
      { numRuns: 2000 },
    );
  });

  it('never decrease where the exact function increases', () => {
    const next = createUniformGenerator(5);
    const rising: [string, (x: number) => number][] = [
      ['exp', exp],
      ['exp(-x)', (x) => -exp(-x)],
      ['log', log],
      ['log(1000 x)', (x) => log(1000 * x)],
      ['sin', sin],
      ['cos', (x) => -cos(x)],
      ['atan2(x, 1)', (x) => atan2(x, 1)],
      ['atan2(1, x)', (x) => -atan2(1, x)],
      ['acos', (x) => -acos(x)],
      ['pow(x, 6)', (x) => pow(x, 6)],
      ['pow(x, 0.7)', (x) => pow(x, 0.7)],
      ['pow(0.94, x)', (x) => -pow(0.94, x)],
    ];
    for (let i = 0; i < 20_000; i++) {
      // Every second sample is next to a border between entries of the tables.
      const u = i % 2 === 0 ? next() : (1 + Math.floor(next() * 255) - next() * 1e-14) / 256;
      const v = nextDouble(u);
      const falling = rising.filter(([, f]) => !(f(v) >= f(u))).map(([name]) => name);
      if (falling.length > 0) expect.fail(`${falling} after ${u}`);
    }
  });

  it('are inverse to each other', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-10, max: 1e3, noNaN: true }), (x) => {
        expect(Math.abs(exp(log(x)) - x)).toBeLessThanOrEqual(x * 1e-14);
        expect(Math.abs(pow(pow(x, 3), 1 / 3) - x)).toBeLessThanOrEqual(x * 1e-14);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: -3.1, max: 3.1, noNaN: true }), (a) => {
        expect(atan2(sin(a), cos(a))).toBeCloseTo(a, 14);
        expect(acos(cos(a))).toBeCloseTo(Math.abs(a), 7);
      }),
    );
  });
});

describe('equality on every engine', () => {
  it('the results of a fixed sample have the recorded digest', () => {
    expect(digestResults(1000)).toBe('ed4625e17aaf2a34');
  });

  it('the tables are equal to the output of their script', () => {
    const written = readFileSync(join(import.meta.dirname, 'elementary/tables.ts'), 'utf8');
    expect(written).toBe(generateElementaryTables());
  });
});

describe('the reference implementation of these tests', () => {
  it('measures the error of a double', () => {
    const half = { value: toFixedPoint(0.5), exponent: 0 };
    expect(errorInUlps(0.5, half)).toBe(0);
    expect(errorInUlps(0.5 + 2 ** -53, half)).toBe(1);
    expect(errorInUlps(1, { value: toFixedPoint(1 + 2 ** -52), exponent: 0 })).toBe(1);
    expect(errorInUlps(2, half)).toBe(1.5 * 2 ** 51);
  });
});
