import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFigures } from './compare-figures.js';
import { adjustBenjaminiHochberg, adjustHolm } from './corrections.js';
import {
  cliffDelta,
  cohenD,
  mannWhitneyTest,
  permutationTest,
  welchTest,
  welchTestOfMoments,
} from './two-samples.js';

/** Student's sleep data: hours of additional sleep with two drugs ("Student", Biometrika 6, 1908). */
const sleepA = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const sleepB = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
/** Survival of mice in days (Efron and Tibshirani, "An introduction to the bootstrap", 1993, table 2.1). */
const treated = [94, 197, 16, 38, 99, 141, 23];
const control = [52, 104, 146, 10, 51, 30, 40, 27, 46];
/** Permeability of membranes (Hollander and Wolfe, "Nonparametric statistical methods", 1973, p. 69). */
const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
const early = [1.15, 0.88, 0.9, 0.74, 1.21];

describe('tests of two samples agree with published examples', () => {
  it("Welch's t test of Student's sleep data: t = −1.8608, df = 17.776, p = 0.07939", () => {
    const { statistic, df, p } = welchTest(sleepA, sleepB);
    expect(statistic).toBeCloseTo(-1.8608, 4);
    expect(df).toBeCloseTo(17.776, 3);
    expect(p).toBeCloseTo(0.07939, 5);
  });

  it("Welch's t test of the fuel consumption of cars (NIST/SEMATECH e-Handbook, 1.3.5.3)", () => {
    const { statistic, df } = welchTestOfMoments(
      { count: 249, mean: 20.14458, variance: 6.4147 ** 2 },
      { count: 79, mean: 30.48101, variance: 6.10771 ** 2 },
    );
    expect(statistic).toBeCloseTo(-12.94627, 3);
    expect(df).toBeCloseTo(136.875, 2);
  });

  it('permutation test of the mice: one-sided p of 0.132 (Efron and Tibshirani 1993, chapter 15, with 1000 permutations)', () => {
    const { statistic, oneSided, isExact } = permutationTest(treated, control);
    expect(isExact).toBe(true);
    expect(statistic).toBeCloseTo(30.63, 2);
    expect(Math.abs(oneSided - 0.132)).toBeLessThan(0.015);
  });

  it('Mann–Whitney test of the membranes: U = 35, one-sided p = 0.1272', () => {
    const { statistic, oneSided } = mannWhitneyTest(term, early);
    expect(statistic).toBe(35);
    expect(oneSided).toBeCloseTo(0.1272, 4);
  });
});

describe('tests of two samples', () => {
  const sample = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 8 });

  it('exchanging the samples changes only the sign', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        expect(welchTest(b, a).p).toBeCloseTo(welchTest(a, b).p, 12);
        expect(permutationTest(b, a).p).toBeCloseTo(permutationTest(a, b).p, 12);
        expect(mannWhitneyTest(b, a).p).toBeCloseTo(mannWhitneyTest(a, b).p, 12);
        expect(cliffDelta(b, a)).toBeCloseTo(-cliffDelta(a, b), 12);
        expect(cohenD(b, a)).toBeCloseTo(-cohenD(a, b), 12);
      }),
    );
  });

  it('random exchanges approximate the exact permutation test', () => {
    const exact = permutationTest(treated, control).p;
    const wide = [...control, ...control.map((x) => x + 0.5)];
    const random = permutationTest([...treated, ...treated], wide, { permutations: 5000, seed: 1 });
    expect(random.isExact).toBe(false);
    expect(permutationTest([...treated, ...treated], wide, { permutations: 5000, seed: 1 })).toEqual(random);
    expect(random.p).toBeLessThan(exact); // twice the values
    expect(random.p).toBeGreaterThan(0.05);
  });

  it('the exact Mann–Whitney test of 50 values and the normal one of 51 values are close', () => {
    const shifted = (count: number) =>
      mannWhitneyTest(
        Array.from({ length: count }, (_, i) => i),
        Array.from({ length: count }, (_, i) => i + 5.5),
      ).p;
    expect(shifted(50)).toBeGreaterThan(0.05);
    expect(Math.abs(shifted(50) - shifted(51))).toBeLessThan(0.01);
  });

  it("Cliff's delta is the excess of pairs, and Cohen's d is in pooled deviations", () => {
    expect(cliffDelta([3, 4], [1, 2])).toBe(1);
    expect(cliffDelta([1, 2, 3], [2])).toBe(0);
    expect(cliffDelta(term, early)).toBeCloseTo((2 * 35) / 50 - 1, 12);
    expect(cohenD([2, 4], [1, 3])).toBeCloseTo(1 / Math.SQRT2, 12);
    expect(cohenD([1, 1], [1, 1])).toBe(0);
  });

  it('constant samples do not divide by zero', () => {
    expect(welchTest([1, 1], [1, 1])).toMatchObject({ statistic: 0, p: 1 });
    expect(welchTest([2, 2], [1, 1])).toMatchObject({ statistic: Number.POSITIVE_INFINITY, p: 0 });
    expect(mannWhitneyTest([1, 1], [1, 1]).p).toBe(1);
  });

  it('rejects samples that are too small or not finite', () => {
    expect(() => welchTest([1], [1, 2])).toThrow('the first sample has 1 values; the test needs at least 2');
    expect(() => mannWhitneyTest([1], [Number.NaN])).toThrow('the second sample has NaN at index 0');
  });
});

describe('corrections for many tests', () => {
  /** The 15 p values of Benjamini and Hochberg 1995. */
  const published = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  const count = (values: readonly number[]): number => values.filter((p) => p <= 0.05).length;

  it('the published example has four discoveries by Benjamini and Hochberg and three by Holm', () => {
    expect(count(adjustBenjaminiHochberg(published))).toBe(4);
    expect(count(adjustHolm(published))).toBe(3);
  });

  it('adjusted values keep order and place, and Holm is at least Benjamini–Hochberg', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (values) => {
        const holm = adjustHolm(values);
        const rate = adjustBenjaminiHochberg(values);
        for (const [i, p] of values.entries()) {
          expect(rate[i]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
          expect(holm[i]).toBeGreaterThanOrEqual(rate[i]! * (1 - 1e-12));
          for (const [k, q] of values.entries()) if (p < q) expect(holm[i]).toBeLessThanOrEqual(holm[k]!);
        }
      }),
    );
    expect(() => adjustHolm([0.1, 2])).toThrow('p value 2 at index 1');
  });
});

describe('comparison of figures', () => {
  it('reports tests and effects for each figure, corrected for their number', () => {
    const figures = [
      { name: 'sleep', a: sleepA, b: sleepB },
      { name: 'passes', a: [10, 12, 11, 13, 9, 12], b: [20, 22, 19, 24, 21, 23] },
    ];
    const rows = compareFigures(figures);
    expect(rows.map(({ name, isSignificant }) => [name, isSignificant])).toEqual([
      ['sleep', false],
      ['passes', true],
    ]);
    expect(rows[1]).toMatchObject({ cliffDelta: 1, permutation: 2 / 924 });
    expect(rows[1]!.adjusted).toBeCloseTo(4 / 924, 12);
    expect(rows[0]!.difference).toBeCloseTo(1.58, 10);
    const alone = compareFigures(figures, { correction: 'none', test: 'welch' });
    expect(alone[0]!.adjusted).toBeCloseTo(0.07939, 5);
    expect(() => compareFigures([{ name: 'goals', a: [1], b: [1, 2] }])).toThrow('goals: the first sample');
  });
});
