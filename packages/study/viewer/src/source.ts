import type { BoardMessage, Frame } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CommandRight, GraphicTile, Mark, ParamTable, RefereeCommand, SourceStatus } from '@rcss/frames';
import type { DrawShape } from '@rcss/logs/records';
import type { LogDamage } from './log-damage.js';
import type { PlaybackSource } from './playback.js';

/** A shape that another program drew into a log (spec 09 §4.1); meters, color by name. */
export type Drawing = Exclude<DrawShape, { readonly kind: 'clear' }>;

/** A shape of a study over the field; meters, colors `#rrggbb`. */
export type NoteShape =
  | (Omit<Extract<DrawShape, { kind: 'line' }>, 'kind'> & { readonly kind: 'arrow' })
  | Extract<DrawShape, { kind: 'circle' }>
  | {
      readonly kind: 'label';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly color: string;
    };

/** What a study shows over the frames of a match. */
export interface NotesLayer {
  /** Returns the shapes over a frame. */
  getShapes(index: number): readonly NoteShape[];
  /** Returns the comment to a frame; empty for none. */
  getComment(index: number): string;
}

/** What changed in a source; a new match replaces all earlier data. */
export type SourceChange = 'match' | 'frames' | 'info' | 'status' | 'rights' | 'reply' | 'debug';

/**
 * A match to show: live through a bridge, or a game log. Frames are numbered from 0 without gaps; a live source may not have all
 * of them in memory.
 */
export interface MatchSource extends PlaybackSource {
  /** Identifier of the match for permalinks; it changes after a restart of the server. */
  readonly match: string;
  readonly title: string;
  readonly status: SourceStatus;
  readonly serverParams: ParamTable;
  readonly playerParams: ParamTable;
  /** Player types by id. */
  readonly types: ReadonlyMap<number, ParamTable>;
  /** Resolves when a log has been read to its end, or the source was closed; omitted by live sources. */
  readonly whenRead?: Promise<void>;
  readonly marks: readonly Mark[];
  readonly messages: readonly BoardMessage[];
  readonly tiles: readonly GraphicTile[];
  readonly rights: CommandRight;
  /** What is missing in a damaged log; null for a whole one, and omitted by live sources. */
  readonly damage?: LogDamage | null;
  /** Last answer of the server to a command. */
  readonly reply: string;
  /** Returns the frame, or undefined if it is not in memory; valid until 64 other frames were requested. */
  getFrame(index: number): Frame | undefined;
  /** Returns the shapes drawn over a frame; sources without drawings omit the method. */
  getDrawings?(index: number): readonly Drawing[];
  /** Requests the debug records of agents around a cycle; the change `debug` announces them. Logs omit the method. */
  requestDebugRecords?(time: number): void;
  /** Returns the debug records that arrived since the last call. */
  takeDebugRecords?(): readonly DebugRecord[];
  /** Requests frames around an index that are not in memory. */
  requestFrames(index: number): void;
  /** Returns the first frame with time >= cycle among those that exist; -1 if there is none (yet). A log waits until `framesAfter` frames after it are read. */
  indexOfCycle(cycle: number, framesAfter?: number): Promise<number>;
  /** Calls the listener at every change; returns a function that ends this. */
  subscribe(listener: (change: SourceChange) => void): () => void;
  /** Sends a referee command; a log ignores it. */
  sendCommand(command: RefereeCommand): void;
  /** Sends the token for the referee commands; a log ignores it. */
  authorize(token: string): void;
  /** Ends the source: closes its connection and calls no more listeners. */
  close(): void;
}

/** What a source has besides its frames, and its listeners. */
export abstract class SourceBase {
  match = '';
  title = '';
  status: SourceStatus = { state: 'connecting', text: 'Connecting' };
  serverParams: ParamTable = {};
  playerParams: ParamTable = {};
  types: ReadonlyMap<number, ParamTable> = new Map();
  /** Marks of the time line: goals, cards and periods so far. */
  marks: readonly Mark[] = [];
  /** Messages of the board so far, in order. */
  messages: BoardMessage[] = [];
  /** Tiles of the team graphics so far. */
  tiles: readonly GraphicTile[] = [];
  rights: CommandRight = 'none';
  reply = '';
  readonly #listeners = new Set<(change: SourceChange) => void>();

  get intervalMs(): number {
    const step = this.serverParams['simulator_step'];
    return typeof step === 'number' && step > 0 ? step : 100;
  }

  /** Calls the listener at every change; returns a function that ends this. */
  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does nothing, for sources that have all frames in memory. */
  requestFrames(_index: number): void {}

  /** Does nothing, for sources without a match that takes commands. */
  sendCommand(_command: RefereeCommand): void {}

  /** Does nothing, for sources that need no token. */
  authorize(_token: string): void {}

  protected notify(change: SourceChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Calls no more listeners. */
  close(): void {
    this.#listeners.clear();
  }
}
