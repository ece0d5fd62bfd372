import type { Frame, Side } from '@rcss/core';

/** Parameters as the server told them, by their wire names; numbers where they are numbers. */
export type ParamTable = Readonly<Record<string, number | string>>;

/** What happened at a frame that people want to find again. */
export type MarkKind =
  | 'goal'
  | 'yellow_card'
  | 'red_card'
  | 'half'
  | 'time_over'
  | 'offside'
  | 'foul'
  | 'penalty';

/** A place on the time line. */
export interface Mark {
  /** Index of the first frame that shows it. */
  readonly index: number;
  readonly time: number;
  readonly kind: MarkKind;
  /** Team it is about: scorer, carded side, offender. */
  readonly side: Side | '';
  /** Uniform number for cards, else 0. */
  readonly unum: number;
  /** Score after a goal. */
  readonly score: readonly [left: number, right: number];
}

/** A text on a message board, or one that the viewer made up from the frames. */
export interface SourceMessage {
  readonly time: number;
  readonly board: number;
  readonly text: string;
}

/** A tile of a team's banner: lines of an XPM picture of 8 by 8 pixels at tile (x, y) (10 §9). */
export interface GraphicTile {
  readonly side: Side;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** Something that another program drew into a log (09 §4.1); metres, the colour by name. */
export type Drawing =
  | { readonly kind: 'point'; readonly x: number; readonly y: number; readonly color: string }
  | {
      readonly kind: 'circle';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly color: string;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly color: string;
    };

/** How the source is doing. `live` means that new frames come in. */
export type SourceState = 'connecting' | 'loading' | 'live' | 'silent' | 'offline' | 'ended' | 'failed';

export interface SourceStatus {
  readonly state: SourceState;
  /** One line for people, may be empty. */
  readonly text: string;
}

/** A wish of the person at the referee's buttons; metres and degrees. */
export type RefereeCommand =
  | { readonly type: 'kick_off' }
  | { readonly type: 'drop_ball'; readonly x: number; readonly y: number }
  | { readonly type: 'free_kick'; readonly side: Side; readonly x: number; readonly y: number }
  | {
      readonly type: 'card';
      readonly side: Side;
      readonly unum: number;
      readonly color: 'yellow' | 'red';
    }
  | {
      readonly type: 'move_player';
      readonly side: Side;
      readonly unum: number;
      readonly x: number;
      readonly y: number;
      readonly body: number;
    }
  | { readonly type: 'move_ball'; readonly x: number; readonly y: number }
  | { readonly type: 'discard'; readonly side: Side; readonly unum: number }
  | { readonly type: 'play_mode'; readonly mode: string; readonly x: number; readonly y: number }
  | { readonly type: 'recover' };

/** Whether the referee's buttons may be used: never, after giving a token, or now. */
export type CommandRight = 'none' | 'token' | 'open';

/** What changed in a source: a new match replaces everything known before. */
export type SourceChange = 'match' | 'frames' | 'info' | 'status' | 'rights' | 'reply';

/**
 * A match that can be looked at: live through a bridge, or a game log. Frames are numbered from 0 without
 * gaps; a live source may not have all of them at hand yet.
 */
export interface MatchSource {
  readonly kind: 'live' | 'log';
  /** Name of the match for permalinks; another one after a restart of the server. */
  readonly match: string;
  readonly title: string;
  readonly status: SourceStatus;
  readonly serverParams: ParamTable;
  readonly playerParams: ParamTable;
  /** Player types by id. */
  readonly types: ReadonlyMap<number, ParamTable>;
  /** Indices that exist; `last` is -1 while there is no frame. */
  readonly first: number;
  readonly last: number;
  readonly marks: readonly Mark[];
  readonly messages: readonly SourceMessage[];
  readonly graphics: readonly GraphicTile[];
  readonly rights: CommandRight;
  /** Last answer of the server to a command. */
  readonly reply: string;
  /** Milliseconds from frame to frame at normal speed. */
  readonly interval: number;
  /** The frame, or undefined when it is not at hand; valid until 64 other frames were asked for. */
  frame(index: number): Frame | undefined;
  /** What is drawn over a frame; sources that know no drawings leave it out. */
  drawings?(index: number): readonly Drawing[];
  /** Ask for frames around an index that are not at hand. */
  want(index: number): void;
  /** First frame with time >= cycle among those that exist; -1 when there is none (yet). */
  indexOfCycle(cycle: number): Promise<number>;
  subscribe(listener: (change: SourceChange) => void): () => void;
  send(command: RefereeCommand): void;
  authorize(token: string): void;
  close(): void;
}
