/** Count of one value of a discrete distribution. */
export interface ValueCount {
  readonly value: number;
  /** Count of observations; may be fractional. */
  readonly count: number;
}

const MAX_STEPS = 100;

/**
 * Finds the multiplier of the distribution on the observed values that has the given mean and the largest likelihood. Its
 * probabilities are p / (1 + m (x − mean)) with the observed shares p (Owen, "Empirical likelihood ratio confidence intervals for
 * a single functional", Biometrika 75, 1988; for sequential tests Van den Bergh, "The generalized maximum likelihood ratio for the
 * expectation value of a distribution"). The mean must be between the smallest and the largest value.
 */
export function solveMultiplier(values: readonly ValueCount[], mean: number): number {
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const { value, count } of values) {
    if (count <= 0) continue;
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
  }
  if (!(smallest < mean && mean < largest))
    throw new RangeError(
      `mean ${mean} is not between the smallest value ${smallest} and the largest ${largest}`,
    );
  // All probabilities are positive between these bounds, and the sum below decreases from +∞ to −∞.
  let low = -1 / (largest - mean);
  let high = 1 / (mean - smallest);
  let multiplier = 0;
  for (let i = 0; i < MAX_STEPS; i++) {
    let sum = 0;
    let slope = 0;
    for (const { value, count } of values) {
      const distance = (value - mean) / (1 + multiplier * (value - mean));
      sum += count * distance;
      slope -= count * distance * distance;
    }
    if (sum > 0) low = multiplier;
    else high = multiplier;
    const newton = multiplier - sum / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - multiplier) <= 1e-13 * (1 + Math.abs(next))) return next;
    multiplier = next;
  }
  return multiplier;
}

/**
 * Generalized log-likelihood ratio of two hypotheses about the mean of a discrete distribution: the logarithm of the largest likelihood
 * with mean `h1` less that with mean `h0`. Both means must be between the smallest and the largest value.
 */
export function logLikelihoodRatio(values: readonly ValueCount[], h0: number, h1: number): number {
  const m0 = solveMultiplier(values, h0);
  const m1 = solveMultiplier(values, h1);
  let sum = 0;
  for (const { value, count } of values) {
    sum += count * (Math.log1p(m0 * (value - h0)) - Math.log1p(m1 * (value - h1)));
  }
  return sum;
}
