import type { MatchEvent, Player } from '@rcss/core';
import { exp } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import type { Match } from '@rcss/simulator';
import type { ActionDecoder } from '../action/action.js';
import { createAgentInterface } from '../agent-interface.js';
import type { Field } from '../layout.js';
import type { MatchSlot } from '../match-slot.js';
import { restoreMemories, saveMemories } from '../observation/agent-memory.js';
import type { ObservationEncoder } from '../observation/observation.js';
import type { ObservationStack } from '../observation/observation-stack.js';
import type { Scenario } from '../scenario.js';
import type { SenseReceiver } from '../senses.js';
import type { OtherPlayers, OtherSlots } from './controller.js';
import { PolicyNetwork } from './network.js';
import {
  checkPolicyForm,
  checkPolicyHeader,
  checkPolicySizes,
  type PolicyDocument,
  type PolicyHeader,
} from './policy-document.js';

/** What a policy needs to know of its batch. */
export interface PolicyUse {
  readonly scenario: Scenario;
  readonly slots: OtherSlots;
  readonly matches: number;
  /** Longest episode, cycles. */
  readonly horizon: number;
}

/** Plays by a policy that does not change. The policy observes and acts as the agents of a batch with its options would. */
export class PolicyPlayers implements OtherPlayers {
  readonly name: string;
  readonly weight: number;
  readonly senses: readonly SenseReceiver[];
  readonly cannotSave?: string;
  /** Numbers of the stacked observation of one player. */
  readonly inputs: number;
  /** Numbers that decide: one per choice, then those of the further fields of the action. */
  readonly outputs: number;
  readonly #players: readonly number[];
  readonly #encoder: ObservationEncoder;
  readonly #decoder: ActionDecoder;
  /** Null if the caller computes the outputs. */
  readonly #network: PolicyNetwork | null;
  readonly #isSampled: boolean;
  readonly #frameSkip: number;
  readonly #horizon: number;
  readonly #stack: ObservationStack;
  /** By match: the stacked observations of the players, then their actions. */
  readonly #memories: readonly Float32Array[];
  readonly #mask: Uint8Array;
  /** Fields of the action after the first; `outputs` is the number of their choices that are drawn, or 0 for a number. */
  readonly #further: readonly (Field & { readonly outputs: number })[];

