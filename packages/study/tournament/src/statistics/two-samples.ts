import { createRandomStream, shuffle } from '@rcss/core/random';
import { normalCdf, studentTwoSided } from './distributions.js';
import { computeMoments, type Moments } from './moments.js';

/** Result of a two-sample test. */
export interface TestResult {
  /** Value of the test statistic. */
  readonly statistic: number;
  /** Two-sided p value: probability of a statistic at least as extreme if both samples have the same distribution. */
  readonly p: number;
}

function checkSizes(a: ArrayLike<number>, b: ArrayLike<number>, min: number): void {
  for (const [name, sample] of [
    ['first', a],
    ['second', b],
  ] as const) {
    if (sample.length < min)
      throw new RangeError(`the ${name} sample has ${sample.length} values; the test needs at least ${min}`);
    for (let i = 0; i < sample.length; i++) {
      if (!Number.isFinite(sample[i]!))
        throw new RangeError(`the ${name} sample has ${sample[i]} at index ${i}; values must be finite`);
    }
  }
}

/**
 * Welch's t test of the means of two samples with possibly different variances (Welch, "The generalization of 'Student's'
 * problem", Biometrika 34, 1947), with the degrees of freedom of Welch and Satterthwaite.
 *
 * @throws RangeError if a sample has fewer than two values or values that are not finite.
 */
export function welchTest(a: ArrayLike<number>, b: ArrayLike<number>): TestResult & { readonly df: number } {
  checkSizes(a, b, 2);
  return welchTestOfMoments(computeMoments(a), computeMoments(b));
}

/** Welch's t test from counts, means and variances. If both variances are 0, `statistic` is 0 or infinite. */
export function welchTestOfMoments(a: Moments, b: Moments): TestResult & { readonly df: number } {
  const va = a.variance / a.count;
  const vb = b.variance / b.count;
  const difference = a.mean - b.mean;
  if (va + vb === 0) {
    const isEqual = difference === 0;
    return {
      statistic: isEqual ? 0 : Math.sign(difference) * Number.POSITIVE_INFINITY,
      df: a.count + b.count - 2,
      p: isEqual ? 1 : 0,
    };
  }
  const statistic = difference / Math.sqrt(va + vb);
  const df = (va + vb) ** 2 / (va ** 2 / (a.count - 1) + vb ** 2 / (b.count - 1));
  return { statistic, df, p: studentTwoSided(statistic, df) };
}

/** Largest count of exchanges that {@link permutationTest} tries all. */
const MAX_EXACT_PERMUTATIONS = 20_000;

function countCombinations(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i;
  return Math.round(count);
}

/** Calls `visit` with the sum of every choice of `count` of the values. */
function visitSums(values: readonly number[], count: number, visit: (sum: number) => void): void {
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      visit(sum);
      return;
    }
    for (let i = from; i <= values.length - left; i++) choose(i + 1, left - 1, sum + values[i]!);
  };
  choose(0, count, 0);
}

export interface PermutationOptions {
  /** Count of random exchanges if there are too many to try all. Default: 10,000. */
  readonly permutations?: number;
  /** Seed of the random exchanges. Default: 0. */
  readonly seed?: number | string;
}

/**
 * Permutation test of the difference of means (Fisher 1935; Efron and Tibshirani 1993, chapter 15). All exchanges of values between
 * the samples are tried if there are at most 20,000; otherwise random ones, where the observed exchange counts as one of them, so
 * that p is never 0 (Phipson and Smyth 2010).
 *
 * @returns the difference of means as `statistic`, and whether all exchanges were tried
 * @throws RangeError if a sample is empty or has values that are not finite.
 */
export function permutationTest(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { permutations = 10_000, seed = 0 }: PermutationOptions = {},
): TestResult & { readonly isExact: boolean; readonly oneSided: number } {
  checkSizes(a, b, 1);
  const all = [...Array.from(a), ...Array.from(b)];
  const total = all.reduce((sum, value) => sum + value, 0);
  const observedSum = Array.from(a).reduce((sum, value) => sum + value, 0);
  const differenceOf = (sum: number): number => sum / a.length - (total - sum) / b.length;
  const observed = differenceOf(observedSum);
  // Sums of the same values in another order differ in the last digits.
  const slack = 1e-9 * (1 + Math.max(...all.map(Math.abs)));
  let count = 0;
  let extreme = 0;
  let above = 0;
  const visit = (sum: number): void => {
    const difference = differenceOf(sum);
    count++;
    if (Math.abs(difference) >= Math.abs(observed) - slack) extreme++;
    if (difference >= observed - slack) above++;
  };
  const isExact = countCombinations(all.length, a.length) <= MAX_EXACT_PERMUTATIONS;
  if (isExact) visitSums(all, a.length, visit);
  else {
    const rng = createRandomStream(seed, 'permutation');
    visit(observedSum);
    for (let k = 0; k < permutations; k++) {
      shuffle(rng, all);
      let sum = 0;
      for (let i = 0; i < a.length; i++) sum += all[i]!;
      visit(sum);
    }
  }
  return { statistic: observed, p: extreme / count, oneSided: above / count, isExact };
}

