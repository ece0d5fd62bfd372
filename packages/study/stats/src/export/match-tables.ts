/** Tables of events and statistics of a match, with typed columns. */
import type { MatchAnalysis } from '../analyzer.js';
import { createAtomicSpadlActions } from '../atomic-spadl.js';
import { gainOfThreat } from '../expected-threat.js';
import { createSpadlActions } from '../spadl.js';
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

const SPADL: Schema = [
  ['game_id', 'string'],
  ['original_event_id', 'int32'],
  ['action_id', 'int32'],
  ['period_id', 'int32'],
  ['time_seconds', 'float64'],
  ['team_id', 'string'],
  ['player_id', 'string'],
  ['start_x', 'float64'],
  ['start_y', 'float64'],
  ['end_x', 'float64'],
  ['end_y', 'float64'],
  ['type_id', 'int32'],
  ['type_name', 'string'],
  ['result_id', 'int32'],
  ['result_name', 'string'],
  ['bodypart_id', 'int32'],
  ['bodypart_name', 'string'],
];

const ATOMIC_SPADL: Schema = [
  ['game_id', 'string'],
  ['original_event_id', 'int32'],
  ['action_id', 'int32'],
  ['period_id', 'int32'],
  ['time_seconds', 'float64'],
  ['team_id', 'string'],
  ['player_id', 'string'],
  ['x', 'float64'],
  ['y', 'float64'],
  ['dx', 'float64'],
  ['dy', 'float64'],
  ['type_id', 'int32'],
  ['type_name', 'string'],
  ['bodypart_id', 'int32'],
  ['bodypart_name', 'string'],
];

const COUNTS = [
  'touches',
  'possessionCycles',
  'passes',
  'passesCompleted',
  'passLength',
  'shots',
  'shotsOnTarget',
  'xg',
  'goals',
  'ownGoals',
  'assists',
  'dribbles',
  'losses',
  'interceptions',
  'steals', // words-ok: term of docs/use/statistics.md
  'tackles',
  'tacklesWon',
  'claims',
  'saves',
  'blocks',
  'fouls',
  'fouled',
  'offsides',
  'yellowCards',
  'redCards',
  'distance',
] as const;
const REAL_COUNTS: ReadonlySet<string> = new Set(['passLength', 'xg', 'distance']);

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const COUNT_COLUMNS: Schema = COUNTS.map((name) => [
  toSnakeCase(name),
  REAL_COUNTS.has(name) ? 'float64' : 'int32',
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
  ['corner_kicks', 'int32'],
  ['free_kicks', 'int32'],
  ['kick_ins', 'int32'],
  ['goal_kicks', 'int32'],
  ...COUNT_COLUMNS,
];

const PLAYERS: Schema = [
  ['game_id', 'string'],
  ['side', 'string'],
  ['team', 'string'],
  ['unum', 'int32'],
  ...COUNT_COLUMNS,
  ['passes_received', 'int32'],
  ['stamina_min', 'float64'],
  ['stamina_last', 'float64'],
  ['mean_x', 'float64'],
  ['mean_y', 'float64'],
];

/** Names of the tables that {@link createMatchTable} creates. */
export const MATCH_TABLES = ['events', 'spadl', 'atomic-spadl', 'teams', 'players'] as const;
/** Name of a table. */
export type MatchTable = (typeof MATCH_TABLES)[number];

const SCHEMAS: Readonly<Record<MatchTable, Schema>> = {
  events: EVENTS,
  spadl: SPADL,
  'atomic-spadl': ATOMIC_SPADL,
  teams: TEAMS,
  players: PLAYERS,
};

/** Returns the names of the columns of a table. */
export function matchTableFields(table: MatchTable | MatchValueTable | 'pitch-control'): readonly string[] {
  return { ...SCHEMAS, ...VALUE_SCHEMAS }[table].map(([name]) => name);
}

function renameKeys(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeCase(key), value]));
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
    const count = (kind: string): number => own.setPlays[kind] ?? 0;
    return {
      ...renameKeys(own),
      game_id: gameId,
      team: own.name,
      opponent: opponent.name,
      opponent_score: opponent.score,
      penalties: own.penaltyScored,
      corner_kicks: count('corner_kick'),
      free_kicks: count('free_kick') + count('indirect_free_kick'),
      kick_ins: count('kick_in'),
      goal_kicks: count('goal_kick'),
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
 * Creates a table of a match. docs/use/statistics.md defines its values.
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
