import type { PlayerCommand } from '@rcss/core';
import type { HearMessage, SeeMessage, SenseBodyMessage } from '@rcss/protocol';
import type { WorldModel } from '../world/world-model.js';
import type { AgentPlayer } from './agent-player.js';

/** The commands of a cycle. */
export interface ControlledCommands {
  readonly commands: readonly PlayerCommand[];
  /** Whether the package adds commands for neck and view width. */
  readonly looksAround: boolean;
}

/** Decides all commands of a player from its messages and its world model, such as a learned policy. */
export interface PlayerControl {
  /** Receives sense_body, after the world model. */
  senseBody(message: SenseBodyMessage, world: WorldModel): void;
  /** Receives see, after the world model. */
  see(message: SeeMessage, world: WorldModel): void;
  /** Receives hear, after the world model. */
  hear(message: HearMessage, world: WorldModel): void;
  /** Returns the commands of a cycle; null: the package decides. Called once per cycle. */
  decide(player: AgentPlayer): ControlledCommands | null;
  /** As `decide`, for a control whose decisions come later; it has precedence. */
  readonly decideLater?: ((player: AgentPlayer) => Promise<ControlledCommands | null>) | undefined;
}

/** Types of the commands that use the body. */
export const BODY_TYPES: ReadonlySet<PlayerCommand['type']> = new Set([
  'dash',
  'turn',
  'kick',
  'kick_loft',
  'chest_trap',
  'tackle',
  'catch',
  'move',
]);
