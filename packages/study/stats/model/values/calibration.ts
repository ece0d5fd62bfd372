/** Reliability of predicted chances: shares that were observed in groups of similar predictions, with intervals. */

/** Goals that were predicted and observed, for one side: in continuations of one state, or in frames with similar predictions. */
export interface CalibrationRow {
  /** Predicted chance of a goal of the side, 0 to 1. */
  readonly predicted: number;
  /** Continuations or frames after which the side scored the next goal, and all of them. */
  readonly goals: number;
  readonly futures: number;
}

/** States or frames that are counted together. */
export interface ReliabilityGroup {
  readonly states: number;
  readonly futures: number;
  /** Mean prediction, and observed share. */
  readonly predicted: number;
  readonly observed: number;
  /** Interval of the share, 95 %. */
  readonly low: number;
  readonly high: number;
}

/** Interval of Wilson for a share of `hits` in `count`, 95 %. */
export function wilsonInterval(hits: number, count: number): { low: number; high: number } {
  const z = 1.96;
  const share = hits / count;
  const center = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half =
    (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Mean prediction and observed share of rows. */
export function summarizeRows(rows: readonly CalibrationRow[]): ReliabilityGroup {
  const goals = rows.reduce((sum, row) => sum + row.goals, 0);
  const futures = rows.reduce((sum, row) => sum + row.futures, 0);
  const predicted = rows.reduce((sum, row) => sum + row.predicted * row.futures, 0) / futures;
  return {
    states: rows.length,
    futures,
    predicted,
    observed: goals / futures,
    ...wilsonInterval(goals, futures),
  };
}

/** Mean squared error of the predictions for single continuations, and of one chance for all states. */
export function brierScores(rows: readonly CalibrationRow[]): { model: number; share: number } {
  const { observed, futures } = summarizeRows(rows);
  let [model, share] = [0, 0];
  for (const { predicted, goals, futures: count } of rows) {
    model += goals * (1 - predicted) ** 2 + (count - goals) * predicted ** 2;
    share += goals * (1 - observed) ** 2 + (count - goals) * observed ** 2;
  }
  return { model: model / futures, share: share / futures };
}

/** Difference between predictions and shares over all rows, and its standard error with the rows as the units. */
export function measureBias(rows: readonly CalibrationRow[]): { bias: number; error: number } {
  const differences = rows.map(({ predicted, goals, futures }) => predicted - goals / futures);
  const bias = differences.reduce((sum, value) => sum + value, 0) / rows.length;
  const variance = differences.reduce((sum, value) => sum + (value - bias) ** 2, 0) / (rows.length - 1);
  return { bias, error: Math.sqrt(variance / rows.length) };
}
