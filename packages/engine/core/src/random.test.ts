import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bernoulli,
  bernoulliUnlessCertain,
  createRandomStream,
  normal,
  type RandomStream,
  randomInt,
  shuffle,
  skipNormal,
  uniform,
} from './random.js';

/** A stream that returns the given numbers and counts the draws. */
function createScriptedStream(...numbers: number[]): RandomStream & { drawn: number } {
  return {
    drawn: 0,
    next() {
      return numbers[this.drawn++ % numbers.length] as number;
    },
    state: () => ({ c: 0, s0: 0, s1: 0, s2: 0 }),
    restore: () => {},
  };
}
const drawMany = (rng: RandomStream, count: number): number[] =>
  Array.from({ length: count }, () => rng.next());
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * Kolmogorov-Smirnov distance between a sample and a distribution, times the square root of the sample size; it exceeds
 * 1.95 with probability 1/1000.
 */
function scaledKolmogorovDistance(values: readonly number[], cumulative: (x: number) => number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  let worst = 0;
  sorted.forEach((x, i) => {
    const f = cumulative(x);
    worst = Math.max(worst, Math.abs(f - i / n), Math.abs(f - (i + 1) / n));
  });
  return worst * Math.sqrt(n);
}

describe('random streams', () => {
  it('the same seed and name always give the same numbers', () => {
    expect(drawMany(createRandomStream(1, 'physics'), 5)).toEqual(
      drawMany(createRandomStream('1', 'physics'), 5),
    );
    expect(drawMany(createRandomStream(1, 'physics'), 3)).toEqual([
      0.2256047676783055, 0.18724471982568502, 0.588346335105598,
    ]);
  });

  it('another seed or another name gives other numbers', () => {
    const numbers = [
      createRandomStream(1, 'physics'),
      createRandomStream(2, 'physics'),
      createRandomStream(1, 'sensors'),
      createRandomStream(12, ''),
      createRandomStream(1, '2'),
    ].map((rng) => rng.next());
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('a draw from one stream does not change the others', () => {
    const alone = drawMany(createRandomStream(7, 'kick'), 20);
    const kick = createRandomStream(7, 'kick');
    const look = createRandomStream(7, 'look');
    const mixed = alone.map((_, i) => {
      for (let k = 0; k < i; k++) look.next();
      return kick.next();
    });
    expect(mixed).toEqual(alone);
  });

  it('streams of one seed are not correlated', () => {
    const a = drawMany(createRandomStream(3, 'physics'), 20_000);
    const b = drawMany(createRandomStream(3, 'sensors'), 20_000);
    const correlation = mean(a.map((x, i) => (x - 0.5) * (b[i]! - 0.5))) * 12;
    expect(Math.abs(correlation)).toBeLessThan(4 / Math.sqrt(20_000));
  });

  it('numbers are uniform in [0, 1)', () => {
    const values = drawMany(createRandomStream(5, 'uniform'), 20_000);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(scaledKolmogorovDistance(values, (x) => x)).toBeLessThan(1.95);
  });

  it('a state is plain data from which any stream can continue', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer(), (skipped, seed) => {
        const rng = createRandomStream(seed, 'a');
        drawMany(rng, skipped);
        const state = rng.state();
        const kept = JSON.parse(JSON.stringify(state));
        const ahead = drawMany(rng, 10);
        expect(state).toEqual(kept); // not changed by further draws
        rng.restore(kept);
        expect(drawMany(rng, 10)).toEqual(ahead);
        const other = createRandomStream(0, 'b');
        other.restore(kept);
        expect(drawMany(other, 10)).toEqual(ahead);
        expect(kept).toEqual(state); // nor by draws after it was restored
      }),
    );
  });
});

