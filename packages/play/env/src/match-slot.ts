import type { SideName } from '@rcss/core';
import { createRandomStream, type RandomState, type RandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import {
  connectPlayer,
  createMatch,
  createSpecParams,
  type Match,
  restore,
  type Snapshot,
  snapshot,
} from '@rcss/simulator';
import { applyScene } from '@rcss/simulator/scene';
import {
  beginEpisode,
  type CycleEvents,
  createCycleEvents,
  createEpisodeState,
  type EpisodeState,
} from './episode.js';
import { checkObject } from './options.js';
import { createStartPositions, drawScene, type StartPositions } from './placement.js';
import {
  type AgentSlot,
  createScenarioSpec,
  findRegion,
  type Scenario,
  scenarioHasHeight,
} from './scenario.js';
import type { ScriptView } from './scripts/script.js';
import { firstScenarioState, mixSeed, seedSnapshot } from './seeding.js';

/** Version of the protocol whose rules the players follow; agents have the second one if the ball can leave the ground. */
const PLAYER_VERSION = 19;
const HEIGHT_VERSION = 20;

/** Seed of the player types and of the state before the first episode; both are the same for all batches. */
const BASE_SEED = 1;

/** One match of a batch. */
export interface MatchSlot extends ScriptView, StartPositions {
  readonly match: Match;
  readonly random: RandomStream;
  readonly episode: EpisodeState;
  readonly events: CycleEvents;
  /** Distance of each agent from the ball after the last cycle, meters. */
  readonly ballDistances: Float64Array;
  /** Kicks of each agent until the last cycle. */
  readonly kicks: Int32Array;
  /** Value of the state for the left team at the start of a step, if a reward needs it. */
  stateValue: number;
}

/** State of one match of a batch as plain data; JSON can hold it. */
export interface SavedMatch {
  /** Name of the scenario; states of older versions have none. */
  readonly scenario?: string;
  readonly snapshot: Snapshot;
  readonly episode: EpisodeState;
  readonly random: RandomState;
  /** Start positions by player index, meters. */
  readonly homeX: readonly number[];
  /** Likewise, meters. */
  readonly homeY: readonly number[];
  /** Distances of the agents from the ball, meters. */
  readonly ballDistances: readonly number[];
  /** Kicks of the agents. */
  readonly kicks: readonly number[];
  /** What the agents observed through their sensors; absent for observations of the true state. */
  readonly sensors?: readonly number[];
  /** Memories of the players that no agent controls; absent if they have none. */
  readonly others?: { readonly left?: readonly number[]; readonly right?: readonly number[] };
}

function connectTeam(match: Match, scenario: Scenario, side: SideName, agents: readonly AgentSlot[]): void {
  for (const [i, { goalie = false }] of scenario[side].entries()) {
    const isAgent = agents.some((agent) => agent.side === side && agent.unum === i + 1);
    const version = isAgent && scenarioHasHeight(scenario) ? HEIGHT_VERSION : PLAYER_VERSION;
    const connected = connectPlayer(match, { team: side, version, goalie });
    if (!connected.ok)
      throw new RangeError(
        `scenario ${scenario.name}: the ${side} team is refused: ${connected.error}; at most 11 players and one goalie are allowed`,
      );
  }
}

/** Creates a match with the players of a scenario, before its first episode. */
function createMatchSlot(scenario: Scenario, params: MatchParams, agents: readonly AgentSlot[]): MatchSlot {
  const match = createMatch({ params, seed: BASE_SEED });
  connectTeam(match, scenario, 'left', agents);
  if (scenario.left.length === 0) match.world.left.name = 'left';
  connectTeam(match, scenario, 'right', agents);
  return {
    match,
    region: findRegion(scenario),
    random: createRandomStream(BASE_SEED, 'scenario'),
    episode: createEpisodeState(0),
    events: createCycleEvents(),
    ballDistances: new Float64Array(agents.length),
    kicks: new Int32Array(agents.length),
    stateValue: 0.5,
    ...createStartPositions(),
  };
}

/**
 * Creates the matches of a batch, before their first episodes; they share their parameters.
 *
 * @param params Parameters; those of the scenario by default.
 */
export function createMatchSlots(
  scenario: Scenario,
  matchCount: number,
  agents: readonly AgentSlot[],
  params: MatchParams = createSpecParams(createScenarioSpec(scenario, BASE_SEED)),
): MatchSlot[] {
  return Array.from({ length: matchCount }, () => createMatchSlot(scenario, params, agents));
}

/** Returns the seed of the current episode of a match. */
export function episodeSeed({ seed, episode }: EpisodeState): number {
  return mixSeed(seed, episode);
}

/** Starts the next episode of a match. */
export function startEpisode(slot: MatchSlot, scenario: Scenario, base: Snapshot, difficulty: number): void {
  const { match, episode, random } = slot;
  episode.episode += 1;
  const seed = episodeSeed(episode);
  restore(match, seedSnapshot(base, seed));
  random.restore(firstScenarioState(seed));
  const set = applyScene(match, drawScene(scenario, difficulty, random, slot));
  if (!set.ok) throw new RangeError(`scenario ${scenario.name}: ${set.error.message}`);
  beginEpisode(episode, match);
}

/** Returns a copy of the state of a match. */
export function saveSlot(slot: MatchSlot, scenario: Scenario): SavedMatch {
  return {
    scenario: scenario.name,
    snapshot: snapshot(slot.match),
    episode: { ...slot.episode },
    random: slot.random.state(),
    homeX: [...slot.homeX],
    homeY: [...slot.homeY],
    ballDistances: [...slot.ballDistances],
    kicks: [...slot.kicks],
  };
}

/** How many players each side of a match has, with those that were sent off, for a message. */
function describePlayers({ players }: Snapshot['world']): string {
  const [left, right] = (['l', 'r'] as const).map(
    (side) => players.filter((player) => player.side === side && player.assigned).length,
  );
  return `${left} against ${right} players`;
}

/**
 * Checks that a value has the parts of a saved state, and that it fits a match of a scenario.
 *
 * @throws RangeError if it is not an object, if a part is missing, or if it is of another scenario or of other agents
 */
export function checkSavedMatch(saved: SavedMatch, slot: MatchSlot, { name }: Scenario): void {
  checkObject('saved', saved, 'the result of saveMatch');
  const world = saved.snapshot?.world;
  if (!Array.isArray(world?.players) || saved.episode === undefined)
    throw new RangeError('saved: the state has no snapshot or no episode; pass the result of saveMatch');
  if (saved.scenario !== undefined && saved.scenario !== name)
    throw new RangeError(
      `saved: the state is of the scenario ${JSON.stringify(saved.scenario)}, and the matches of this batch are of ${JSON.stringify(name)}; restore it in a batch of its own scenario`,
    );
  const own = slot.match.world;
  if (own.players.some(({ assigned }, i) => world.players[i]?.assigned !== assigned))
    throw new RangeError(
      `saved: the state has ${describePlayers(world)}, and the scenario ${JSON.stringify(name)} of this batch has ${describePlayers(own)}; restore it in a batch of its own scenario`,
    );
  for (const part of ['homeX', 'homeY', 'ballDistances', 'kicks'] as const) {
    const { length } = slot[part];
    if (!Array.isArray(saved[part]) || saved[part].length !== length)
      throw new RangeError(
        `saved.${part}: ${saved[part]?.length ?? 'no'} numbers instead of ${length}; restore it in a batch with the same agents`,
      );
  }
}

/** Sets a match to a saved state. */
export function restoreSlot(slot: MatchSlot, saved: SavedMatch): void {
  restore(slot.match, saved.snapshot);
  Object.assign(slot.episode, saved.episode);
  slot.random.restore(saved.random);
  slot.homeX.set(saved.homeX);
  slot.homeY.set(saved.homeY);
  slot.ballDistances.set(saved.ballDistances);
  slot.kicks.set(saved.kicks);
}
