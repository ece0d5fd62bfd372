import type { Player } from '@rcss/core';
import { sqrt } from '@rcss/core/math';
import type { Match } from '@rcss/simulator';
import type { CycleEvents, EpisodeState } from './episode.js';
import { checkObject, suggestName } from './options.js';
import type { RewardName, RewardWeights } from './reward-weights.js';

/** What a term of the reward sees, for one agent after one cycle. */
export interface RewardView {
  readonly match: Match;
  readonly episode: EpisodeState;
  readonly events: CycleEvents;
  readonly player: Player;
  /** 1 for agents of the left team, -1 for those of the right. */
  readonly sign: number;
  /** Distance of the agent from the ball before the cycle, meters. */
  readonly ballDistanceBefore: number;
  readonly ballDistance: number;
  readonly kicksBefore: number;
  /** Change of the value of the state in a step, for the left team; 0 within a step. */
  readonly valueChange: number;
}

export interface RewardTerm {
  readonly unit: string;
  readonly description: string;
  /** Value of the term for one agent and one cycle. */
  readonly value: (view: RewardView) => number;
}

/** All terms of the reward by name. */
export const REWARD_TERMS: Readonly<Record<RewardName, RewardTerm>> = {
  goal: {
    unit: 'goals',
    description: '1 for a goal of the own team, -1 for a goal of the opponents.',
    value: ({ events, sign }) => events.goal * sign,
  },
  cycle: { unit: 'cycles', description: '1 in every cycle.', value: () => 1 },
  'ball-progress': {
    unit: 'm',
    description: "Meters by which the ball came nearer to the center of the opponents' goal during play_on.",
    value: ({ events, sign }) => (sign > 0 ? events.progressLeft : events.progressRight),
  },
  'approach-ball': {
    unit: 'm',
    description: 'Meters by which the agent and the ball came nearer to each other.',
    value: ({ ballDistanceBefore, ballDistance }) => ballDistanceBefore - ballDistance,
  },
  kick: {
    unit: 'kicks',
    description: '1 if the agent kicked the ball.',
    value: ({ player, kicksBefore }) => (player.kickCount > kicksBefore ? 1 : 0),
  },
  pass: {
    unit: 'passes',
    description: '1 if a player of the own team got the ball from another one, -1 if an opponent got it so.',
    value: ({ events, sign }) => events.pass * sign,
  },
  gain: {
    unit: 'changes',
    description: '1 if the own team got the ball from the opponents, -1 if it lost the ball to them.',
    value: ({ events, sign }) => events.gain * sign,
  },
  possession: {
    unit: 'cycles',
    description: '1 if only the own team can kick the ball, -1 if only the opponents can.',
    value: ({ episode, sign }) => episode.heldBy * sign,
  },
  out: {
    unit: 'calls',
    description: '1 if the ball left the field.',
    value: ({ events }) => (events.isOut ? 1 : 0),
  },
  effort: {
    unit: 'm/cycle',
    description: 'Speed of the agent, as a cost of running when its weight is negative.',
    value: ({ player }) => sqrt(player.vel.x * player.vel.x + player.vel.y * player.vel.y),
  },
  'state-value': {
    unit: '1',
    description:
      'In the last cycle of a step: discount times the value of the state, less that at the start of the step. The value is the chance that the own team scores the next goal within 100 cycles, less that of the opponents ([values](../analyst/values.md)); 0 after the end of an episode and after a goal. The option `discount` is that of the learner for a step, 1 by default. 0 if its weight is 0.',
    value: ({ valueChange, sign }) => valueChange * sign,
  },
};

/** Name of the term that needs the value model. */
export const STATE_VALUE: RewardName = 'state-value';

/** Names of the terms, in the order of the block of their values. */
export const REWARD_NAMES = Object.keys(REWARD_TERMS) as readonly RewardName[];

const ALL_TERMS: readonly RewardTerm[] = Object.values(REWARD_TERMS);

/** Adds the values of all terms, without weights, to the numbers of a block from `offset` on. */
export function addRewardTerms(view: RewardView, out: Float32Array, offset: number): void {
  for (let i = 0; i < ALL_TERMS.length; i++)
    out[offset + i] = (out[offset + i] as number) + (ALL_TERMS[i] as RewardTerm).value(view);
}

/** The terms of a reward with their weights, in the order of `REWARD_TERMS`. */
export type WeightedTerms = readonly { readonly term: RewardTerm; readonly weight: number }[];

/**
 * Returns the terms of a reward.
 *
 * @throws RangeError if a name is unknown or a weight is not a finite number
 */
export function resolveRewards(weights: RewardWeights): WeightedTerms {
  checkObject('reward', weights, '{ goal: 10, cycle: -0.01 }');
  for (const [name, weight] of Object.entries(weights)) {
    if (!Object.hasOwn(REWARD_TERMS, name))
      throw new RangeError(
        `reward: ${JSON.stringify(name)} is not one of ${REWARD_NAMES.join(', ')}${suggestName(name, REWARD_NAMES)}`,
      );
    if (!Number.isFinite(weight))
      throw new RangeError(
        `reward.${name}: ${typeof weight === 'number' ? weight : JSON.stringify(weight)} is not a finite number`,
      );
  }
  return REWARD_NAMES.map((name) => ({ term: REWARD_TERMS[name], weight: weights[name] ?? 0 })).filter(
    ({ weight }) => weight !== 0,
  );
}
