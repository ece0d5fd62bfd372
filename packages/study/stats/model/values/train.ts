/** Training of the network of `@rcss/values`: Adam on the cross entropy, with the weights of the best epoch. Deterministic by its seed. */
import { createRandomStream, normal, randomInt } from '@rcss/core/random';
import { FEATURE_COUNT, FEATURE_NAMES, MODEL_VERSION, type ValueModel } from '@rcss/values';
import { HORIZON, type MatchSamples, ROW } from './samples.js';

const HIDDEN = 40;
const BATCH = 256;
const MAX_EPOCHS = 12;
/** Rate of the first step; it falls to 0 over the epochs. */
const RATE = 0.003;
const WEIGHT_DECAY = 1e-3;
/** Weights of the frames of matches with a team outside this repository. */
const PUBLIC_WEIGHT = 3;

/** Samples from the view of both sides. */
interface Table {
  readonly inputs: Float32Array;
  readonly outcomes: Uint8Array;
  readonly weights: Float32Array;
  readonly count: number;
}

const SIDE = (FEATURE_COUNT - 2) / 2;

/** Every frame twice, as the left and as the right side see it. */
function tabulate(matches: readonly MatchSamples[], mean?: Float64Array, deviation?: Float64Array): Table {
  const count = matches.reduce((sum, { rows }) => sum + 2 * (rows.length / ROW), 0);
  const inputs = new Float32Array(count * FEATURE_COUNT);
  const outcomes = new Uint8Array(count);
  const weights = new Float32Array(count);
  let at = 0;
  for (const { name, rows } of matches)
    for (let row = 0; row < rows.length; row += ROW)
      for (let view = 0; view < 2; view++) {
        const to = at * FEATURE_COUNT;
        for (let i = 0; i < FEATURE_COUNT; i++) {
          const from = view === 0 || i < 2 ? i : i < 2 + SIDE ? i + SIDE : i - SIDE;
          const value = rows[row + 2 + from] as number;
          inputs[to + i] =
            mean === undefined || deviation === undefined
              ? value
              : deviation[i] === 0
                ? 0
                : (value - (mean[i] as number)) / (deviation[i] as number);
        }
        const outcome = rows[row + 1] as number;
        outcomes[at] = outcome === 2 ? 2 : view === 0 ? outcome : 1 - outcome;
        weights[at] = name.startsWith('log-') ? PUBLIC_WEIGHT : 1;
        at += 1;
      }
  return { inputs, outcomes, weights, count };
}

/** Weights in one array: hidden rows, then output rows, as in {@link ValueModel}. */
class TrainedNetwork {
  readonly weights: Float64Array;
  readonly #gradient: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #units = new Float64Array(HIDDEN);
  readonly #shares = new Float64Array(3);
  #steps = 0;

  constructor(seed: number) {
    const size = HIDDEN * (FEATURE_COUNT + 1) + 3 * (HIDDEN + FEATURE_COUNT + 1);
    this.weights = new Float64Array(size);
    this.#gradient = new Float64Array(size);
    this.#first = new Float64Array(size);
    this.#second = new Float64Array(size);
    const rng = createRandomStream(seed, 'weights');
    for (let i = 0; i < HIDDEN * (FEATURE_COUNT + 1); i++)
      this.weights[i] = normal(rng, 0, 1 / Math.sqrt(FEATURE_COUNT));
  }

