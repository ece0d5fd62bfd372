import { playerIndex, type SideName, sideOfName } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { ActionOptions } from './action/action.js';
import type { ObservationOptions } from './observation/observation.js';
import { checkNames } from './options.js';
import type { ControllerChoice } from './others/controller.js';
import type { RewardWeights } from './reward-weights.js';
import type { AgentSlot, Scenario } from './scenario.js';
import { resolveScenario } from './scenarios/catalog.js';
import { checkSeed } from './seeding.js';

export interface BatchOptions {
  /** Name of a scenario of this package, or a scenario. */
  readonly scenario: string | Scenario;
  /** Number of matches; 1 by default. */
  readonly matches?: number;
  /**
   * Players that agents control: sides, `first` for the first player of the scenario's agents, `none` for matches in which the controllers of
   * `others` play all players, or single players. Default: those of the scenario.
   */
  readonly agents?: SideName | 'both' | 'first' | 'none' | readonly AgentSlot[];
  /**
   * Who plays the players of a side that no agent controls: a controller, or a pool of them from which one is drawn for each
   * episode. Default: the scripts of the scenario.
   */
  readonly others?: { readonly left?: ControllerChoice; readonly right?: ControllerChoice };
  readonly observation?: ObservationOptions;
  readonly action?: ActionOptions;
  /** Weights of the terms of the reward. Default: those of the scenario. */
  readonly reward?: RewardWeights;
  /** Discount of the learner for one step, 0 to 1, in the term `state-value` of the reward; 1 by default. */
  readonly discount?: number;
  /** Seed of all matches, 0 to 2^32 - 1; 1 by default. */
  readonly seed?: number;
  /** Number of the first match, from which its seed follows; for batches that share the work. 0 by default. */
  readonly firstMatch?: number;
  /** Longest episode, cycles. Default: that of the scenario. */
  readonly horizon?: number;
  /** Curriculum parameter from 0 (easy) to 1; 1 by default. */
  readonly difficulty?: number;
  /** Cycles per step, in which the actions are repeated; 1 by default. */
  readonly frameSkip?: number;
  /** Number of observations that are stacked, the newest last; 1 by default. */
  readonly stack?: number;
  /**
   * What happens with a match whose episode ended. `next-step`: the next step starts a new episode and ignores the
   * actions. `same-step`: the new episode starts at once; `finalObservations` has the last observations. `none`: the match
   * stands until `resetMatch`. Default: `next-step`.
   */
  readonly autoReset?: 'next-step' | 'same-step' | 'none';
  /** Whether `states` has the true state of each match, for a critic that sees more than the agents; false by default. */
  readonly state?: boolean;
  /** Whether `rewardTerms` has the values of all terms of the reward; false by default. */
  readonly rewardTerms?: boolean;
  /** Called in each cycle when the state is complete, and with `isStart` for the state at the start of an episode or after `restoreMatch`, for example to record a game log. */
  readonly onCycle?: (match: Match, index: number, isStart: boolean) => void;
}

/** What can change between the episodes of a batch; see `Batch.configure`. */
export type BatchChanges = Pick<BatchOptions, 'difficulty' | 'others' | 'reward'>;

/** Names of {@link BatchOptions}. */
const OPTION_NAMES: readonly (keyof BatchOptions)[] = [
  'scenario',
  'matches',
  'agents',
  'others',
  'observation',
  'action',
  'reward',
  'discount',
  'seed',
  'firstMatch',
  'horizon',
  'difficulty',
  'frameSkip',
  'stack',
  'autoReset',
  'state',
  'rewardTerms',
  'onCycle',
];

/** Options of a batch that have been checked, with their defaults. */
export interface BatchSettings
  extends Required<Pick<BatchOptions, 'matches' | 'horizon' | 'frameSkip' | 'stack' | 'difficulty'>>,
    Required<Pick<BatchOptions, 'discount' | 'autoReset' | 'firstMatch' | 'state' | 'rewardTerms'>> {
  readonly scenario: Scenario;
  /** In the order of the blocks. */
  readonly agents: readonly AgentSlot[];
}

