import type { ActionOptions } from '../action/action.js';
import type { ObservationOptions } from '../observation/observation.js';
import type { Scenario } from '../scenario.js';

/** Version of the form of policy documents. */
const POLICY_FORMAT_VERSION = 1;

/** Functions after a layer. */
const ACTIVATIONS = ['linear', 'tanh', 'relu'] as const;

/** A layer of a perceptron: activation(weights · inputs + bias). */
export interface PolicyLayer {
  /** One row per output, with one number per input. */
  readonly weights: readonly (readonly number[])[];
  /** One number per output. */
  readonly bias: readonly number[];
  /** Default: `linear`. */
  readonly activation?: (typeof ACTIVATIONS)[number];
}

/**
 * A multilayer perceptron that chooses actions: a JSON document. Its inputs are the observation of one agent, the oldest of a
 * stack first. The last layer has one number for each choice of the action, then one for each further field of the action layout.
 */
export interface PolicyDocument {
  readonly format: 'rcss-policy';
  readonly version: 1;
  /** Name in results. */
  readonly name?: string;
  /**
   * Scenario for which the policy was made, by its name or as data: how many players there are, where they start. Only teams over the
   * protocol need it.
   */
  readonly scenario?: string | Scenario;
  readonly observation: ObservationOptions;
  /** Number of observations that are stacked; 1 by default. */
  readonly stack?: number;
  readonly action: ActionOptions;
  /** Cycles in which an action is repeated; 1 by default. */
  readonly frameSkip?: number;
  /** Applied to each input: (input - mean) / deviation, cut off at ±clip (10 by default). One number per input. */
  readonly normalization?: {
    readonly mean: readonly number[];
    readonly deviation: readonly number[];
    readonly clip?: number;
  };
  readonly layers: readonly PolicyLayer[];
  /**
   * `greedy`: the available choice with the highest number. `sample`: drawn with the probabilities of a softmax over the available
   * choices. Default: `greedy`. The other numbers of the action are used as they are, cut off at the range of their fields.
   */
  readonly choose?: 'greedy' | 'sample';
}

/** What a policy observes and does, without the numbers that decide. */
export type PolicyHeader = Omit<PolicyDocument, 'layers' | 'normalization'>;

/** A policy document that cannot be used. The message has: path in the document, value, and what is allowed. */
export class PolicyError extends RangeError {
  override name = 'PolicyError';
}

function show(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  } catch {
    return 'a value with too many levels';
  }
}

function checkObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new PolicyError(`${path}: ${show(value)} is not an object`);
}

function checkNumbers(value: unknown, path: string, count: number): readonly number[] {
  if (!Array.isArray(value)) throw new PolicyError(`${path}: ${show(value)} is not a list of numbers`);
  if (value.length !== count) throw new PolicyError(`${path}: ${value.length} numbers instead of ${count}`);
  const bad = value.findIndex((number) => typeof number !== 'number' || !Number.isFinite(number));
  if (bad >= 0) throw new PolicyError(`${path}[${bad}]: ${show(value[bad])} is not a finite number`);
  return value;
}

function checkWhole(value: unknown, path: string, most: number): void {
  if (value === undefined) return;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > most)
    throw new PolicyError(`${path}: ${show(value)} is not a whole number from 1 to ${most}`);
}

function checkOneOf(value: unknown, path: string, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value as string))
    throw new PolicyError(`${path}: ${show(value)} is not one of ${allowed.join(', ')}`);
}

/**
 * Checks the form of a policy apart from its layers.
 *
 * @param path Name of the document in messages.
 * @throws {PolicyError} if something is missing or has another form
 */
export function checkPolicyHeader(document: unknown, path: string): PolicyHeader {
  const policy = checkObject(document, path);
  if (policy['format'] !== 'rcss-policy')
    throw new PolicyError(`${path}.format: ${show(policy['format'])} is not "rcss-policy"`);
  const { version: formatVersion } = policy;
  if (formatVersion !== POLICY_FORMAT_VERSION)
    throw new PolicyError(
      `${path}.version: ${show(formatVersion)} is not ${POLICY_FORMAT_VERSION}, the only version so far`,
    );
  checkObject(policy['observation'], `${path}.observation`);
  checkObject(policy['action'], `${path}.action`);
  checkWhole(policy['stack'], `${path}.stack`, 64);
  checkWhole(policy['frameSkip'], `${path}.frameSkip`, 100);
  checkOneOf(policy['choose'], `${path}.choose`, ['greedy', 'sample']);
  return document as PolicyHeader;
}

/**
 * Checks the form of a policy document apart from the sizes of its layers.
 *
 * @param path Name of the document in messages.
 * @throws {PolicyError} if something is missing or has another form
 */
export function checkPolicyForm(document: unknown, path: string): PolicyDocument {
  const { layers } = checkPolicyHeader(document, path) as PolicyDocument;
  if (!Array.isArray(layers) || layers.length === 0)
    throw new PolicyError(`${path}.layers: ${show(layers)} is not a list with at least one layer`);
  return document as PolicyDocument;
}

/**
 * Checks the sizes and numbers of a policy document.
 *
 * @param inputs Numbers of the observation, with its stack.
 * @param outputs Choices and further fields of the action.
 * @param use Where the policy plays, for messages: `scenario 3v3, right side`.
 * @throws {PolicyError} if a size differs or a number is not finite
 */
export function checkPolicySizes(
  { layers, normalization }: PolicyDocument,
  path: string,
  inputs: number,
  outputs: number,
  use: string,
): void {
  if (normalization !== undefined) {
    checkNumbers(normalization.mean, `${path}.normalization.mean`, inputs);
    const deviation = checkNumbers(normalization.deviation, `${path}.normalization.deviation`, inputs);
    const bad = deviation.findIndex((value) => value <= 0);
    if (bad >= 0)
      throw new PolicyError(`${path}.normalization.deviation[${bad}]: ${deviation[bad]} is not above 0`);
    const { clip = 10 } = normalization;
    if (!Number.isFinite(clip) || clip <= 0)
      throw new PolicyError(`${path}.normalization.clip: ${show(clip)} is not a number above 0`);
  }
  let width = inputs;
  layers.forEach((layer, i) => {
    const at = `${path}.layers[${i}]`;
    checkObject(layer, at);
    checkOneOf(layer.activation, `${at}.activation`, ACTIVATIONS);
    const { weights } = layer;
    if (!Array.isArray(weights) || weights.length === 0)
      throw new PolicyError(`${at}.weights: ${show(weights)} is not a list with one row per output`);
    if (i === 0 && Array.isArray(weights[0]) && weights[0].length !== inputs)
      throw new PolicyError(
        `${at}.weights[0]: ${weights[0].length} numbers, but the observation has ${inputs} (${use})`,
      );
    weights.forEach((row, n) => {
      checkNumbers(row, `${at}.weights[${n}]`, width);
    });
    checkNumbers(layer.bias, `${at}.bias`, weights.length);
    width = weights.length;
  });
  if (width !== outputs)
    throw new PolicyError(
      `${path}.layers[${layers.length - 1}].weights: ${width} rows, but the action needs ${outputs} (${use})`,
    );
}