/** Count of pairs in which the value of `a` is larger; equal pairs count one half. */
function countWins(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const sorted = Float64Array.from(b).sort();
  const bound = (value: number, isUpper: boolean): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < value || (isUpper && sorted[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let wins = 0;
  for (let i = 0; i < a.length; i++) wins += (bound(a[i]!, false) + bound(a[i]!, true)) / 2;
  return wins;
}

/** Sizes of the groups of equal values. */
function countTies(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1);
}

/**
 * Number of orders of m and n values that have each value of U, by the recurrence of Mann and Whitney 1947: the largest value is of
 * the first sample (and then counts n wins) or of the second.
 */
function countOrders(m: number, n: number): Float64Array {
  let rows = Array.from({ length: n + 1 }, () => Float64Array.of(1));
  for (let i = 1; i <= m; i++) {
    const next = [Float64Array.of(1)];
    for (let k = 1; k <= n; k++) {
      const counts = new Float64Array(i * k + 1);
      for (const [u, count] of rows[k]!.entries()) counts[u + k]! += count;
      for (const [u, count] of next[k - 1]!.entries()) counts[u]! += count;
      next.push(counts);
    }
    rows = next;
  }
  return rows[n]!;
}

/** Largest sample for which {@link mannWhitneyTest} is exact. */
const MAX_EXACT_RANKS = 50;

/**
 * Mann–Whitney test (Wilcoxon rank sum): whether values of one sample tend to be larger. Exact without equal values and with at most
 * 50 values in each sample, else by the normal distribution with corrections for ties and continuity (Mann and Whitney 1947; Hollander
 * and Wolfe 1973).
 *
 * @returns U of the first sample, the count of pairs in which its value is larger, as `statistic`
 * @throws RangeError if a sample is empty or has values that are not finite.
 */
export function mannWhitneyTest(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): TestResult & { readonly oneSided: number } {
  checkSizes(a, b, 1);
  const m = a.length;
  const n = b.length;
  const statistic = countWins(a, b);
  const ties = countTies([...Array.from(a), ...Array.from(b)]);
  if (ties.length === 0 && m <= MAX_EXACT_RANKS && n <= MAX_EXACT_RANKS) {
    const counts = countOrders(m, n);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const atLeast = counts.subarray(statistic).reduce((sum, count) => sum + count, 0) / total;
    const atMost = counts.subarray(0, statistic + 1).reduce((sum, count) => sum + count, 0) / total;
    return { statistic, p: Math.min(1, 2 * Math.min(atLeast, atMost)), oneSided: atLeast };
  }
  const size = m + n;
  const tieTerm = ties.reduce((sum, t) => sum + (t ** 3 - t), 0) / (size * (size - 1));
  const deviation = Math.sqrt(((m * n) / 12) * (size + 1 - tieTerm));
  if (!(deviation > 0)) return { statistic, p: 1, oneSided: 1 };
  const distance = statistic - (m * n) / 2;
  const z = (Math.max(Math.abs(distance) - 0.5, 0) * Math.sign(distance)) / deviation;
  return {
    statistic,
    p: Math.min(1, 2 * normalCdf(-Math.abs(z))),
    oneSided: normalCdf(-(distance - 0.5) / deviation),
  };
}

/**
 * Cohen's d: difference of means in units of the pooled standard deviation (Cohen, "Statistical power analysis", 1988). 0.2 is called
 * small, 0.5 medium, 0.8 large. Infinite if both samples are constant and differ.
 */
export function cohenD(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkSizes(a, b, 2);
  const x = computeMoments(a);
  const y = computeMoments(b);
  const pooled = ((x.count - 1) * x.variance + (y.count - 1) * y.variance) / (x.count + y.count - 2);
  const difference = x.mean - y.mean;
  return difference === 0 ? 0 : difference / Math.sqrt(pooled);
}

/**
 * Cliff's delta: probability that a value of the first sample is larger less the probability that it is smaller, −1 to 1 (Cliff,
 * "Dominance statistics", Psychological Bulletin 114, 1993).
 */
export function cliffDelta(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkSizes(a, b, 1);
  return (2 * countWins(a, b)) / (a.length * b.length) - 1;
}
