/** Gradient boosting of small decision trees for the logarithm of the odds. Has no random part. */
import { type DecisionTree, evaluateTree } from '../src/decision-tree.js';
import { SHOT_FEATURES } from '../src/shot-features.js';

/** Rows of features in the order of `SHOT_FEATURES`, and what happened. */
export interface Samples {
  readonly rows: readonly (readonly number[])[];
  readonly outcomes: readonly boolean[];
  /** Weight of each row. */
  readonly weights: readonly number[];
}

/** Log odds without a tree, and the trees whose values are added. */
export interface Boosting {
  readonly intercept: number;
  readonly trees: readonly DecisionTree[];
}

const DEPTH = 3;
/** Share of the best step of a leaf that is taken. */
const RATE = 0.1;
/** Least count of samples in a leaf. */
const LEAST_SAMPLES = 20;
/** Penalty of the values of leaves. */
const PENALTY = 3;
/** Largest count of thresholds per feature. */
const THRESHOLDS = 40;

/** A split is made if its gain is larger. */
const LEAST_GAIN = 1e-9;

interface Split {
  readonly column: number;
  /** Index of the threshold. */
  readonly index: number;
  readonly gain: number;
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Returns thresholds between different values of a column: all of them, or some at equal distances in their order. */
function listThresholds(values: readonly number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const all = sorted.slice(1).map((value, i) => Number(((sorted[i]! + value) / 2).toPrecision(4)));
  const count = Math.min(THRESHOLDS, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]!);
}

/** Columns of samples as indices of the thresholds between which the values are. */
interface Bins {
  readonly thresholds: readonly (readonly number[])[];
  /** Count of smaller thresholds, per column and sample. */
  readonly indices: readonly Uint8Array[];
}

function createBins(rows: Samples['rows']): Bins {
  const thresholds = SHOT_FEATURES.map((_, column) => listThresholds(rows.map((row) => row[column]!)));
  const indices = thresholds.map((each, column) =>
    Uint8Array.from(rows, (row) => countBelow(each, row[column]!)),
  );
  return { thresholds, indices };
}

/** Fits one tree to gradients and curvatures of the samples. */
class TreeFitter {
  readonly #bins: Bins;
  readonly #gradients: Float64Array;
  readonly #curvatures: Float64Array;

  constructor(bins: Bins, gradients: Float64Array, curvatures: Float64Array) {
    this.#bins = bins;
    this.#gradients = gradients;
    this.#curvatures = curvatures;
  }

  grow(samples: Int32Array, depth: number): DecisionTree {
    const split = depth === 0 ? null : this.#findSplit(samples);
    if (split === null) return this.#leafValue(samples);
    const { column, index } = split;
    const bins = this.#bins.indices[column]!;
    const below = this.grow(
      samples.filter((i) => bins[i]! <= index),
      depth - 1,
    );
    const above = this.grow(
      samples.filter((i) => bins[i]! > index),
      depth - 1,
    );
    return [column, this.#bins.thresholds[column]![index]!, below, above];
  }

  #leafValue(samples: Int32Array): number {
    let gradient = 0;
    let curvature = PENALTY;
    for (const i of samples) {
      gradient += this.#gradients[i]!;
      curvature += this.#curvatures[i]!;
    }
    return Number(((RATE * gradient) / curvature).toPrecision(3));
  }

  /** Finds the split that lowers the loss the most; null if none does. */
  #findSplit(samples: Int32Array): Split | null {
    let best: Split | null = null;
    // Sums of the samples between two thresholds.
    const gradients = new Float64Array(THRESHOLDS + 1);
    const curvatures = new Float64Array(THRESHOLDS + 1);
    const counts = new Int32Array(THRESHOLDS + 1);
    for (let column = 0; column < SHOT_FEATURES.length; column++) {
      const bins = this.#bins.indices[column]!;
      for (const sums of [gradients, curvatures, counts]) sums.fill(0);
      let [gradient, curvature] = [0, 0];
      for (const i of samples) {
        const bin = bins[i]!;
        gradients[bin]! += this.#gradients[i]!;
        curvatures[bin]! += this.#curvatures[i]!;
        counts[bin]!++;
        gradient += this.#gradients[i]!;
        curvature += this.#curvatures[i]!;
      }
      let [g, h, n] = [0, 0, 0];
      for (let index = 0; index < this.#bins.thresholds[column]!.length; index++) {
        g += gradients[index]!;
        h += curvatures[index]!;
        n += counts[index]!;
        if (n < LEAST_SAMPLES || samples.length - n < LEAST_SAMPLES) continue;
        const gain =
          g ** 2 / (h + PENALTY) +
          (gradient - g) ** 2 / (curvature - h + PENALTY) -
          gradient ** 2 / (curvature + PENALTY);
        if (gain > (best?.gain ?? LEAST_GAIN)) best = { column, index, gain };
      }
    }
    return best;
  }
}

/** Returns the count of thresholds that are smaller than a value. */
function countBelow(thresholds: readonly number[], value: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Fits trees one after the other to what the trees before leave over.
 *
 * @param onTree Called after each tree, for the loss of other samples.
 */
export function fitBoosting(
  samples: Samples,
  treeCount: number,
  onTree: (tree: DecisionTree, intercept: number) => void = () => {},
): Boosting {
  const { rows, outcomes, weights } = samples;
  let [goals, misses] = [0, 0];
  for (const [i, isGoal] of outcomes.entries())
    if (isGoal) goals += weights[i]!;
    else misses += weights[i]!;
  // One goal and one miss more keep the odds finite.
  const intercept = Number(Math.log((goals + 1) / (misses + 1)).toPrecision(6));
  const odds = new Float64Array(rows.length).fill(intercept);
  const bins = createBins(rows);
  const all = Int32Array.from(rows, (_, i) => i);
  const trees: DecisionTree[] = [];
  for (let t = 0; t < treeCount; t++) {
    const p = odds.map(sigmoid);
    const gradients = p.map((value, i) => weights[i]! * ((outcomes[i] ? 1 : 0) - value));
    const curvatures = p.map((value, i) => weights[i]! * value * (1 - value));
    const tree = new TreeFitter(bins, gradients, curvatures).grow(all, DEPTH);
    for (const [i, row] of rows.entries()) odds[i]! += evaluateTree(tree, row);
    trees.push(tree);
    onTree(tree, intercept);
  }
  return { intercept, trees };
}