describe('draws (spec 05 §3)', () => {
  it('U(lo, hi) accepts swapped bounds; a narrow interval returns its middle without a draw', () => {
    const rng = createScriptedStream(0.25);
    expect(uniform(rng, 2, 4)).toBe(2.5);
    expect(uniform(rng, 4, 2)).toBe(2.5);
    expect(rng.drawn).toBe(2);
    expect(uniform(rng, 3, 3)).toBe(3);
    expect(uniform(rng, 1, 1 + 5e-11)).toBeCloseTo(1, 9);
    expect(rng.drawn).toBe(2);
    expect(uniform(rng, 0, 2e-10)).toBe(5e-11);
    expect(rng.drawn).toBe(3);
  });

  it('U(lo, hi) is uniform', () => {
    const rng = createRandomStream(11, 'u');
    const values = Array.from({ length: 20_000 }, () => uniform(rng, -3, 5));
    expect(scaledKolmogorovDistance(values, (x) => (x + 3) / 8)).toBeLessThan(1.95);
  });

  it('B(p) is true for a draw below p, and always draws', () => {
    const rng = createScriptedStream(0, 0.5, 0.999);
    expect([0, 0.5, 1].map((p) => bernoulli(rng, p))).toEqual([false, false, true]);
    expect(bernoulli(rng, 1e-9)).toBe(true);
    expect(rng.drawn).toBe(4);
  });

  it.each([0.02, 0.5, 0.95])('B(%d) is true with this frequency', (p) => {
    const rng = createRandomStream(13, 'b');
    const n = 40_000;
    const hits = Array.from({ length: n }, () => bernoulli(rng, p)).filter(Boolean).length;
    expect(Math.abs(hits - n * p)).toBeLessThan(4 * Math.sqrt(n * p * (1 - p)));
  });

  it('decide(p) draws only if the outcome is not certain (spec 04 §1.3)', () => {
    const rng = createScriptedStream(0.5);
    expect([1, 2, 0, -1, Number.NaN].map((p) => bernoulliUnlessCertain(rng, p))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(rng.drawn).toBe(0);
    expect([0.4, 0.6].map((p) => bernoulliUnlessCertain(rng, p))).toEqual([false, true]);
    expect(rng.drawn).toBe(2);
  });

  it('I(n) returns 0 to n - 1 with equal frequency and does not draw for n <= 1', () => {
    const rng = createScriptedStream(0, 0.999999);
    expect([randomInt(rng, 7), randomInt(rng, 7)]).toEqual([0, 6]);
    expect([1, 0, -4].map((n) => randomInt(rng, n))).toEqual([0, 0, 0]);
    expect(rng.drawn).toBe(2);
    const counts = new Array<number>(7).fill(0);
    const stream = createRandomStream(17, 'i');
    for (let i = 0; i < 70_000; i++) counts[randomInt(stream, 7)]!++;
    const chi2 = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi2).toBeLessThan(22.5); // 6 degrees of freedom, exceeded with probability 1/1000
  });

  it('perm returns every order with equal frequency and does not change the rest of the list', () => {
    const rng = createRandomStream(19, 'perm');
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = shuffle(rng, ['a', 'b', 'c', 'd']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi2).toBeLessThan(49.8); // 23 degrees of freedom, exceeded with probability 1/1000
    const items = [1, 2, 3, 4, 5];
    expect(shuffle(rng, items, 2)).toBe(items);
    expect(items.slice(2)).toEqual([3, 4, 5]);
    expect(items.slice(0, 2).sort()).toEqual([1, 2]);
  });
});

describe('normal distribution (spec 04 §3.7)', () => {
  /** Distribution function of N(0, 1) by its series; for |x| < 6. */
  function cumulative(x: number): number {
    let term = x;
    let sum = x;
    for (let k = 3; Math.abs(term) > 1e-16; k += 2) {
      term *= (x * x) / k;
      sum += term;
    }
    return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  }

  it('has the expected mean, deviation and shape', () => {
    const rng = createRandomStream(23, 'n');
    const values = Array.from({ length: 20_000 }, () => normal(rng, 10, 3));
    expect(Math.abs(mean(values) - 10)).toBeLessThan((4 * 3) / Math.sqrt(20_000));
    expect(scaledKolmogorovDistance(values, (x) => cumulative((x - 10) / 3))).toBeLessThan(1.95);
  });

  it('uses two draws, as skipNormal does, and is finite for every draw', () => {
    const rng = createScriptedStream(0, 0);
    expect(normal(rng, 5, 2)).toBe(5);
    expect(rng.drawn).toBe(2);
    skipNormal(rng);
    expect(rng.drawn).toBe(4);
    expect(Number.isFinite(normal(createScriptedStream(1 - 2 ** -53, 0.5), 0, 1))).toBe(true);
    expect(normal(createRandomStream(1, 'x'), 4, 0)).toBe(4);
  });

  it('gives the same numbers on every engine', () => {
    const rng = createRandomStream(29, 'n');
    expect([normal(rng, 0, 1), normal(rng, 0, 1), normal(rng, 0, 1)]).toEqual([
      -0.4634797888164751, 1.2614105310733044, -1.766279896957448,
    ]);
  });
});
