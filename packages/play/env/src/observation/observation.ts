import type { MatchEvent, Player, Vec2 } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import type { Field } from '../layout.js';
import type { SayOptions } from '../say-channel.js';
import type { SenseReceiver } from '../senses.js';
import type { AgentMemory } from './agent-memory.js';
import type { ExtraSenses } from './extra-sense-options.js';

/** What agents observe. */
export interface ObservationOptions extends ExtraSenses {
  /**
   * `egocentric`: the true state relative to the agent's position and body direction. `global`: the true state in the
   * frame of the agent's team. `sensors`: what sense_body and see report to a player that sees synchronously, with ages.
   * `hfo-high` and `hfo-low`: the feature sets of half-field offense, `keepaway`: the state variables of keepaway, both from
   * the true state. Default: `egocentric`.
   */
  readonly type?: 'egocentric' | 'global' | 'sensors' | 'hfo-high' | 'hfo-low' | 'keepaway';
  /** Order of the other players: by distance from the agent or, for `global`, from the ball; or by uniform number. Default: `distance`. */
  readonly order?: 'distance' | 'number';
  /** Noise of the distances that `sensors` report: rounded to the grid of the server, or Gaussian. Default: `quantized`. */
  readonly noise?: 'quantized' | 'gaussian';
  /**
   * Whether `egocentric`, `global` and `sensors` end with height and upward speed of the ball. Default: true in scenarios in which it can
   * leave the ground; in others the numbers are 0.
   */
  readonly height?: boolean;
  /**
   * For `hfo-high` and `hfo-low`: the year of the manual. `2019` adds whether the last action could have an effect and, for `hfo-high`, the
   * stamina. Default: 2017.
   */
  readonly edition?: 2017 | 2019;
  /**
   * For `hfo-high`: `full` for the true state; `partial`: places of other players and of the ball are those where the agent has seen them in the
   * last 30 cycles, and -2 without one. Default: `full`.
   */
  readonly view?: 'full' | 'partial';
}

/** Writes what an agent observes. */
export interface ObservationEncoder {
  readonly layout: readonly Field[];
  /** Computes what all agents of a match share; called before `fill`. */
  prepare?(match: Match, episode: EpisodeState, horizon: number): void;
  /** Writes one number for each field of the layout, from `offset` on; `index` is the number of the match. */
  fill(player: Player, out: Float32Array, offset: number, match: Match, index: number): void;
  /** Starts an episode of the match with a number, if the encoder has a memory. */
  begin?(match: Match, index: number): void;
  /** Called after each cycle, before the senses, if the encoder has a memory. */
  sense?(match: Match, index: number): void;
  /** Receives whether the choice of an agent (by its place among the agents) could have an effect, before the cycles of a step. */
  noteAction?(index: number, place: number, isPossible: boolean): void;
  /** Receives the events of the match with a number. */
  notify?(event: MatchEvent, index: number): void;
  /** Receives what the agents perceive, if the encoder needs it. */
  readonly receiver?: SenseReceiver;
  /** What is remembered of the agents, in the order of saved states. */
  readonly memories?: readonly AgentMemory<Float32Array | Float64Array>[];
}

/** What an encoder with a memory needs to know of its batch. */
export interface EncoderOptions {
  /** Indexes of the agents' players, in the order of the blocks. */
  readonly agents: readonly number[];
  readonly matches: number;
  /** Center of the region that the ball must not leave, or of the field; meters. */
  readonly center: Readonly<Vec2>;
  readonly noise: 'quantized' | 'gaussian';
  /** Whether the layout has the height of the ball. */
  readonly hasHeight: boolean;
  /** Characters of a message that a player can say. */
  readonly messageSize: number;
  /** What the agents say; absent if they say nothing. */
  readonly say?: SayOptions | undefined;
}

/** Numbers of players that an observation has room for. */
export interface TeamSizes {
  /** Team mates of an agent. */
  readonly mates: number;
  readonly opponents: number;
}
