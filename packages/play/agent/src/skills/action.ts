import type { PlayerCommand } from '@rcss/core';
import type { Point } from '../geometry.js';

/** A command for the body; a player has one per cycle. */
export type ActiveBodyCommand = Extract<
  PlayerCommand,
  { type: 'dash' | 'turn' | 'kick' | 'kick_loft' | 'chest_trap' | 'tackle' | 'catch' | 'move' }
>;

/** The body command of a cycle; null: none. */
export type BodyCommand = ActiveBodyCommand | null;

/** A kick. */
export type KickCommand = Extract<PlayerCommand, { type: 'kick' }>;

/** What a player does in one cycle. */
export interface Action {
  /** Name of the skill or decision, for example `pass`. */
  readonly kind: string;
  /** Why it was chosen, in a few words with its numbers; for debugging and reports. */
  readonly reason: string;
  readonly body: BodyCommand;
  /** Point that the player needs to see, team frame; null: it may look around. */
  readonly lookAt: Readonly<Point> | null;
  /** Number of the teammate to which the ball is passed, or 0. The player announces the pass. */
  readonly passTo: number;
  /** Point to which the action leads, for drawings; null if it has none. */
  readonly target: Readonly<Point> | null;
}

/** Parts of an action that are often absent. */
export type ActionDetails = Partial<Pick<Action, 'lookAt' | 'passTo' | 'target'>>;

/** Creates an action; absent details are null or 0. */
export function createAction(
  kind: string,
  body: BodyCommand,
  reason: string,
  details: ActionDetails = {},
): Action {
  const { lookAt = null, passTo = 0, target = null } = details;
  return { kind, reason, body, lookAt, passTo, target };
}
