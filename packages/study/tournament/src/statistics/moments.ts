/** Count, mean and spread of a sample. */
export interface Moments {
  readonly count: number;
  /** Arithmetic mean; NaN without values. */
  readonly mean: number;
  /** Variance with divisor n − 1; NaN with fewer than two values. */
  readonly variance: number;
}

/** Interval of a confidence level. Both ends may be infinite. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Computes count, mean and variance in two passes, so that large means do not lose digits. */
export function computeMoments(values: ArrayLike<number>): Moments {
  const count = values.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]!;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) ** 2;
  return {
    count,
    mean: count === 0 ? Number.NaN : mean,
    variance: count < 2 ? Number.NaN : squares / (count - 1),
  };
}

/** Mean of values; NaN without values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length === 0 ? Number.NaN : sum / values.length;
}

/**
 * Checks a confidence level.
 *
 * @throws RangeError if it is not between 0 and 1.
 */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1))
    throw new RangeError(`level ${level} is not between 0 and 1, for example 0.95`);
}