/**
 * Checks the names of all options, and the values of those that are numbers or choose scenario and agents.
 *
 * @throws RangeError if an option is unknown or out of range
 */
export function resolveOptions(options: BatchOptions): BatchSettings {
  checkNames('', options, OPTION_NAMES);
  const scenario = resolveScenario(options.scenario);
  return {
    scenario,
    matches: checkCount('matches', options.matches ?? 1, 4096),
    horizon: checkCount('horizon', options.horizon ?? scenario.horizon, 1_000_000_000),
    frameSkip: checkCount('frameSkip', options.frameSkip ?? 1, 100),
    stack: checkCount('stack', options.stack ?? 1, 64),
    difficulty: checkShare('difficulty', options.difficulty ?? 1),
    discount: checkShare('discount', options.discount ?? 1),
    autoReset: checkAutoReset(options.autoReset ?? 'next-step'),
    firstMatch: checkSeed('firstMatch', options.firstMatch ?? 0),
    state: checkFlag('state', options.state ?? false),
    rewardTerms: checkFlag('rewardTerms', options.rewardTerms ?? false),
    agents: resolveAgents(scenario, options.agents),
  };
}

function checkCount(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name}: ${String(value)} is not a whole number from 1 to ${most}`);
}

function checkFlag(name: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value;
  throw new RangeError(`${name}: ${JSON.stringify(value)} is not true or false`);
}

/** Returns a number from 0 to 1; throws RangeError if it is not one. */
export function checkShare(name: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`${name}: ${String(value)} is not a number from 0 to 1`);
}

function checkAutoReset(value: string): 'next-step' | 'same-step' | 'none' {
  if (value === 'next-step' || value === 'same-step' || value === 'none') return value;
  throw new RangeError(`autoReset: ${JSON.stringify(value)} is not next-step, same-step or none`);
}

function allOf(scenario: Scenario, side: SideName): AgentSlot[] {
  return scenario[side].map((_, i) => ({ side, unum: i + 1 }));
}

function resolveAgents(
  scenario: Scenario,
  agents: BatchOptions['agents'] = scenario.controlled,
): AgentSlot[] {
  if (agents === 'left' || agents === 'right') return checkAgents(scenario, allOf(scenario, agents));
  if (agents === 'both')
    return checkAgents(scenario, [...allOf(scenario, 'left'), ...allOf(scenario, 'right')]);
  if (agents === 'first')
    return checkAgents(scenario, [{ side: scenario.controlled === 'right' ? 'right' : 'left', unum: 1 }]);
  if (agents === 'none') return [];
  if (!Array.isArray(agents))
    throw new RangeError(
      `agents: ${JSON.stringify(agents)} is not left, right, both, first, none or a list of players`,
    );
  agents.forEach((agent: unknown, i) => {
    if (typeof agent !== 'object' || agent === null)
      throw new RangeError(
        `agents[${i}]: ${JSON.stringify(agent)} is not a player such as { "side": "left", "unum": 1 }`,
      );
  });
  return checkAgents(scenario, agents);
}

function checkAgents(scenario: Scenario, agents: readonly AgentSlot[]): AgentSlot[] {
  if (agents.length === 0)
    throw new RangeError(`agents: scenario ${scenario.name} has no player of this side; name at least one`);
  for (const { side, unum } of agents)
    if ((side !== 'left' && side !== 'right') || scenario[side][unum - 1] === undefined)
      throw new RangeError(
        `agents: scenario ${scenario.name} has no player ${String(side)} ${String(unum)}; left has ${scenario.left.length}, right ${scenario.right.length}`,
      );
  const keys = agents.map(({ side, unum }) => playerIndex(sideOfName(side), unum));
  if (new Set(keys).size < keys.length) throw new RangeError('agents: a player is named twice');
  return agents
    .map(({ side, unum }, i) => ({ side, unum, key: keys[i] as number }))
    .sort((a, b) => a.key - b.key)
    .map(({ side, unum }) => ({ side, unum }));
}
