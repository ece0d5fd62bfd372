import { type Frame, type FramePlayer, PLAYER_COUNT, PlayerState } from '@rcss/core';
import type { LogRecord } from '@rcss/logs';
import { DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { createPeriods, type Periods } from '../periods.js';
import type { ColumnType, ExportTable } from './table.js';

/**
 * Count of shows whose values are collected before they go to the columns. Values of one show go to as many places in
 * memory as there are columns, which is slow; a block is small enough for the cache of the processor.
 */
const BLOCK_ROWS = 32;

/** A show, and what is derived from the shows before it. */
interface TrackingRow {
  readonly frame: Frame;
  readonly index: number;
  readonly stoppage: number;
  readonly period: number;
  readonly gameId: string;
}

interface MatchField {
  readonly name: string;
  readonly type: ColumnType;
  readonly isDefault: boolean;
  readonly value: (row: TrackingRow) => number | string;
}

interface PlayerField {
  readonly name: string;
  readonly type: 'float64';
  readonly isDefault: boolean;
  /** Index of the player in the frame. */
  readonly player: number;
  readonly playerValue: (player: FramePlayer) => number;
}

type Field = MatchField | PlayerField;

const MATCH_FIELDS: readonly MatchField[] = [
  { name: 'game_id', type: 'string', isDefault: true, value: (row) => row.gameId },
  { name: 'show', type: 'int32', isDefault: true, value: (row) => row.index },
  { name: 'time', type: 'int32', isDefault: true, value: ({ frame }) => frame.time },
  { name: 'stoppage', type: 'int32', isDefault: true, value: (row) => row.stoppage },
  { name: 'period', type: 'int32', isDefault: true, value: (row) => row.period },
  { name: 'play_mode', type: 'string', isDefault: true, value: ({ frame }) => frame.playMode },
  { name: 'l_name', type: 'string', isDefault: false, value: ({ frame }) => frame.left.name },
  { name: 'r_name', type: 'string', isDefault: false, value: ({ frame }) => frame.right.name },
  { name: 'l_score', type: 'int32', isDefault: true, value: ({ frame }) => frame.left.score },
  { name: 'r_score', type: 'int32', isDefault: true, value: ({ frame }) => frame.right.score },
  { name: 'l_penalties', type: 'int32', isDefault: false, value: ({ frame }) => frame.left.penaltyScored },
  { name: 'r_penalties', type: 'int32', isDefault: false, value: ({ frame }) => frame.right.penaltyScored },
  { name: 'ball_x', type: 'float64', isDefault: true, value: ({ frame }) => frame.ballX },
  { name: 'ball_y', type: 'float64', isDefault: true, value: ({ frame }) => frame.ballY },
  { name: 'ball_z', type: 'float64', isDefault: false, value: ({ frame }) => frame.ballZ },
  { name: 'ball_vx', type: 'float64', isDefault: true, value: ({ frame }) => frame.ballVx },
  { name: 'ball_vy', type: 'float64', isDefault: true, value: ({ frame }) => frame.ballVy },
];

type PlayerColumn = readonly [name: string, isDefault: boolean, value: (player: FramePlayer) => number];

const PLAYER_FIELDS: readonly PlayerColumn[] = [
  ['x', true, (p) => p.x],
  ['y', true, (p) => p.y],
  ['vx', true, (p) => p.vx],
  ['vy', true, (p) => p.vy],
  ['body', true, (p) => p.body],
  ['neck', true, (p) => p.neck],
  ['stamina', true, (p) => p.stamina],
  ['type', false, (p) => p.typeId],
  ['state', false, (p) => p.state],
  ['effort', false, (p) => p.effort],
  ['recovery', false, (p) => p.recovery],
  ['capacity', false, (p) => p.capacity],
  ['view_width', false, (p) => p.viewWidth],
  ['point_x', false, (p) => (p.hasPoint ? p.pointX : Number.NaN)],
  ['point_y', false, (p) => (p.hasPoint ? p.pointY : Number.NaN)],
  ['focus_dist', false, (p) => p.focusDist],
  ['focus_dir', false, (p) => p.focusDir],
  ['kicks', false, (p) => p.kickCount],
  ['dashes', false, (p) => p.dashCount],
  ['turns', false, (p) => p.turnCount],
  ['catches', false, (p) => p.catchCount],
  ['moves', false, (p) => p.moveCount],
  ['turn_necks', false, (p) => p.turnNeckCount],
  ['change_views', false, (p) => p.changeViewCount],
  ['says', false, (p) => p.sayCount],
  ['tackles', false, (p) => p.tackleCount],
];

function createPlayerFields(): PlayerField[] {
  return Array.from({ length: PLAYER_COUNT }, (_, player) => player).flatMap((player) => {
    const prefix = player < PLAYER_COUNT / 2 ? `l${player + 1}` : `r${player + 1 - PLAYER_COUNT / 2}`;
    return PLAYER_FIELDS.map(
      ([name, isDefault, playerValue]): PlayerField => ({
        name: `${prefix}_${name}`,
        type: 'float64',
        isDefault,
        player,
        playerValue,
      }),
    );
  });
}

const FIELDS: readonly Field[] = [...MATCH_FIELDS, ...createPlayerFields()];

/** Names of all fields of the tracking table. */
export const TRACKING_FIELDS: readonly string[] = FIELDS.map(({ name }) => name);

/** Names of the fields that a tracking table has if none are selected. */
export const DEFAULT_TRACKING_FIELDS: readonly string[] = FIELDS.filter(({ isDefault }) => isDefault).map(
  ({ name }) => name,
);

type Store = Int32Array | Float64Array | string[];

/** The selected fields of a player, and their columns. */
interface PlayerGroup {
  readonly player: number;
  readonly values: ((player: FramePlayer) => number)[];
  readonly columns: number[];
}

function groupByPlayer(fields: readonly Field[]): PlayerGroup[] {
  const groups = new Map<number, PlayerGroup>();
  for (const [column, field] of fields.entries()) {
    if (!('player' in field)) continue;
    const group = groups.get(field.player) ?? { player: field.player, values: [], columns: [] };
    groups.set(field.player, group);
    group.values.push(field.playerValue);
    group.columns.push(column);
  }
  return [...groups.values()];
}

/**
 * Collects the tracking table of a match: one row per show, with the fields that are selected. Positions are in meters, velocities in
 * meters per cycle, angles in degrees, in the field frame. Values of players that are not connected are missing.
 */
export class TrackingTableBuilder {
  readonly #fields: readonly Field[];
  readonly #gameId: string;
  readonly #matchFields: { readonly column: number; readonly value: MatchField['value'] }[];
  readonly #players: readonly PlayerGroup[];
  /** Numbers of the last shows, row by row. */
  readonly #block: Float64Array;
  /** Count of the shows in the columns; those after them are in the block. */
  #flushed = 0;
  #stores: Store[];
  #length = 0;
  #capacity = 8192;
  #time = Number.NaN;
  #stoppage = 0;
  #periods: Periods = createPeriods(DEFAULT_SERVER_PARAMS);

  /**
   * @param gameId Value of the field `game_id`.
   * @param names Fields, for example from `selectNames(TRACKING_FIELDS, …)`; {@link DEFAULT_TRACKING_FIELDS} by default.
   * @throws RangeError if a field is unknown.
   */
  constructor(gameId: string, names: readonly string[] = DEFAULT_TRACKING_FIELDS) {
    this.#gameId = gameId;
    this.#fields = names.map((name) => {
      const field = FIELDS.find((known) => known.name === name);
      if (field === undefined) throw new RangeError(`'${name}' is not a field of the tracking table`);
      return field;
    });
    this.#matchFields = this.#fields.flatMap((field, column) =>
      'value' in field ? [{ column, value: field.value }] : [],
    );
    this.#players = groupByPlayer(this.#fields);
    this.#block = new Float64Array(BLOCK_ROWS * this.#fields.length);
    this.#stores = this.#fields.map(({ type }) => createStore(type, this.#capacity));
  }

  /** Adds the next record of a log. Records other than shows and server parameters are ignored. */
  addRecord(record: LogRecord): void {
    if (record.type === 'server_param') this.#periods = createPeriods(record.params);
    else if (record.type === 'show') this.#addFrame(record.frame);
  }

  /** Returns the table of all shows so far. */
  finish(): ExportTable {
    this.#flush();
    const columns = this.#fields.map(({ name, type }, i) => {
      const store = this.#stores[i]!;
      return {
        name,
        type,
        values: Array.isArray(store) ? store.slice() : store.slice(0, this.#length),
      };
    });
    return { columns, length: this.#length };
  }

  #addFrame(frame: Frame): void {
    this.#stoppage = frame.time === this.#time ? this.#stoppage + 1 : 0;
    this.#time = frame.time;
    if (this.#length - this.#flushed === BLOCK_ROWS) this.#flush();
    const begin = (this.#length - this.#flushed) * this.#fields.length;
    const row: TrackingRow = {
      frame,
      index: this.#length++,
      stoppage: this.#stoppage,
      period: this.#periods.find(frame.time, frame.playMode),
      gameId: this.#gameId,
    };
    for (const { column, value } of this.#matchFields) {
      const cell = value(row);
      if (typeof cell === 'string') (this.#stores[column] as string[]).push(cell);
      else this.#block[begin + column] = cell;
    }
    for (const { player, values, columns } of this.#players) {
      const p = frame.players[player]!;
      const isConnected = (p.state & PlayerState.STAND) !== 0;
      for (let i = 0; i < columns.length; i++)
        this.#block[begin + columns[i]!] = isConnected ? values[i]!(p) : Number.NaN;
    }
  }

  /** Moves the numbers of the block to the columns. */
  #flush(): void {
    const begin = this.#flushed;
    const count = this.#length - begin;
    if (this.#length > this.#capacity) this.#grow();
    const width = this.#fields.length;
    for (let column = 0; column < width; column++) {
      const store = this.#stores[column]!;
      if (Array.isArray(store)) continue;
      for (let i = 0; i < count; i++) store[begin + i] = this.#block[i * width + column]!;
    }
    this.#flushed = this.#length;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#stores = this.#stores.map((store, i) => {
      if (Array.isArray(store)) return store;
      const larger = createStore(this.#fields[i]!.type, this.#capacity) as Float64Array;
      larger.set(store);
      return larger;
    });
  }
}

function createStore(type: ColumnType, capacity: number): Store {
  if (type === 'string') return [];
  return type === 'int32' ? new Int32Array(capacity) : new Float64Array(capacity);
}
