import type { MatchEvent, Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { Field } from '../layout.js';
import type { MatchSlot } from '../match-slot.js';
import type { ScriptView } from '../scripts/script.js';
import type { SenseReceiver } from '../senses.js';
import type { ExtraCommands } from './extra-command-options.js';

/** What agents do. */
export interface ActionOptions extends ExtraCommands {
  /**
   * `low-level`: one command with power and direction, neck and view. `hybrid`: a choice of a command, with parameters of
   * each. `discrete`: one of a list of commands. `macro`: one of a list of simple skills, which read the true state.
   * `keepaway`: hold or pass with the ball, as in the keepaway benchmark; other players support by a script. `skills`: one of
   * the skills of `@rcss/agent` as an option that runs until it is done or replaced; the player perceives the match through its
   * sensors. `hfo`: the actions of half-field offense, with their parameters, from the true state. `r2d`: the 17 actions of the Base list of
   * R2D-RL, from the true state. Default: `low-level`.
   */
  readonly type?: 'low-level' | 'hybrid' | 'discrete' | 'macro' | 'keepaway' | 'skills' | 'hfo' | 'r2d';
  /** For `skills`: a step with a frame skip ends early when an option of an agent has ended; false by default. */
  readonly untilDone?: boolean;
  /**
   * Whether `low-level`, `hybrid`, `discrete`, `macro` and `skills` have lofted kicks and the chest trap. Default: true in scenarios in which the
   * ball can leave the ground; in others they keep the ball on the ground, or have no effect.
   */
  readonly height?: boolean;
}

/** Executes the actions of agents. */
export interface ActionDecoder {
  /** Numbers of one action. */
  readonly layout: readonly Field[];
  /** Names of what the first number of an action chooses; entries of the action mask. */
  readonly choices: readonly string[];
  /** Fields from this one on that are choices have one output of a policy for each choice, others one number. Absent: no field after the first. */
  readonly drawnFrom?: number;
  /** Sends the commands of an action from `offset` on. All numbers are finite. */
  apply(view: ScriptView, player: Player, actions: Float32Array, offset: number, index: number): void;
  /** Writes 1 for each choice that has an effect now, otherwise 0. */
  fillMask(match: Match, player: Player, out: Uint8Array, offset: number, index: number): void;
  /** Starts an episode of the match with a number, if the decoder has a memory. */
  begin?(slot: MatchSlot, index: number): void;
  /** Called before the first cycle of a step. */
  startStep?(index: number): void;
  /** Whether the step ends although its frame skip has further cycles. */
  endsStep?(index: number): boolean;
  /** What the agents perceive, if the decoder needs it. */
  readonly receiver?: SenseReceiver;
  /** Receives the events of the match with a number. */
  notify?(event: MatchEvent, index: number): void;
  /** Why a match with this decoder cannot be saved. */
  readonly cannotSave?: string;
}

/** What a decoder with a memory needs to know of its batch. */
export interface DecoderUse {
  /** Indexes of the agents' players, in the order of the blocks. */
  readonly agents: readonly number[];
  readonly matches: number;
  /** Whether the ball can leave the ground. */
  readonly hasHeight: boolean;
  /** Characters of a message that a player can say. */
  readonly messageSize: number;
}
