import { exp } from '@rcss/core/math';
import type { PolicyDocument, PolicyLayer } from './policy-document.js';

interface Layer {
  readonly inputs: number;
  readonly outputs: Float64Array;
  /** Row after row, one row per output. */
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly activation: NonNullable<PolicyLayer['activation']>;
}

/** Hyperbolic tangent; the same on every machine, unlike `Math.tanh`. */
function tanh(x: number): number {
  const e = exp(-2 * Math.abs(x));
  const value = (1 - e) / (1 + e);
  return x < 0 ? -value : value;
}

/** Evaluates the perceptron of a policy document whose sizes have been checked. */
export class PolicyNetwork {
  readonly #mean: Float64Array | null;
  readonly #deviation: Float64Array | null;
  readonly #clip: number;
  readonly #inputs: Float64Array;
  readonly #layers: readonly Layer[];

  constructor({ layers, normalization }: PolicyDocument, inputs: number) {
    this.#inputs = new Float64Array(inputs);
    this.#mean = normalization === undefined ? null : Float64Array.from(normalization.mean);
    this.#deviation = normalization === undefined ? null : Float64Array.from(normalization.deviation);
    this.#clip = normalization?.clip ?? 10;
    let width = inputs;
    this.#layers = layers.map(({ weights, bias, activation = 'linear' }) => {
      const layer: Layer = {
        inputs: width,
        outputs: new Float64Array(bias.length),
        weights: Float64Array.from(weights.flat()),
        bias: Float64Array.from(bias),
        activation,
      };
      width = bias.length;
      return layer;
    });
  }

  /** Returns the numbers of the last layer for the inputs from `offset` on; they are valid until the next call. */
  evaluate(block: Float32Array, offset: number): Float64Array {
    let values = this.#readInputs(block, offset);
    for (const layer of this.#layers) {
      evaluateLayer(layer, values);
      values = layer.outputs;
    }
    return values;
  }

  #readInputs(block: Float32Array, offset: number): Float64Array {
    const inputs = this.#inputs;
    const mean = this.#mean;
    const deviation = this.#deviation;
    for (let i = 0; i < inputs.length; i++) inputs[i] = block[offset + i] as number;
    if (mean === null || deviation === null) return inputs;
    const clip = this.#clip;
    for (let i = 0; i < inputs.length; i++) {
      const value = ((inputs[i] as number) - (mean[i] as number)) / (deviation[i] as number);
      inputs[i] = value > clip ? clip : value < -clip ? -clip : value;
    }
    return inputs;
  }
}

function evaluateLayer({ inputs, outputs, weights, bias, activation }: Layer, values: Float64Array): void {
  for (let n = 0; n < outputs.length; n++) {
    let sum = bias[n] as number;
    const from = n * inputs;
    for (let i = 0; i < inputs; i++) sum += (weights[from + i] as number) * (values[i] as number);
    outputs[n] = activation === 'tanh' ? tanh(sum) : activation === 'relu' && sum < 0 ? 0 : sum;
  }
}
