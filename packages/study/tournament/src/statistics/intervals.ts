// cspell:ignore Graubard
import { createRandomStream } from '@rcss/core/random';
import { normalCdf, normalQuantile, studentQuantile } from './distributions.js';
import { checkLevel, computeMoments, type Interval, mean } from './moments.js';

/**
 * Wilson score interval of a probability (Wilson 1927; method 3 in Newcombe, "Two-sided confidence intervals for the single
 * proportion", Statistics in Medicine 17, 1998). It stays inside 0–1 and has a useful width for 0 or all successes.
 *
 * @throws RangeError if successes are not in 0–trials, or if there are no trials.
 */
export function wilsonInterval(successes: number, trials: number, level: number = 0.95): Interval {
  checkLevel(level);
  if (!(trials > 0 && successes >= 0 && successes <= trials))
    throw new RangeError(
      `${successes} successes of ${trials} trials: they must be in 0–trials, and trials above 0`,
    );
  return scoreTestInterval(successes / trials, trials, normalQuantile(0.5 + level / 2));
}

/**
 * Interval of the mean of independent values from 0 to 1, such as scores of blocks of matches: that of Wilson for the effective number of trials,
 * by which a proportion would vary as the values do (Korn and Graubard, "Confidence intervals for proportions with small expected number of
 * positive counts estimated from survey data", Survey Methodology 24, 1998), with the quantile of Student's distribution. It stays inside 0–1, and is
 * 0–1 for one value.
 *
 * @throws RangeError without values, or with a value outside 0–1.
 */
export function boundedInterval(sample: ArrayLike<number>, level: number = 0.95): Interval {
  checkLevel(level);
  const { count, mean: center, variance } = computeMoments(sample);
  const outside = Array.from(sample).find((value) => !(value >= 0 && value <= 1));
  if (outside !== undefined) throw new RangeError(`${outside} is not a value from 0 to 1`);
  if (count === 0) throw new RangeError('there are no values; an interval needs at least one');
  if (count === 1) return { low: 0, high: 1 };
  const spread = center * (1 - center);
  // Equal values say nothing about their spread: they count as those of as many trials.
  const trials = variance > 0 && spread > 0 ? (count * spread) / variance : count;
  return scoreTestInterval(center, trials, studentQuantile(0.5 + level / 2, count - 1));
}

/** The interval of Wilson of a share of trials, which need not be whole, with a quantile. */
function scoreTestInterval(p: number, trials: number, z: number): Interval {
  const center = p + (z * z) / (2 * trials);
  const radius = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    low: p === 0 ? 0 : (center - radius) / scale,
    high: p === 1 ? 1 : (center + radius) / scale,
  };
}

/** Student's interval of a mean. With fewer than two values it is infinite. */
export function studentInterval(sample: ArrayLike<number>, level: number = 0.95): Interval {
  checkLevel(level);
  const { count, mean: center, variance } = computeMoments(sample);
  if (count < 2) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const radius = studentQuantile(0.5 + level / 2, count - 1) * Math.sqrt(variance / count);
  return { low: center - radius, high: center + radius };
}

export interface BootstrapOptions {
  /** Confidence level. Default: 0.95. */
  readonly level?: number;
  /**
   * `bca` corrects bias and skewness of the percentiles (Efron, "Better bootstrap confidence intervals", JASA 82, 1987);
   * `percentile` does not. Default: `bca`.
   */
  readonly method?: 'bca' | 'percentile';
  /** Count of resamples, at least 100. Default: 4000. */
  readonly resamples?: number;
  /** Seed of the resamples: the same seed gives the same interval. Default: 0. */
  readonly seed?: number | string;
}

/** Function of a sample, for example its mean or variance. */
export type Statistic = (sample: Float64Array) => number;

function resample(
  sample: Float64Array,
  statistic: Statistic,
  count: number,
  seed: number | string,
): Float64Array {
  const rng = createRandomStream(seed, 'bootstrap');
  const drawn = new Float64Array(sample.length);
  const values = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < drawn.length; i++) drawn[i] = sample[Math.floor(rng.next() * sample.length)]!;
    values[k] = statistic(drawn);
  }
  return values.sort();
}

/** Quantile of sorted values at position p (n + 1), as in Efron and Tibshirani 1993, chapter 12, interpolated. */
function quantileOfSorted(sorted: Float64Array, p: number): number {
  const position = Math.min(Math.max(p * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low === high ? low : low + (high - low) * (position - below);
}

/** Acceleration: skewness of the statistic by the jackknife (Efron and Tibshirani 1993, formula 14.15). */
export function jackknifeAcceleration(sample: ArrayLike<number>, statistic: Statistic = mean): number {
  const n = sample.length;
  const left = new Float64Array(n - 1);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n - 1; k++) left[k] = sample[k < i ? k : k + 1]!;
    values[i] = statistic(left);
  }
  const center = mean(values);
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    squares += (center - value) ** 2;
    cubes += (center - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/**
 * Bootstrap interval of a statistic of independent values, by default of their mean. For matches, the values must be those of
 * blocks (pairs), because matches with the same seed are not independent. Time: count of values × resamples.
 *
 * @throws RangeError if there are no values, or if level or resamples are out of range.
 */
export function bootstrapInterval(
  sample: ArrayLike<number>,
  options: BootstrapOptions = {},
  statistic: Statistic = mean,
): Interval {
  const { level = 0.95, method = 'bca', resamples = 4000, seed = 0 } = options;
  checkLevel(level);
  if (!(Number.isInteger(resamples) && resamples >= 100))
    throw new RangeError(`resamples ${resamples} is not a whole number from 100`);
  if (sample.length === 0) throw new RangeError('there are no values; an interval needs at least one');
  const data = Float64Array.from(sample);
  if (data.length === 1) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const values = resample(data, statistic, resamples, seed);
  const tail = (1 - level) / 2;
  if (method === 'percentile') {
    return { low: quantileOfSorted(values, tail), high: quantileOfSorted(values, 1 - tail) };
  }
  const observed = statistic(data);
  // Half of the equal values count as smaller: goal differences are discrete.
  let below = 0;
  for (const value of values) below += value < observed ? 1 : value === observed ? 0.5 : 0;
  const share = Math.min(Math.max(below / resamples, 0.5 / resamples), 1 - 0.5 / resamples);
  const bias = normalQuantile(share);
  const acceleration = jackknifeAcceleration(data, statistic);
  const adjust = (p: number): number => {
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
  return { low: quantileOfSorted(values, adjust(tail)), high: quantileOfSorted(values, adjust(1 - tail)) };
}