  /** Chances of the outcomes of a row. */
  predict({ inputs }: Table, row: number): Float64Array {
    const w = this.weights;
    const from = row * FEATURE_COUNT;
    let at = 0;
    for (let unit = 0; unit < HIDDEN; unit++) {
      let sum = 0;
      for (let i = 0; i < FEATURE_COUNT; i++) sum += w[at++]! * inputs[from + i]!;
      this.#units[unit] = Math.tanh(sum + w[at++]!);
    }
    let total = 0;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let unit = 0; unit < HIDDEN; unit++) sum += w[at++]! * this.#units[unit]!;
      for (let i = 0; i < FEATURE_COUNT; i++) sum += w[at++]! * inputs[from + i]!;
      total += this.#shares[k] = Math.exp(sum + w[at++]!);
    }
    for (let k = 0; k < 3; k++) this.#shares[k]! /= total;
    return this.#shares;
  }

  /** Adds the gradient of a row. */
  learn(table: Table, row: number): void {
    const shares = this.predict(table, row);
    const { inputs } = table;
    const w = this.weights;
    const g = this.#gradient;
    const from = row * FEATURE_COUNT;
    const weight = table.weights[row]!;
    const outputs = HIDDEN * (FEATURE_COUNT + 1);
    const width = HIDDEN + FEATURE_COUNT + 1;
    for (let k = 0; k < 3; k++) {
      const error = weight * (shares[k]! - (table.outcomes[row] === k ? 1 : 0));
      const at = outputs + k * width;
      for (let unit = 0; unit < HIDDEN; unit++) g[at + unit]! += error * this.#units[unit]!;
      for (let i = 0; i < FEATURE_COUNT; i++) g[at + HIDDEN + i]! += error * inputs[from + i]!;
      g[at + width - 1]! += error;
      shares[k] = error;
    }
    for (let unit = 0; unit < HIDDEN; unit++) {
      let back = 0;
      for (let k = 0; k < 3; k++) back += shares[k]! * w[outputs + k * width + unit]!;
      back *= 1 - this.#units[unit]! ** 2;
      const at = unit * (FEATURE_COUNT + 1);
      for (let i = 0; i < FEATURE_COUNT; i++) g[at + i]! += back * inputs[from + i]!;
      g[at + FEATURE_COUNT]! += back;
    }
  }

  /** One step of Adam with the mean gradient of a batch of `count` rows. */
  step(count: number, rate: number): void {
    this.#steps += 1;
    const c1 = 1 - 0.9 ** this.#steps;
    const c2 = 1 - 0.999 ** this.#steps;
    for (let i = 0; i < this.weights.length; i++) {
      const g = this.#gradient[i]! / count + WEIGHT_DECAY * this.weights[i]! * 0.1;
      this.#gradient[i] = 0;
      this.#first[i] = 0.9 * this.#first[i]! + 0.1 * g;
      this.#second[i] = 0.999 * this.#second[i]! + 0.001 * g * g;
      this.weights[i]! -= (rate * (this.#first[i]! / c1)) / (Math.sqrt(this.#second[i]! / c2) + 1e-8);
    }
  }
}

/** Mean cross entropy of the outcomes, nats. */
function logLoss(network: TrainedNetwork, table: Table): number {
  let sum = 0;
  for (let row = 0; row < table.count; row++)
    sum -= Math.log(Math.max(1e-9, network.predict(table, row)[table.outcomes[row]!]!));
  return sum / table.count;
}

/** Mean cross entropy if every frame has the same chances. */
function baseLoss({ outcomes, count }: Table): number {
  const counts = [0, 0, 0];
  for (const outcome of outcomes) counts[outcome]! += 1;
  return -counts.reduce((sum, n) => sum + (n === 0 ? 0 : (n / count) * Math.log(n / count)), 0);
}

/** Whether a match is held back to choose the epoch, by its index in the samples. */
export const isHeldBack = (index: number): boolean => index % 6 === 5;

const round = (value: number): number => Number(value.toPrecision(4));

/**
 * Trains a network. One match in six is held back to choose the epoch.
 *
 * @param onEpoch Receives the epoch, and the log loss of the matches held back and of the mere shares.
 */
export function trainValues(
  matches: readonly MatchSamples[],
  seed: number,
  onEpoch: (epoch: number, loss: number, base: number) => void,
): ValueModel {
  const learned = matches.filter((_, i) => !isHeldBack(i));
  const raw = tabulate(learned);
  const mean = new Float64Array(FEATURE_COUNT);
  const deviation = new Float64Array(FEATURE_COUNT);
  for (let i = 0; i < FEATURE_COUNT; i++) {
    let [sum, squares] = [0, 0];
    for (let row = 0; row < raw.count; row++) {
      const value = raw.inputs[row * FEATURE_COUNT + i]!;
      sum += value;
      squares += value * value;
    }
    mean[i] = round(sum / raw.count);
    const variance = squares / raw.count - (sum / raw.count) ** 2;
    deviation[i] = variance < 1e-9 ? 0 : round(Math.sqrt(variance));
  }
  const table = tabulate(learned, mean, deviation);
  const held = tabulate(
    matches.filter((_, i) => isHeldBack(i)),
    mean,
    deviation,
  );
  const network = new TrainedNetwork(seed);
  const rng = createRandomStream(seed, 'order');
  const order = Uint32Array.from({ length: table.count }, (_, i) => i);
  let best = { loss: Number.POSITIVE_INFINITY, epoch: 0, weights: network.weights.slice() };
  for (let epoch = 1; epoch <= MAX_EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = randomInt(rng, i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (let begin = 0; begin < order.length; begin += BATCH) {
      const end = Math.min(order.length, begin + BATCH);
      for (let i = begin; i < end; i++) network.learn(table, order[i]!);
      network.step(end - begin, RATE * (1 - (epoch - 1 + begin / order.length) / MAX_EPOCHS));
    }
    const loss = logLoss(network, held);
    if (loss < best.loss) best = { loss, epoch, weights: network.weights.slice() };
    onEpoch(epoch, loss, baseLoss(held));
  }
  const rows = (begin: number, count: number, width: number): number[][] =>
    Array.from({ length: count }, (_, i) =>
      Array.from(best.weights.subarray(begin + i * width, begin + (i + 1) * width), round),
    );
  const teams: Record<string, number> = {};
  for (const match of learned) teams[match.teams] = (teams[match.teams] ?? 0) + 1;
  return {
    version: MODEL_VERSION,
    horizon: HORIZON,
    features: FEATURE_NAMES,
    training: { matches: learned.length, frames: table.count / 2, seed, teams },
    mean: Array.from(mean),
    deviation: Array.from(deviation),
    hidden: rows(0, HIDDEN, FEATURE_COUNT + 1),
    output: rows(HIDDEN * (FEATURE_COUNT + 1), 3, HIDDEN + FEATURE_COUNT + 1),
  };
}
