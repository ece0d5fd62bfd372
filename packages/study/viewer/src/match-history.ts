import type { BoardMessage, Frame } from '@rcss/core';
import {
  type BridgeParamValue,
  FrameStore,
  type GraphicTile,
  type Mark,
  MarkFinder,
  type ParamTable,
  toParamTable,
} from '@rcss/frames';
import type { LogParams } from '@rcss/logs';
import {
  createPlayerParams,
  createServerParams,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import type { MonitorRecord } from '@rcss/protocol';
import { addBoardMessage } from './board-messages.js';

/** Largest count of stored tiles: enough for the banners of both teams and for replaced tiles. */
const MAX_TILES = 2048;

/** What a record changed. `match`: another match began and all earlier data are dropped; `info`: parameters or types. */
export type HistoryChange =
  | { readonly kind: 'match' }
  | { readonly kind: 'info' }
  | { readonly kind: 'frame'; readonly index: number; readonly marks: readonly Mark[] }
  | { readonly kind: 'message'; readonly message: BoardMessage }
  | { readonly kind: 'tile'; readonly tile: GraphicTile }
  | { readonly kind: 'none' };

const NO_CHANGE: HistoryChange = { kind: 'none' };

const tableOf = (params: object): ParamTable => toParamTable(params as Record<string, BridgeParamValue>);

/** All data of the current match, for browsers that connect later and for replay. */
export class MatchHistory {
  match = '';
  serverParams: ParamTable = {};
  playerParams: ParamTable = {};
  types: Map<number, ParamTable> = new Map();
  marks: Mark[] = [];
  messages: BoardMessage[] = [];
  tiles: GraphicTile[] = [];
  readonly frames: FrameStore;
  #server: ServerParams = createServerParams();
  #player: PlayerParams = createPlayerParams();
  readonly #playerTypes = new Map<number, PlayerType>();
  readonly #markFinder = new MarkFinder();
  readonly #now: () => number;
  #matchCount = 0;
  /** True from a registration to the first show, which decides whether the match is still the same. */
  #isMatchUncertain = true;
  #seedBefore: unknown;
  #pending: MonitorRecord[] = [];

  /** Keeps at least the newest `limit` frames. `now` returns milliseconds since 1970. */
  constructor(limit: number, now: () => number = Date.now) {
    this.frames = new FrameStore(limit);
    this.#now = now;
  }

  /** Parameters of the match as they are written to a log; defaults before the server has sent them. */
  get params(): LogParams {
    const types = [...this.#playerTypes.values()].sort((a, b) => a.id - b.id);
    return { server: this.#server, player: this.#player, types };
  }

  /** Records a new registration: the next show decides whether the match is the same. */
  markRegistered(): void {
    this.#isMatchUncertain = true;
    this.#seedBefore = this.playerParams['random_seed'];
    this.#pending = [];
  }

  /** Processes a record and returns what it changed. One show can change two things: a new match, and its first frame. */
  add(record: MonitorRecord): readonly HistoryChange[] {
    switch (record.type) {
      case 'server_param':
        this.#server = record.params;
        this.serverParams = tableOf(record.params);
        return [{ kind: 'info' }];
      case 'player_param':
        this.#player = record.params;
        this.playerParams = tableOf(record.params);
        return [{ kind: 'info' }];
      case 'player_type':
        this.#playerTypes.set(record.playerType.id, record.playerType);
        this.types.set(record.playerType.id, tableOf(record.playerType));
        return [{ kind: 'info' }];
      case 'show':
        return this.#addShow(record.frame, record.players);
      case 'msg':
      case 'team_graphic':
        if (this.#isMatchUncertain) {
          this.#pending.push(record);
          return [NO_CHANGE];
        }
        return [this.#addBoard(record)];
      default:
        return [NO_CHANGE];
    }
  }

  #addBoard(record: MonitorRecord): HistoryChange {
    if (record.type === 'msg') {
      const message: BoardMessage = { time: record.time ?? 0, board: record.board, text: record.text };
      addBoardMessage(this.messages, message);
      return { kind: 'message', message };
    }
    if (record.type === 'team_graphic') {
      const { side, tile } = record;
      const known = this.tiles.some((t) => t.side === side && t.x === tile.x && t.y === tile.y);
      // After registering again within a match the server sends all tiles once more.
      if (known || this.tiles.length >= MAX_TILES) return NO_CHANGE;
      const kept: GraphicTile = { side, x: tile.x, y: tile.y, lines: tile.lines };
      this.tiles.push(kept);
      return { kind: 'tile', tile: kept };
    }
    return NO_CHANGE;
  }

  #addShow(frame: Frame, players: number): readonly HistoryChange[] {
    // A show without all players is not from a server (spec 10 §13).
    if (players < 22) return [NO_CHANGE];
    const changes: HistoryChange[] = [];
    const last = this.frames.get(this.frames.last);
    if (this.#isMatchUncertain) {
      this.#isMatchUncertain = false;
      const same =
        last !== undefined &&
        this.playerParams['random_seed'] === this.#seedBefore &&
        frame.time >= last.time &&
        frame.left.score >= last.left.score &&
        frame.right.score >= last.right.score;
      if (!same) {
        this.#beginMatch();
        changes.push({ kind: 'match' });
      }
      for (const record of this.#pending) changes.push(this.#addBoard(record));
      this.#pending = [];
    }
    const before = this.frames.get(this.frames.last);
    // Text shows do not contain the stoppage counter (spec 10 §6.2).
    frame.stoppageTime = before !== undefined && before.time === frame.time ? before.stoppageTime + 1 : 0;
    const index = this.frames.last + 1;
    this.frames.put(index, frame);
    const marks = this.#markFinder.find(frame, index);
    this.marks.push(...marks);
    changes.push({ kind: 'frame', index, marks });
    return changes;
  }

  /** Begins another match. Its name is new even if its seed is that of an earlier match: pages drop all frames of another name. */
  #beginMatch(): void {
    const seed = this.playerParams['random_seed'];
    const name = typeof seed === 'number' ? Math.abs(seed).toString(36) : 'match';
    this.match = `${name}-${this.#now().toString(36)}-${++this.#matchCount}`;
    this.frames.clear();
    this.#markFinder.reset();
    this.marks = [];
    this.messages = [];
    this.tiles = [];
  }
}
