import type { BoardMessage, Frame } from '@rcss/core';
import type { CommandRight, GraphicTile, Mark, ParamTable, RefereeCommand, SourceStatus } from '@rcss/frames';
import type { DrawShape } from '@rcss/logs/records';

/** A shape that another program drew into a log (spec 09 §4.1); meters, the color by name. */
export type Drawing = Exclude<DrawShape, { readonly kind: 'clear' }>;

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
  readonly messages: readonly BoardMessage[];
  readonly graphics: readonly GraphicTile[];
  readonly rights: CommandRight;
  /** Last answer of the server to a command. */
  readonly reply: string;
  /** Milliseconds from frame to frame at normal speed. */
  readonly interval: number;
  /** The frame, or undefined when it is not at hand; valid until 64 other frames were asked for. */
  frame(index: number): Frame | undefined;
  /** Shapes drawn over a frame; sources without drawings leave the method out. */
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
