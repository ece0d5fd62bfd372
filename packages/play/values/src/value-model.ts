/** A small network that computes the chances of the next goal from features. */
import { exp } from '@rcss/core/math';
import { FEATURE_COUNT, FEATURE_NAMES } from './features.js';
import model from './value-model.json' with { type: 'json' };

/** A network with one hidden layer of tanh units and a softmax of three outcomes: goal of the own side, of the other side, none. */
export interface ValueModel {
  /** Version of the form of this object and of its features. */
  readonly version: number;
  /** Cycles in which the next goal counts. */
  readonly horizon: number;
  /** Names of the features. */
  readonly features: readonly string[];
  /** What the model was trained on. */
  readonly training: ValueTraining;
  /** Mean and deviation of each feature in training. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  /** For each hidden unit: the weight of each feature, then the bias. */
  readonly hidden: readonly (readonly number[])[];
  /** For each outcome: the weight of each hidden unit, of each feature, then the bias. */
  readonly output: readonly (readonly number[])[];
}

/** What a model was trained on. */
export interface ValueTraining {
  /** Matches and frames, without those that were held back. */
  readonly matches: number;
  readonly frames: number;
  /** Seed of the first weights and of the order of the frames. */
  readonly seed: number;
  /** Pairs of teams, with counts of matches. */
  readonly teams: Readonly<Record<string, number>>;
}

/** Version of features and form. */
export const MODEL_VERSION = 1;

/** The model that belongs to this version of the package. */
export const DEFAULT_MODEL: ValueModel = model as ValueModel;

/** Evaluates a network on typed arrays. */
export class ValueNetwork {
  readonly #size: number;
  readonly #hidden: Float64Array;
  readonly #output: Float64Array;
  readonly #shift: Float64Array;
  readonly #scale: Float64Array;
  readonly #units: Float64Array;
  readonly #input = new Float64Array(FEATURE_COUNT);

  /** @throws {RangeError} if the model has another version, other features or rows of another length */
  constructor({ version, features, mean, deviation, hidden, output }: ValueModel) {
    if (version !== MODEL_VERSION)
      throw new RangeError(
        `model: version ${version} is not ${MODEL_VERSION}, the one of this package; train it again`,
      );
    if (features.length !== FEATURE_COUNT || features.some((name, i) => name !== FEATURE_NAMES[i]))
      throw new RangeError('model: its features are not those of this package; train it again');
    this.#size = hidden.length;
    checkRows('hidden', hidden, FEATURE_COUNT + 1);
    checkRows('output', output, this.#size + FEATURE_COUNT + 1);
    checkRows('mean and deviation', [mean, deviation], FEATURE_COUNT);
    if (output.length !== 3) throw new RangeError(`model: output has ${output.length} rows instead of 3`);
    this.#hidden = Float64Array.from(hidden.flat());
    this.#output = Float64Array.from(output.flat());
    this.#shift = Float64Array.from(mean);
    this.#scale = Float64Array.from(deviation, (value) => (value > 0 ? 1 / value : 0));
    this.#units = new Float64Array(this.#size);
  }

  /** Writes the log odds (up to a constant) of a state: own side, other side, none. */
  evaluate(features: Float64Array, out: Float64Array): void {
    const input = this.#input;
    for (let i = 0; i < FEATURE_COUNT; i++)
      input[i] = ((features[i] as number) - (this.#shift[i] as number)) * (this.#scale[i] as number);
    let at = 0;
    for (let unit = 0; unit < this.#size; unit++) {
      let sum = 0;
      for (let i = 0; i < FEATURE_COUNT; i++) sum += (this.#hidden[at++] as number) * (input[i] as number);
      sum += this.#hidden[at++] as number;
      this.#units[unit] = tanh(sum);
    }
    at = 0;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let unit = 0; unit < this.#size; unit++)
        sum += (this.#output[at++] as number) * (this.#units[unit] as number);
      for (let i = 0; i < FEATURE_COUNT; i++) sum += (this.#output[at++] as number) * (input[i] as number);
      out[k] = sum + (this.#output[at++] as number);
    }
  }
}

function checkRows(name: string, rows: readonly (readonly number[])[], length: number): void {
  rows.forEach((row, i) => {
    if (row.length !== length || !row.every(Number.isFinite))
      throw new RangeError(`model: row ${i} of ${name} is not a list of ${length} numbers`);
  });
}

/** Hyperbolic tangent by the elementary functions of core, so that values agree on all machines. */
function tanh(x: number): number {
  if (x > 20) return 1;
  if (x < -20) return -1;
  const e = exp(2 * x);
  return (e - 1) / (e + 1);
}