  /**
   * @param document A header without layers: the caller computes the outputs between `observe` and `apply`.
   * @param path Name of the document in messages.
   * @throws {PolicyError} if the document does not fit
   */
  constructor(
    document: PolicyDocument | PolicyHeader,
    path: string,
    { scenario, slots, matches, horizon }: PolicyUse,
    { name, weight }: Pick<OtherPlayers, 'name' | 'weight'>,
  ) {
    const policy = 'layers' in document ? checkPolicyForm(document, path) : checkPolicyHeader(document, path);
    const { side, unums } = slots;
    this.name = name;
    this.weight = weight;
    this.#horizon = horizon;
    const players = unums.map((unum) => ({ side, unum }));
    const { agents, encoder, decoder, stack } = createAgentInterface(scenario, players, matches, policy);
    this.#players = agents;
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#stack = stack;
    this.#isSampled = policy.choose === 'sample';
    this.#frameSkip = policy.frameSkip ?? 1;
    const { choices, layout } = this.#decoder;
    this.inputs = this.#stack.width;
    const { drawnFrom = layout.length } = this.#decoder;
    this.#further = layout.slice(1).map((field, i) => ({
      ...field,
      outputs: field.isChoice === true && i + 1 >= drawnFrom ? field.high + 1 : 0,
    }));
    this.outputs = this.#further.reduce((sum, { outputs }) => sum + (outputs || 1), choices.length);
    if ('layers' in document) {
      const place = `scenario ${scenario.name}, ${side} side`;
      checkPolicySizes(document, path, this.inputs, this.outputs, place);
      this.#network = new PolicyNetwork(document, this.inputs);
    } else this.#network = null;
    this.#memories = Array.from(
      { length: matches },
      () => new Float32Array(unums.length * (this.inputs + layout.length)),
    );
    this.#mask = new Uint8Array(choices.length);
    this.senses = [this.#encoder.receiver, this.#decoder.receiver].filter((each) => each !== undefined);
    const { cannotSave } = this.#decoder;
    if (cannotSave !== undefined) this.cannotSave = `the policy ${JSON.stringify(name)}: ${cannotSave}`;
  }

  begin(slot: MatchSlot, index: number): void {
    (this.#memories[index] as Float32Array).fill(0);
    this.#encoder.begin?.(slot.match, index);
    this.#decoder.begin?.(slot, index);
  }

  notify(event: MatchEvent, index: number): void {
    this.#encoder.notify?.(event, index);
    this.#decoder.notify?.(event, index);
  }

  sense(match: Match, index: number): void {
    this.#encoder.sense?.(match, index);
  }

  act(slot: MatchSlot, index: number): void {
    const network = this.#network;
    if (this.observe(slot, index) && network !== null)
      for (let i = 0; i < this.#players.length; i++)
        this.choose(slot, index, i, network.evaluate(this.#memories[index] as Float32Array, i * this.inputs));
    this.apply(slot, index);
  }

  /** Observes a cycle; returns whether new actions are to be chosen in it. */
  observe({ match, episode }: MatchSlot, index: number): boolean {
    if (episode.cycles % this.#frameSkip !== 0) return false;
    const memory = this.#memories[index] as Float32Array;
    this.#encoder.prepare?.(match, episode, this.#horizon);
    this.#decoder.startStep?.(index);
    this.#players.forEach((at, i) => {
      const player = match.world.players[at] as Player;
      this.#stack.add(player, memory, i * this.inputs, episode.cycles === 0, match, index);
    });
    return true;
  }

  /** The stacked observation of a player of a match; it changes in the next cycle. */
  input(index: number, place: number): Float32Array {
    const memory = this.#memories[index] as Float32Array;
    return memory.subarray(place * this.inputs, (place + 1) * this.inputs);
  }

  /** Chooses the action of a player by the outputs of the policy. */
  choose({ match, random }: MatchSlot, index: number, place: number, outputs: Float64Array): void {
    const memory = this.#memories[index] as Float32Array;
    const { layout } = this.#decoder;
    const player = match.world.players[this.#players[place] as number] as Player;
    this.#decoder.fillMask(match, player, this.#mask, 0, index);
    const actions = this.#players.length * this.inputs;
    this.#choose(outputs, memory, actions + place * layout.length, random);
  }

  /** Sends the commands of the chosen actions. */
  apply(slot: MatchSlot, index: number): void {
    const memory = this.#memories[index] as Float32Array;
    const { length: fields } = this.#decoder.layout;
    const actions = this.#players.length * this.inputs;
    this.#players.forEach((at, i) => {
      const player = slot.match.world.players[at] as Player;
      if (player.enabled) this.#decoder.apply(slot, player, memory, actions + i * fields, index);
    });
  }

  #choose(outputs: Float64Array, memory: Float32Array, to: number, random: RandomStream): void {
    const pick = this.#isSampled ? drawChoice : bestChoice;
    memory[to] = pick(outputs, this.#mask, random);
    let at = this.#mask.length;
    this.#further.forEach(({ low, high, outputs: count }, i) => {
      const value = outputs[at] as number;
      memory[to + i + 1] =
        count > 0
          ? pick(outputs.subarray(at, at + count), ALL_POSSIBLE.subarray(0, count), random)
          : value < low
            ? low
            : value > high
              ? high
              : value;
      at += count || 1;
    });
  }

  save(index: number): readonly number[] {
    return [...(this.#memories[index] as Float32Array), ...saveMemories(this.#encoder, index)];
  }

  restore(index: number, memory: readonly number[]): void {
    const own = this.#memories[index] as Float32Array;
    if (memory.length < own.length)
      throw new RangeError(
        `saved match: ${memory.length} numbers of the policy ${this.name} instead of ${own.length}; restore into a batch with the same options`,
      );
    own.set(memory.slice(0, own.length));
    restoreMemories(this.#encoder, index, memory.slice(own.length));
  }
}

/** Mask of a field whose choices are all possible; a field has at most 65: 64 symbols, or none. */
const ALL_POSSIBLE: Uint8Array = new Uint8Array(65).fill(1);

/** The available choice with the highest number; the first of equal ones. */
function bestChoice(outputs: Float64Array, mask: Uint8Array): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || (outputs[i] as number) <= most) continue;
    most = outputs[i] as number;
    best = i;
  }
  return best;
}

/** Draws an available choice with the probabilities of a softmax. */
function drawChoice(outputs: Float64Array, mask: Uint8Array, random: RandomStream): number {
  const most = outputs[bestChoice(outputs, mask)] as number;
  let sum = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) sum += exp((outputs[i] as number) - most);
  let rest = random.next() * sum;
  let last = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    last = i;
    rest -= exp((outputs[i] as number) - most);
    if (rest < 0) break;
  }
  return last;
}
