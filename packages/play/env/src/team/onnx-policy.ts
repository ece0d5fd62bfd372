import { checkPolicyHeader, PolicyError, type PolicyHeader } from '../others/policy-document.js';
import { readOnnxMetadata } from './onnx-metadata.js';

/** Entry of the metadata of a model in which the header of the policy is, as JSON. */
const HEADER_KEY = 'rcss-policy';
/** Ending of the output with the next value of a state. */
const NEXT = '_next';
/** Name of the input with the observation, and of the output that decides. */
const OBSERVATION = 'observation';
const ACTION = 'action';

/** A tensor of `onnxruntime-web`. */
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** The part of a session of `onnxruntime-web` that policies need. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly { readonly name: string; readonly shape?: readonly (number | string)[] }[];
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** The module `onnxruntime-web`, or another one with its interface. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: Uint8Array): Promise<unknown> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => OnnxTensor;
}

/** States of one player between decisions, by the names of their inputs. */
export type OnnxStates = Map<string, OnnxTensor>;

/** A policy whose network is a model of ONNX, with or without memory. */
export class OnnxPolicy {
  /** What the policy observes and does. */
  readonly header: PolicyHeader;
  /** Name in messages, for example the file. */
  readonly path: string;
  readonly #session: OnnxSession;
  readonly #runtime: OnnxRuntime;
  readonly #states: readonly { readonly name: string; readonly dims: readonly number[] }[];
  /** A session runs one decision at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(header: PolicyHeader, path: string, session: OnnxSession, runtime: OnnxRuntime) {
    this.header = header;
    this.path = path;
    this.#session = session;
    this.#runtime = runtime;
    const inputs = [...session.inputNames].sort().join(', ');
    if (!session.inputNames.includes(OBSERVATION))
      throw new PolicyError(`${path}: the inputs are ${inputs}; one must have the name ${OBSERVATION}`);
    if (!session.outputNames.includes(ACTION))
      throw new PolicyError(
        `${path}: the outputs are ${[...session.outputNames].join(', ')}; one must have the name ${ACTION}`,
      );
    this.#states = session.inputNames
      .filter((name) => name !== OBSERVATION)
      .map((name) => ({ name, dims: this.#findShape(name) }));
  }

  /** A dimension with a name is the number of players, 1. */
  #findShape(name: string): number[] {
    if (!this.#session.outputNames.includes(`${name}${NEXT}`))
      throw new PolicyError(
        `${this.path}: the state ${name} has no output ${name}${NEXT} with its next value`,
      );
    const shape = this.#session.inputMetadata.find((input) => input.name === name)?.shape ?? [];
    return shape.map((size) => (typeof size === 'number' && size > 0 ? size : 1));
  }

  /** The states at the start of an episode: zeros. */
  createStates(): OnnxStates {
    return new Map(
      this.#states.map(({ name, dims }) => {
        const count = dims.reduce((product, size) => product * size, 1);
        return [name, new this.#runtime.Tensor('float32', new Float32Array(count), dims)];
      }),
    );
  }

  /**
   * Computes the numbers of the action for an observation, and replaces the states by their next values.
   *
   * @throws {PolicyError} if the model gives another number of outputs or fails
   */
  evaluate(observation: Float32Array, states: OnnxStates, outputs: number): Promise<Float64Array> {
    const result = this.#queue.then(() => this.#run(observation, states, outputs));
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(observation: Float32Array, states: OnnxStates, outputs: number): Promise<Float64Array> {
    const { Tensor } = this.#runtime;
    const feeds: Record<string, OnnxTensor> = Object.fromEntries(states);
    feeds[OBSERVATION] = new Tensor('float32', observation.slice(), [1, observation.length]);
    let results: Readonly<Record<string, OnnxTensor>>;
    try {
      results = await this.#session.run(feeds);
    } catch (error) {
      throw new PolicyError(
        `${this.path}: the model fails for ${observation.length} numbers of the observation: ${(error as Error).message}`,
      );
    }
    const action = Float64Array.from(results[ACTION]?.data as Float32Array);
    if (action.length !== outputs)
      throw new PolicyError(
        `${this.path}: the output ${ACTION} has ${action.length} numbers, but the action needs ${outputs}`,
      );
    for (const name of states.keys()) states.set(name, results[`${name}${NEXT}`] as OnnxTensor);
    return action;
  }
}

/**
 * Loads a policy from a model of ONNX: input `observation` (1 × numbers), output `action` (1 × numbers), for each state NAME an input NAME and
 * an output `NAME_next`. Its metadata have the header of the policy as JSON, in the entry `rcss-policy`.
 *
 * @param runtime The module `onnxruntime-web`.
 * @param path Name in messages, for example the file.
 * @throws {PolicyError} if it is not such a model
 * @example const policy = await loadOnnxPolicy(await readFile('3v3.onnx'), await import('onnxruntime-web'), '3v3.onnx');
 */
export async function loadOnnxPolicy(
  model: Uint8Array,
  runtime: OnnxRuntime,
  path = 'policy',
): Promise<OnnxPolicy> {
  const text = readOnnxMetadata(model, path).get(HEADER_KEY);
  if (text === undefined)
    throw new PolicyError(`${path}: its metadata have no entry ${HEADER_KEY} with the header of a policy`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new PolicyError(
      `${path}: the entry ${HEADER_KEY} of its metadata is not JSON: ${(error as Error).message}`,
    );
  }
  const header = checkPolicyHeader(document, path);
  let session: unknown;
  try {
    session = await runtime.InferenceSession.create(model);
  } catch (error) {
    throw new PolicyError(`${path}: the model cannot be loaded: ${(error as Error).message}`);
  }
  return new OnnxPolicy(header, path, session as OnnxSession, runtime);
}
