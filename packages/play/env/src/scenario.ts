import type { PlayMode, Side, SideName } from '@rcss/core';
import { computeSayLimit, createPlayerParams, createServerParams, type ServerParams } from '@rcss/params';
import type { MatchSpec } from '@rcss/simulator';
import type { Area, Range } from './area.js';
import { checkObject } from './options.js';
import type { RewardWeights } from './reward-weights.js';
import type { ScriptName } from './scripts/script.js';

/**
 * Where an episode places a player or the ball: uniform in an area, or around the ball. With `easy`, the area goes over
 * from `easy` (difficulty 0) to `area` (difficulty 1).
 */
export type Placement =
  | { readonly area: Area; readonly easy?: Area }
  /** Uniform distance (meters) and direction (degrees, field frame) from the ball. */
  | { readonly aroundBall: { readonly distance: Range; readonly direction: Range } };

/** A player that an agent controls. */
export interface AgentSlot {
  readonly side: SideName;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
}

export interface ScenarioPlayer {
  readonly place: Placement;
  /** The player's decisions if no agent controls it, and the reference for agents. */
  readonly script: ScriptName;
  readonly goalie?: boolean;
  /** Body direction at the start, degrees, field frame; by default towards the ball. */
  readonly bodyAngle?: Range;
}

/** What ends an episode. Each condition has the name of its `on` in the results. */
export type Termination =
  /** A goal of either side. */
  | { readonly on: 'goal' }
  /** The ball left the field. */
  | { readonly on: 'out' }
  /** The ball left a region. */
  | { readonly on: 'region'; readonly region: Area }
  /** The goalie of either side holds the ball. */
  | { readonly on: 'catch' }
  /** A call of the referee other than a goal or a ball out of the field stopped the play. */
  | { readonly on: 'stopped' }
  /** A side has the ball, alone, for a number of cycles in a row. */
  | { readonly on: 'possession'; readonly side: Side; readonly cycles: number }
  /** No player could kick the ball for a number of cycles in a row. */
  | { readonly on: 'untouched'; readonly cycles: number }
  /** A side completed a number of passes. */
  | { readonly on: 'passes'; readonly side: Side; readonly count: number }
  /** A player of a side could kick the ball. */
  | { readonly on: 'touch'; readonly side: Side };

/** A task for agents, as data. Positions are in the field frame: meters, the left team attacks towards +x. */
export interface Scenario {
  /** Name, for example `keepaway-3v2`. */
  readonly name: string;
  /** What the agents have to do, one sentence. */
  readonly description: string;
  /** Players of the left team, at most 11, in the order of their uniform numbers. */
  readonly left: readonly ScenarioPlayer[];
  /** Players of the right team, likewise. */
  readonly right: readonly ScenarioPlayer[];
  /** Sides that agents control unless the options of a batch name others. */
  readonly controlled: SideName | 'both';
  /** Side whose players draw their places of the start from those of the whole side, each place once. */
  readonly shuffledSide?: SideName;
  readonly ball: {
    readonly place: Placement;
    readonly speed?: Range;
    readonly direction?: Range;
    /** Height at the start, meters; needs `server` with `experimental_height` and without `2d_mode`. */
    readonly height?: Range;
    /** Upward speed at the start, meters per cycle; likewise. */
    readonly verticalSpeed?: Range;
  };
  /** Play mode at the start; `play_on` by default. */
  readonly playMode?: PlayMode;
  /** Parameters of the server that differ from those of an endless match without automatic kickoffs. */
  readonly server?: Partial<ServerParams>;
  /** Longest episode, cycles. An episode that reaches it is truncated. */
  readonly horizon: number;
  readonly terminations: readonly Termination[];
  /** Weights of the terms of the reward. */
  readonly rewards: RewardWeights;
  /** Where the settings come from, if they are published ones. */
  readonly source?: string;
}

/**
 * Checks that a value has the parts of a scenario.
 *
 * @throws RangeError if it is not an object, or if a part is missing or has a wrong type
 */
export function checkScenarioForm(scenario: unknown): void {
  if (typeof scenario !== 'object' || scenario === null)
    throw new RangeError(
      `scenario: ${String(scenario)} is not the name of a scenario, and not a scenario as an object`,
    );
  const { name, left, right, controlled, ball, terminations, rewards } = scenario as Record<string, unknown>;
  if (typeof name !== 'string') throw new RangeError(`scenario.name: ${JSON.stringify(name)} is not a text`);
  for (const [part, value] of Object.entries({ left, right, terminations }))
    if (!Array.isArray(value))
      throw new RangeError(`scenario.${part}: ${JSON.stringify(value)} is not a list`);
  if (controlled !== 'left' && controlled !== 'right' && controlled !== 'both')
    throw new RangeError(`scenario.controlled: ${JSON.stringify(controlled)} is not left, right or both`);
  checkObject('scenario.ball', ball, '{ place: { area: { x: [0, 1], y: [0, 1] } } }');
  checkObject('scenario.rewards', rewards, '{ goal: 10 }');
}

/** Returns the match of a scenario, whose episodes begin with drawn scenes: it has no end and no automatic kickoffs, except what the scenario sets. */
export function createScenarioSpec({ server }: Scenario, seed: number): MatchSpec {
  const rules = {
    server: createServerParams({ half_time: -1, synch_mode: true, ...server }),
    player: createPlayerParams(),
  };
  return { seed, clock: 'stepped', rules };
}

/** Whether the ball can leave the ground in a scenario. */
export function scenarioHasHeight({ server }: Scenario): boolean {
  return server?.experimental_height === true && server['2d_mode'] === false;
}

/** Characters of a message that a player of a scenario can say. */
export function findMessageSize({ server }: Scenario): number {
  return computeSayLimit({ ...createServerParams(), ...server });
}

/** The region that the ball must not leave, if the scenario has one. */
export function findRegion({ terminations }: Scenario): Area | undefined {
  return terminations.find((termination) => termination.on === 'region')?.region;
}

/** Center of the region that the ball must not leave, or of the field without one; meters. */
export function findCenter(scenario: Scenario): { x: number; y: number } {
  const { x, y } = findRegion(scenario) ?? { x: [0, 0], y: [0, 0] };
  return { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 };
}

/** Room for the largest team that a player belongs to and for the largest that it plays against. */
export function countRoom(
  scenario: Scenario,
  players: readonly { readonly side: SideName }[],
): { mates: number; opponents: number } {
  let mates = 0;
  let opponents = 0;
  for (const { side } of players) {
    mates = Math.max(mates, scenario[side].length - 1);
    opponents = Math.max(opponents, scenario[side === 'left' ? 'right' : 'left'].length);
  }
  return { mates, opponents };
}
