function checkProbabilities(values: readonly number[]): void {
  for (const [i, p] of values.entries()) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p value ${p} at index ${i} is not in 0–1`);
  }
}

/**
 * Adjusts p values such that the probability of any false alarm among all tests is at most the level (Holm, "A simple sequentially
 * rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). A test is significant if its adjusted p value is at
 * most the level. The order of the values stays.
 */
export function adjustHolm(values: readonly number[]): number[] {
  checkProbabilities(values);
  const order = values.map((_, i) => i).sort((i, k) => values[i]! - values[k]!);
  const adjusted = new Array<number>(values.length);
  let largest = 0;
  for (const [rank, i] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * values[i]!));
    adjusted[i] = largest;
  }
  return adjusted;
}

/**
 * Adjusts p values such that the expected share of false alarms among the significant tests is at most the level (Benjamini and
 * Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57, 1995). The order of the values
 * stays.
 */
export function adjustBenjaminiHochberg(values: readonly number[]): number[] {
  checkProbabilities(values);
  const order = values.map((_, i) => i).sort((i, k) => values[k]! - values[i]!);
  const adjusted = new Array<number>(values.length);
  let smallest = 1;
  for (const [fromLast, i] of order.entries()) {
    const rank = values.length - fromLast;
    smallest = Math.min(smallest, (values.length * values[i]!) / rank);
    adjusted[i] = smallest;
  }
  return adjusted;
}
