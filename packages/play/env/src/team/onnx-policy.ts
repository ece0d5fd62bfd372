import { checkPolicyHeader, PolicyError, type PolicyHeader } from '../others/policy-document.js';
import { type OnnxModelFacts, readOnnxFacts } from './onnx-model.js';

/** Entry of the metadata of a model in which the header of the policy is, as JSON. */
const HEADER_KEY = 'rcss-policy';
/** Ending of the output with the next value of a state. */
const NEXT = '_next';
/** Type of all numbers. */
const NUMBERS = 'float32';
/** Name of the input with the observation, and of the output that decides. */
const OBSERVATION = 'observation';
const ACTION = 'action';

/** Numbers in all states of a player; each player of a team has its own. */
const MAX_STATE_NUMBERS = 1_000_000;

/** A tensor of `onnxruntime-web`. */
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** An input or output as a session describes it. */
export interface OnnxTensorFacts {
  readonly name: string;
  /** Type of its numbers. */
  readonly type?: string;
  /** Sizes; a text or 0 is a size that the model leaves open. */
  readonly shape?: readonly (number | string)[];
}

/** The part of a session of `onnxruntime-web` that policies need. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly OnnxTensorFacts[];
  /** Absent in old versions. */
  readonly outputMetadata?: readonly OnnxTensorFacts[];
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** The module `onnxruntime-web`, or another one with its interface. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: Uint8Array): Promise<unknown> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => OnnxTensor;
  readonly env?: { readonly versions: { readonly web?: string } };
}

/** States of one player between decisions, by the names of their inputs. */
export type OnnxStates = Map<string, OnnxTensor>;

/** Whether the model leaves a size open, for example the number of players. */
const isOpen = (size: number | string): boolean => typeof size !== 'number' || size <= 0;

/** A policy whose network is a model of ONNX, with or without memory. */
export class OnnxPolicy {
  /** What the policy observes and does. */
  readonly header: PolicyHeader;
  /** Name in messages, for example the file. */
  readonly path: string;
  readonly #session: OnnxSession;
  readonly #runtime: OnnxRuntime;
  readonly #states: readonly { readonly name: string; readonly dims: readonly number[] }[];
  #stateNumbers = 0;
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
    const { outputNames, inputMetadata } = this.#session;
    if (!outputNames.includes(`${name}${NEXT}`))
      throw new PolicyError(
        `${this.path}: the state ${name} has no output ${name}${NEXT} with its next value`,
      );
    const { type = NUMBERS, shape = [] } = inputMetadata.find((input) => input.name === name) ?? {};
    this.#checkType(`the state ${name}`, type);
    const dims = shape.map((size) => (isOpen(size) ? 1 : Number(size)));
    const count = dims.reduce((product, size) => product * size, 1);
    const most = MAX_STATE_NUMBERS - this.#stateNumbers;
    if (!(count <= most))
      throw new PolicyError(
        `${this.path}: the state ${name} has ${count} numbers (${dims.join(' × ')}); at most ${most} are allowed`,
      );
    this.#stateNumbers += count;
    return dims;
  }

  #checkType(what: string, type: string): void {
    if (type !== NUMBERS)
      throw new PolicyError(`${this.path}: ${what} has the type ${type} instead of ${NUMBERS}`);
  }

  /**
   * Checks the shapes that the model states against what the scenario needs. Sizes that it leaves open are seen at the first decision.
   *
   * @param inputs Numbers of the stacked observation.
   * @param outputs Numbers that decide.
   * @param use Where the policy plays, for messages: `scenario 3v3, left side`.
   * @throws {PolicyError} if a size differs
   */
  checkSizes(inputs: number, outputs: number, use: string): void {
    const { inputMetadata, outputMetadata = [] } = this.#session;
    this.#checkShape('input', inputMetadata, OBSERVATION, inputs, `the observation has ${inputs} (${use})`);
    this.#checkShape('output', outputMetadata, ACTION, outputs, `the action needs ${outputs} (${use})`);
  }

  #checkShape(
    kind: string,
    known: readonly OnnxTensorFacts[],
    name: string,
    count: number,
    needed: string,
  ): void {
    const { type = NUMBERS, shape = [] } = known.find((tensor) => tensor.name === name) ?? {};
    this.#checkType(`the ${kind} ${name}`, type);
    if (shape.length === 0) return;
    const [rows = 1, width = 1] = shape;
    const fits = shape.length === 2 && (isOpen(rows) || rows === 1) && (isOpen(width) || width === count);
    if (!fits)
      throw new PolicyError(
        `${this.path}: the ${kind} ${name} has the shape ${shape.join(' × ')} instead of 1 × ${count}: ${needed}`,
      );
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

/** The header of the policy in the metadata of its model. */
function findHeader({ metadata }: OnnxModelFacts, path: string): PolicyHeader {
  const text = metadata.get(HEADER_KEY);
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
  return checkPolicyHeader(document, path);
}

/**
 * Returns the header of a policy without running its model.
 *
 * @param path Name in messages, for example the file.
 * @throws {PolicyError} if the bytes are not a model, or if its metadata have no header
 */
export function readOnnxHeader(model: Uint8Array, path = 'policy'): PolicyHeader {
  return findHeader(readOnnxFacts(model, path), path);
}

/** The versions of a model, for the message that it cannot be loaded. */
function describeVersions({ opsets, irVersion }: OnnxModelFacts, { env }: OnnxRuntime): string {
  const sets = [...opsets].map(([domain, version]) => `${domain} opset ${version}`.trim());
  const runtime = `onnxruntime-web ${env?.versions.web ?? ''}`.trim();
  return `${[...sets, `IR version ${irVersion}`].join(', ')}, ${runtime}; opset_version of torch.onnx.export chooses another opset`;
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
  const facts = readOnnxFacts(model, path);
  const header = findHeader(facts, path);
  let session: unknown;
  try {
    session = await runtime.InferenceSession.create(model);
  } catch (error) {
    throw new PolicyError(
      `${path}: the model cannot be loaded (${describeVersions(facts, runtime)}): ${(error as Error).message}`,
    );
  }
  return new OnnxPolicy(header, path, session as OnnxSession, runtime);
}
