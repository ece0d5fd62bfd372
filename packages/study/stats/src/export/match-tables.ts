/** Tables of events and statistics of a match, with typed columns. */
import type { MatchAnalysis } from '../analyzer.js';
import { ATOMIC_SPADL_COLUMNS, createAtomicSpadlActions } from '../atomic-spadl.js';
import { gainOfThreat } from '../expected-threat.js';
import { readerOf, toColumnName } from '../figure-lines.js';
import { ACTION_FIGURES, type FigureRow, PLAYER_FIGURES, SET_PLAY_FIGURES } from '../figure-rows.js';
import { createSpadlActions, SPADL_COLUMNS } from '../spadl.js';
import { summarize } from '../summary.js';
import { createTable, type ExportTable, type Schema } from './table.js';
import { type MatchValueTable, VALUE_SCHEMAS } from './value-table.js';

const EVENTS: Schema = [
  ['game_id', 'string'],
  ['event_id', 'int32'],
  ['type', 'string'],
  ['outcome', 'string'],
  ['success', 'boolean'],
  ['period', 'int32'],
  ['show', 'int32'],
  ['time', 'int32'],
  ['end_show', 'int32'],
  ['end_time', 'int32'],
  ['side', 'string'],
  ['team', 'string'],
  ['unum', 'int32'],
  ['other_side', 'string'],
  ['other_unum', 'int32'],
  ['x', 'float64'],
  ['y', 'float64'],
  ['end_x', 'float64'],
  ['end_y', 'float64'],
  ['on_target', 'boolean'],
  ['xg', 'float64'],
  ['xt', 'float64'],
  ['play_mode', 'string'],
];

/** Columns of the figures of some rows. */
const figureColumns = (rows: Readonly<Record<string, FigureRow>>): Schema =>
  Object.entries(rows).map(([name, { unit }]) => [
    toColumnName(name),
    unit === undefined ? 'int32' : 'float64',
  ]);

const TEAMS: Schema = [
  ['game_id', 'string'],
  ['side', 'string'],
  ['team', 'string'],
  ['opponent', 'string'],
  ['score', 'int32'],
  ['opponent_score', 'int32'],
  ['penalties', 'int32'],
  ['possession', 'float64'],
  ...figureColumns(SET_PLAY_FIGURES),
  ...figureColumns(ACTION_FIGURES),
];

const PLAYERS: Schema = [
  ['game_id', 'string'],
  ['side', 'string'],
  ['team', 'string'],
  ['unum', 'int32'],
  ...figureColumns({ ...ACTION_FIGURES, ...PLAYER_FIGURES }),
];

/** Names of the tables that {@link createMatchTable} creates. */
export const MATCH_TABLES = ['events', 'spadl', 'atomic-spadl', 'teams', 'players'] as const;
/** Name of a table. */
export type MatchTable = (typeof MATCH_TABLES)[number];

const SCHEMAS: Readonly<Record<MatchTable, Schema>> = {
  events: EVENTS,
  spadl: Object.entries(SPADL_COLUMNS),
  'atomic-spadl': Object.entries(ATOMIC_SPADL_COLUMNS),
  teams: TEAMS,
  players: PLAYERS,
};

/** Returns the names of the columns of a table. */
export function matchTableFields(table: MatchTable | MatchValueTable | 'pitch-control'): readonly string[] {
  return { ...SCHEMAS, ...VALUE_SCHEMAS }[table].map(([name]) => name);
}

function renameKeys(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [toColumnName(key), value]));
}

function createEventRows(a: MatchAnalysis, gameId: string): object[] {
  return a.events.map((event, index) => ({
    ...renameKeys(event),
    game_id: gameId,
    event_id: index,
    team: a.names[event.side],
    play_mode: event.from,
    xt: gainOfThreat(event),
  }));
}

function createTeamRows(a: MatchAnalysis, gameId: string): object[] {
  const { teams } = summarize(a);
  return (['l', 'r'] as const).map((side) => {
    const own = teams[side];
    const opponent = teams[side === 'l' ? 'r' : 'l'];
    const read = readerOf(own);
    const setPlays = Object.keys(SET_PLAY_FIGURES).map((name) => [name, read(name)] as const);
    return {
      ...renameKeys({ ...own, ...Object.fromEntries(setPlays) }),
      game_id: gameId,
      team: own.name,
      opponent: opponent.name,
      opponent_score: opponent.score,
      penalties: own.penaltyScored,
    };
  });
}

function createPlayerRows(a: MatchAnalysis, gameId: string): object[] {
  return summarize(a).players.map((player) => ({
    ...renameKeys(player),
    game_id: gameId,
    team: a.names[player.side],
  }));
}

/**
 * Creates a table of a match. docs/use/analyst/statistics.md defines its values.
 *
 * @param gameId Value of the column `game_id`.
 */
export function createMatchTable(table: MatchTable, a: MatchAnalysis, gameId: string): ExportTable {
  const rows =
    table === 'events'
      ? createEventRows(a, gameId)
      : table === 'spadl'
        ? createSpadlActions(a, gameId)
        : table === 'atomic-spadl'
          ? createAtomicSpadlActions(a, gameId)
          : table === 'teams'
            ? createTeamRows(a, gameId)
            : createPlayerRows(a, gameId);
  return createTable(rows, SCHEMAS[table]);
}
