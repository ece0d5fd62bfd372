import type { PlayerCommand, Vec2, ViewWidth } from '@rcss/core';
import type { LegDash } from '../world/legs.js';

/** A command for the body; a player has one per cycle. */
export type ActiveBodyCommand =
  | LegDash
  | Extract<
      PlayerCommand,
      { type: 'dash' | 'turn' | 'kick' | 'kick_loft' | 'chest_trap' | 'tackle' | 'catch' | 'move' }
    >;

/** The body command of a cycle; null: none. */
export type BodyCommand = ActiveBodyCommand | null;

/** Returns the commands on the wire. */
export function listBodyCommands(body: BodyCommand): PlayerCommand[] {
  if (body === null) return [];
  if (body.type !== 'dash_legs') return [body];
  const { left, right } = body;
  return [
    { type: 'dash_leg', leg: 'l', ...left },
    { type: 'dash_leg', leg: 'r', ...right },
  ];
}

export type KickCommand = Extract<PlayerCommand, { type: 'kick' }>;

/** A player that is listened to. */
export interface AttentionTarget {
  /** Whether it is a teammate; teammates by default. */
  readonly own?: boolean | undefined;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
}

/** What a player can decide besides its body: neck, view, focus. What is absent is decided by the package. */
export interface ViewChoice {
  /** Moment of the neck, degrees, -180 to 180; the neck stays from -90 to 90 relative to the body. 0 holds it still. */
  readonly turnNeck?: number | undefined;
  /** Width of the view. */
  readonly changeView?: ViewWidth | undefined;
  /** Point that the focus moves to, team frame; it needs protocol version 18 or later. Without it the focus stays. */
  readonly changeFocus?: Readonly<Vec2> | undefined;
}

/** What a player can decide besides its body. What is absent is decided by the package. */
export interface ActionControls extends ViewChoice {
  /** Point that the arm points to, team frame; `off`: stops pointing. Without it, the player points to the target of its pass. */
  readonly pointTo?: Readonly<Vec2> | 'off' | undefined;
  /** Player to listen to; `off`: all. Without it, the player listens to the teammate nearest to the ball. */
  readonly attentionTo?: AttentionTarget | 'off' | undefined;
}

/** What a player does in one cycle. */
export interface Action extends ActionControls {
  /** Name of the skill or decision, for example `pass`. */
  readonly kind: string;
  /** Why it was chosen, in a few words with its numbers; for debugging and reports. */
  readonly reason: string;
  readonly body: BodyCommand;
  /** Point that the player needs to see, team frame; null: it may look around. */
  readonly lookAt: Readonly<Vec2> | null;
  /** Number of the teammate to which the ball is passed, or 0. The player announces the pass. */
  readonly passTo: number;
  /** Point to which the action leads, for drawings; null if it has none. */
  readonly target: Readonly<Vec2> | null;
}

/** Parts of an action that are often absent. */
export type ActionDetails = Partial<Pick<Action, 'lookAt' | 'passTo' | 'target'>> & ActionControls;

/** Creates an action; absent details are null or 0. */
export function createAction(
  kind: string,
  body: BodyCommand,
  reason: string,
  details: ActionDetails = {},
): Action {
  const { lookAt = null, passTo = 0, target = null } = details;
  const { turnNeck, changeView, changeFocus, pointTo, attentionTo } = details;
  return {
    kind,
    reason,
    body,
    lookAt,
    passTo,
    target,
    turnNeck,
    changeView,
    changeFocus,
    pointTo,
    attentionTo,
  };
}

/**
 * Returns the action with other details, or null for no action, so that it goes around a skill.
 *
 * @example withDetails(player.passTo(9), { pointTo: { x: 30, y: 0 }, attentionTo: { unum: 9 } })
 */
export function withDetails(action: Action | null, details: ActionDetails): Action | null {
  return action === null ? null : { ...action, ...details };
}
