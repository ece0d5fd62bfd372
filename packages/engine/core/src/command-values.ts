import type { Side } from './side.js';

/**
 * A side named in a command: absolute, relative to the sender (`our`, `opp`), or a team name as written. The simulator
 * resolves team names.
 */
export type SideRef =
  | { readonly by: 'side'; readonly side: Side }
  | { readonly by: 'relative'; readonly own: boolean }
  | { readonly by: 'name'; readonly name: string };

/**
 * The target of a trainer's or monitor's move: absolute field coordinates in meters, angles in degrees. Absent parts
 * keep their value.
 */
export interface MoveSpec {
  readonly x: number;
  readonly y: number;
  readonly angle?: number;
  readonly vx?: number;
  readonly vy?: number;
}

/** Tile of a team's banner (spec 07 §8.3), already checked; strings as received. */
export interface TeamGraphicTile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly charsPerPixel: number;
  /** Color lines, then pixel rows. */
  readonly lines: readonly string[];
}

/** The client that sent a command or receives a message. The application numbers the monitors. */
export type ClientRef =
  | { readonly role: 'player'; readonly index: number }
  | { readonly role: 'coach'; readonly side: Side }
  | { readonly role: 'trainer' }
  | { readonly role: 'monitor'; readonly id: number };

/** Location of the ball, as `(check_ball)` reports it (spec 07 §7.5). */
export type BallPlace = 'in_field' | 'goal_l' | 'goal_r' | 'out_of_field';
