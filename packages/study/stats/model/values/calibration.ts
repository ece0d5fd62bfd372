/** Reliability of predicted chances: shares that were observed in groups of similar predictions, with intervals. */

/** Goals that were predicted and observed, for one side: in continuations of one state, or in frames with similar predictions. */
export interface CalibrationRow {
  /** What is independent of other units: a group of matches, or a state with its continuations. */
  readonly unit: number;
  /** Predicted chance of a goal of the side, 0 to 1. */
  readonly predicted: number;
  /** Continuations or frames after which the side scored the next goal, and all of them. */
  readonly goals: number;
  readonly futures: number;
}

/** States or frames that are counted together. */
export interface ReliabilityGroup {
  readonly futures: number;
  /** Mean prediction, and observed share. */
  readonly predicted: number;
  readonly observed: number;
  /** Interval of the share, 95 %, from the differences between the units; the whole range if there is only one. */
  readonly low: number;
  readonly high: number;
}

/** Limits between the groups of a reliability table. */
const BINS: readonly number[] = [0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5, 0.7];

/** Index of the group of a prediction in a reliability table. */
export function binOf(predicted: number): number {
  return BINS.filter((limit) => predicted > limit).length;
}

/** Rows by the height of their prediction; groups without rows are left out. */
export function groupByPrediction<T extends CalibrationRow>(
  rows: readonly T[],
): { readonly low: number; readonly high: number; readonly rows: readonly T[] }[] {
  return [0, ...BINS]
    .map((low, i) => ({
      low,
      high: BINS[i] ?? 1,
      rows: rows.filter(({ predicted }) => binOf(predicted) === i),
    }))
    .filter((group) => group.rows.length > 0);
}

interface Sums {
  predicted: number;
  goals: number;
  futures: number;
}

function sumByUnit(rows: readonly CalibrationRow[]): Sums[] {
  const units = new Map<number, Sums>();
  for (const { unit, predicted, goals, futures } of rows) {
    const sums = units.get(unit) ?? { predicted: 0, goals: 0, futures: 0 };
    sums.predicted += predicted * futures;
    sums.goals += goals;
    sums.futures += futures;
    units.set(unit, sums);
  }
  return [...units.values()];
}

const total = (units: readonly Sums[], key: keyof Sums): number =>
  units.reduce((sum, unit) => sum + unit[key], 0);

/** Standard error of a ratio of sums, by leaving out one unit at a time (jackknife). */
function errorOfRatio(units: readonly Sums[], top: (unit: Sums) => number): number {
  const count = units.length;
  const above = units.reduce((sum, unit) => sum + top(unit), 0);
  const below = total(units, 'futures');
  const parts = units.map((unit) => (above - top(unit)) / (below - unit.futures));
  const mean = parts.reduce((sum, value) => sum + value, 0) / count;
  const squares = parts.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((count - 1) / count) * squares);
}

/** Mean prediction and observed share of rows. */
export function summarizeRows(rows: readonly CalibrationRow[]): ReliabilityGroup {
  const units = sumByUnit(rows);
  const futures = total(units, 'futures');
  const observed = total(units, 'goals') / futures;
  const half = units.length < 2 ? 1 : 1.96 * errorOfRatio(units, (unit) => unit.goals);
  return {
    futures,
    predicted: total(units, 'predicted') / futures,
    observed,
    low: Math.max(0, observed - half),
    high: Math.min(1, observed + half),
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

/** Mean prediction less the share over all rows, and its standard error. */
export function measureBias(rows: readonly CalibrationRow[]): { bias: number; error: number } {
  const units = sumByUnit(rows);
  return {
    bias: (total(units, 'predicted') - total(units, 'goals')) / total(units, 'futures'),
    error: errorOfRatio(units, (unit) => unit.predicted - unit.goals),
  };
}
