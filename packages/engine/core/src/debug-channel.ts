/**
 * The debug channel: what a client believes, intends and receives, per cycle, for display over the match. Types only;
 * `@rcss/logs/debug` reads and writes them. Positions are in the field frame: meters, origin at the center of the field, x
 * towards the right goal, y downwards on the usual picture. It is the same frame for both teams. Angles are in degrees, 0
 * along +x, 90 along +y. `docs/use/team/debug-channel.md` defines the file format.
 */
import type { Side } from './side.js';

/** What one client reports about one cycle. A client can report any number of records of the same cycle. */
export interface DebugRecord {
  /** Game time, cycles. */
  readonly time: number;
  /** Cycles since the game time stands still; default: 0. */
  readonly stoppageTime?: number;
  /** Team of the client. */
  readonly side: Side;
  /** Uniform number of the client, 1 to 11; 0 for an online coach. */
  readonly unum: number;
  /** Where the client believes the objects to be. */
  readonly beliefs?: DebugBeliefs;
  /** What the client tries to do. */
  readonly target?: DebugTarget;
  /** Drawings, in the order in which they are drawn. */
  readonly shapes?: readonly DebugShape[];
  /** Lines of text. */
  readonly texts?: readonly DebugText[];
  /** Messages between client and server, in the order of their arrival. */
  readonly messages?: readonly DebugMessage[];
}

/** Where a client believes the objects to be. */
export interface DebugBeliefs {
  readonly self?: DebugSelf;
  readonly ball?: DebugBall;
  /** The other players. */
  readonly players?: readonly DebugPlayer[];
}

/** Believed motion of an object. */
export interface DebugObject {
  /** Meters, field frame. */
  readonly x: number;
  /** Meters, field frame. */
  readonly y: number;
  /** Meters per cycle, field frame; absent: unknown. */
  readonly vx?: number;
  /** Meters per cycle, field frame; absent: unknown. */
  readonly vy?: number;
  /** Cycles since the object was last observed; absent: unknown. */
  readonly age?: number;
  /** Remark for people, such as the ages of the parts of the belief. */
  readonly note?: string;
}

/** The believed state of the client itself. */
export interface DebugSelf extends DebugObject {
  /** Body direction, degrees, field frame. */
  readonly body?: number;
  /** Neck angle relative to the body, degrees. */
  readonly neck?: number;
}

/** The believed state of the ball. */
export interface DebugBall extends DebugObject {}

/** The believed state of another player. */
export interface DebugPlayer extends DebugObject {
  /** Team; absent: unknown. */
  readonly side?: Side;
  /** Uniform number, 1 to 11; absent: unknown. */
  readonly unum?: number;
  /** Whether the player is the goalie; absent: unknown. */
  readonly goalie?: boolean;
  /** Body direction, degrees, field frame; absent: unknown. */
  readonly body?: number;
}

/** What a client tries to do. */
export interface DebugTarget {
  /** Place that the client moves to or plays the ball to; meters, field frame. */
  readonly point?: { readonly x: number; readonly y: number };
  /** Teammate that shall get the ball, 1 to 11. */
  readonly unum?: number;
}

/**
 * Level of a drawing or a text, 1 to 32; it selects what is shown. The meaning of each level is the team's choice. Without a
 * level, it is always shown.
 */
export type DebugLevel = number;

/** A color: `#rgb`, `#rrggbb`, or a color name of CSS in lower case. */
export type DebugColor = string;

/** Appearance of a shape. */
export interface DebugShapeStyle {
  readonly level?: DebugLevel;
  /** Default: the color of the client's team. */
  readonly color?: DebugColor;
}

/** A drawing; meters, field frame. */
export type DebugShape =
  | (DebugShapeStyle & { readonly kind: 'point'; readonly x: number; readonly y: number })
  | (DebugShapeStyle & {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
    })
  | (DebugShapeStyle & {
      readonly kind: 'circle';
      readonly x: number;
      readonly y: number;
      /** Meters. */
      readonly radius: number;
      /** Whether the inside is colored; default: false. */
      readonly fill?: boolean;
    })
  | (DebugShapeStyle & {
      readonly kind: 'polygon';
      /** Corners, at least 3; the last one is connected with the first one. */
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly fill?: boolean;
    })
  | (DebugShapeStyle & {
      readonly kind: 'label';
      readonly x: number;
      readonly y: number;
      readonly text: string;
    });

/** A line of text. */
export interface DebugText {
  readonly level?: DebugLevel;
  readonly text: string;
}

/** A message of the protocol between client and server. */
export interface DebugMessage {
  /** `received`: from the server; `sent`: from the client. */
  readonly direction: 'received' | 'sent';
  /** Text as on the wire, without the final null byte. */
  readonly text: string;
}
