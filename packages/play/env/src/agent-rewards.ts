import { createFrame, type Player } from '@rcss/core';
import { sqrt } from '@rcss/core/math';
import { playModeKind } from '@rcss/referee/geometry';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { createStateValue, DEFAULT_MODEL, type StateValue } from '@rcss/values';
import type { BatchBlocks } from './batch-blocks.js';
import type { MatchSlot } from './match-slot.js';
import {
  addRewardTerms,
  REWARD_NAMES,
  REWARD_TERMS,
  type RewardView,
  STATE_VALUE,
  type WeightedTerms,
} from './rewards.js';

/** Computes the rewards of the agents of a batch. */
export class AgentRewards {
  /** Terms of the reward with their weights. */
  terms: WeightedTerms;
  /** Indexes of the agents' players. */
  readonly #agents: readonly number[];
  /** Rewards: matches × agents. */
  readonly #rewards: Float32Array;
  /** Values of all terms without weights: matches × agents × terms, or empty. */
  readonly #values: Float32Array;
  readonly #discount: number;
  readonly #frame = createFrame();
  #stateValue: StateValue | null = null;
  readonly #view: { -readonly [K in keyof RewardView]: RewardView[K] };

  /**
   * @param discount Factor of the value of the state after a step.
   * @param blocks The blocks that are written.
   * @param slot Any match of the batch.
   */
  constructor(
    terms: WeightedTerms,
    agents: readonly number[],
    discount: number,
    { rewards, rewardTerms }: Pick<BatchBlocks, 'rewards' | 'rewardTerms'>,
    { match, episode, events }: MatchSlot,
  ) {
    this.terms = terms;
    this.#agents = agents;
    this.#discount = discount;
    this.#rewards = rewards;
    this.#values = rewardTerms;
    this.#view = {
      match,
      episode,
      events,
      player: match.world.players[0] as Player,
      sign: 1,
      ballDistanceBefore: 0.5,
      ballDistance: 0.5,
      kicksBefore: 0,
      valueChange: 0.5,
    };
  }

  /** Stores the state of the agents at the start of an episode. */
  begin(slot: MatchSlot): void {
    this.beginStep(slot);
    for (let a = 0; a < this.#agents.length; a++) {
      const player = slot.match.world.players[this.#agents[a] as number] as Player;
      slot.ballDistances[a] = ballDistance(slot.match, player);
      slot.kicks[a] = player.kickCount;
    }
  }

  /** Stores the value of the state at the start of a step. */
  beginStep(slot: MatchSlot): void {
    slot.stateValue = this.#evaluate(slot);
  }

  /** The value of the state for the left team; 0 if no reward needs it. */
  #evaluate({ match, episode }: MatchSlot): number {
    if (!this.terms.some(({ term }) => term === REWARD_TERMS[STATE_VALUE])) return 0;
    const { world, params } = match;
    // The value of what comes after an end does not belong to the episode.
    if (episode.outcome >= 2 || playModeKind(world.playMode) === 'goal') return 0;
    this.#stateValue ??= createStateValue(DEFAULT_MODEL, params.server);
    return this.#stateValue.value(fillFrame(world, params, this.#frame), params.types, 'l');
  }

  /** Sets the rewards of the match with a number to 0. */
  clear(index: number): void {
    const { length } = this.#agents;
    this.#rewards.fill(0, index * length, (index + 1) * length);
    const size = length * REWARD_NAMES.length;
    this.#values.fill(0, index * size, (index + 1) * size);
  }

  /** Adds the rewards of a cycle to those of the match with a number; `isLast`: the step ends with the cycle. */
  add(slot: MatchSlot, index: number, isLast: boolean): void {
    const view = this.#view;
    const before = slot.stateValue;
    if (isLast) this.beginStep(slot);
    view.valueChange = isLast ? this.#discount * slot.stateValue - before : 0;
    const rewards = this.#rewards;
    view.match = slot.match;
    view.episode = slot.episode;
    view.events = slot.events;
    for (let a = 0; a < this.#agents.length; a++) {
      const player = slot.match.world.players[this.#agents[a] as number] as Player;
      view.player = player;
      view.sign = player.side === 'l' ? 1 : -1;
      view.ballDistanceBefore = slot.ballDistances[a] as number;
      view.ballDistance = ballDistance(slot.match, player);
      view.kicksBefore = slot.kicks[a] as number;
      let sum = 0;
      for (const { term, weight } of this.terms) sum += weight * term.value(view);
      const at = index * this.#agents.length + a;
      rewards[at] = (rewards[at] as number) + sum;
      view.episode.reward += sum;
      if (this.#values.length > 0) addRewardTerms(view, this.#values, at * REWARD_NAMES.length);
      slot.ballDistances[a] = view.ballDistance;
      slot.kicks[a] = player.kickCount;
    }
  }
}

function ballDistance({ world }: Match, { pos }: Player): number {
  const dx = world.ball.pos.x - pos.x;
  const dy = world.ball.pos.y - pos.y;
  return sqrt(dx * dx + dy * dy);
}
