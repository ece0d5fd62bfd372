import { playerIndex, sideOfName } from '@rcss/core';
import type { ActionDecoder, ActionOptions } from './action/action.js';
import { createActionDecoder } from './action/decoder.js';
import { createObservationEncoder } from './observation/encoder.js';
import type { ObservationEncoder, ObservationOptions } from './observation/observation.js';
import { ObservationStack } from './observation/observation-stack.js';
import {
  type AgentSlot,
  countRoom,
  findCenter,
  findMessageSize,
  type Scenario,
  scenarioHasHeight,
} from './scenario.js';

/** What agents or a policy observe and do. */
export interface InterfaceOptions {
  readonly observation?: ObservationOptions;
  readonly action?: ActionOptions;
  /** Number of observations that are stacked; 1 by default. */
  readonly stack?: number;
}

/** How players of a scenario are observed and controlled. */
export interface AgentInterface {
  /** Indexes of the players. */
  readonly agents: readonly number[];
  readonly encoder: ObservationEncoder;
  readonly stack: ObservationStack;
  readonly decoder: ActionDecoder;
}

/**
 * Creates the encoder and the decoder of players of a scenario.
 *
 * @param matches Number of matches.
 * @throws RangeError if an option is unknown or does not fit
 */
export function createAgentInterface(
  scenario: Scenario,
  players: readonly AgentSlot[],
  matches: number,
  { observation = {}, action = {}, stack = 1 }: InterfaceOptions,
): AgentInterface {
  const agents = players.map(({ side, unum }) => playerIndex(sideOfName(side), unum));
  const sizes = countRoom(scenario, players);
  const hasHeight = scenarioHasHeight(scenario);
  const use = { agents, matches, hasHeight, messageSize: findMessageSize(scenario) };
  const center = findCenter(scenario);
  const encoder = createObservationEncoder(observation, sizes, { ...use, center, say: action.say });
  const decoder = createActionDecoder(action, sizes, use);
  return { agents, encoder, stack: new ObservationStack(encoder, stack), decoder };
}
