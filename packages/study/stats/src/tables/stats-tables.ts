/** Creates tables of the statistics of a match. */
import { PLAYER_COUNT, sideSign, TEAM_SIZE } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { TableRow } from '@rcss/logs/text';
import type { ActionValue } from '../action-values/action-values.js';
import type { MatchAnalysis } from '../analyzer.js';
import { createDistanceCurve, createHeatMap, createStaminaCurve } from '../charts.js';
import type { StatEvent } from '../event.js';
import type { GoalRow, MatchStats, PenaltyRow } from '../match-stats.js';
import { createSpadlActions, SPADL_COLUMNS } from '../spadl.js';
import { createValueRows, VALUE_COLUMNS, VALUE_TABLES, type ValueTable } from './value-tables.js';

/** Names of the tables. */
export const STATS_TABLES = [
  'teams',
  'players',
  'goals',
  'shots',
  'shootout',
  'network',
  'events',
  'spadl',
  'stamina',
  'distance',
  'heat-map',
  'action-values',
  'player-values',
  'team-values',
  'moments',
] as const;
export type StatsTable = (typeof STATS_TABLES)[number];

const GOAL_COLUMNS = [
  'show',
  'time',
  'period',
  'side',
  'unum',
  'assist',
  'ownGoalBy',
  'x',
  'y',
  'distance',
  'xg',
  'scoreL',
  'scoreR',
] as const satisfies readonly (keyof GoalRow)[];

const SHOT_COLUMNS = [
  'show',
  'time',
  'period',
  'side',
  'unum',
  'x',
  'y',
  'distance',
  'xg',
  'onTarget',
  'outcome',
] as const;

const PENALTY_COLUMNS = [
  'show',
  'time',
  'side',
  'unum',
  'scored',
  'scoredL',
  'scoredR',
] as const satisfies readonly (keyof PenaltyRow)[];

const EVENT_COLUMNS = [
  'type',
  'show',
  'time',
  'period',
  'side',
  'unum',
  'x',
  'y',
  'endShow',
  'endTime',
  'endX',
  'endY',
  'success',
  'outcome',
  'onTarget',
  'xg',
  'otherSide',
  'otherUnum',
  'from',
] as const satisfies readonly (keyof StatEvent)[];

/** Columns of the tables that can be empty; the rows of the other tables have theirs. */
const COLUMNS: Readonly<Partial<Record<StatsTable, readonly string[]>>> = {
  goals: GOAL_COLUMNS,
  shots: SHOT_COLUMNS,
  shootout: PENALTY_COLUMNS,
  network: ['side', 'from', 'to', 'passes'],
  events: EVENT_COLUMNS,
  spadl: Object.keys(SPADL_COLUMNS),
  stamina: ['time', ...Array.from({ length: PLAYER_COUNT }, (_, i) => formatObjectName(i + 1))],
  distance: ['time', ...Array.from({ length: PLAYER_COUNT }, (_, i) => formatObjectName(i + 1))],
  ...VALUE_COLUMNS,
};

/** Returns the columns of a table: those of its rows, also if it has no rows. */
export function tableColumns(table: StatsTable, rows: readonly TableRow[]): readonly string[] {
  const [first] = rows;
  return first === undefined ? (COLUMNS[table] ?? []) : Object.keys(first);
}

export interface TableOptions {
  /** Cycles between two rows of a curve. */
  readonly step: number;
  /** Index of the last show that counts. */
  readonly until: number;
  /** Objects of heat maps: 0 the ball, 1 to 11 left, 12 to 22 right. */
  readonly objects: readonly number[];
  /** Values of the actions, for the tables of `VALUE_TABLES`. */
  readonly values?: readonly ActionValue[];
}

const SET_PLAYS = [
  'kick_off',
  'kick_in',
  'free_kick',
  'indirect_free_kick',
  'corner_kick',
  'goal_kick',
  'goalie_ball',
];

/** Returns the name of an object: `ball`, `l1` to `l11`, `r1` to `r11`. */
export function formatObjectName(object: number): string {
  if (object === 0) return 'ball';
  return object <= TEAM_SIZE ? `l${object}` : `r${object - TEAM_SIZE}`;
}

/** Finds an object by its name: 0 for the ball, 1 to 22 for players. Undefined if the name is unknown. */
export function findObject(name: string): number | undefined {
  if (name === 'ball') return 0;
  const match = /^([lr])(\d{1,2})$/.exec(name);
  const unum = Number(match?.[2]);
  if (match === null || unum < 1 || unum > TEAM_SIZE) return undefined;
  return match[1] === 'l' ? unum : TEAM_SIZE + unum;
}

function createTeamRows(stats: MatchStats): TableRow[] {
  return (['l', 'r'] as const).map((side) => {
    const { passNetwork: _network, setPlays, ...team } = stats.teams[side];
    const plays = Object.fromEntries(SET_PLAYS.map((name) => [name, setPlays[name] ?? 0]));
    return {
      ...team,
      ...stats.aerial?.[side],
      opponent: stats.teams[side === 'l' ? 'r' : 'l'].name,
      ...plays,
    };
  });
}

function createPlayerRows(stats: MatchStats): TableRow[] {
  return stats.players.map((p) => ({ team: stats.teams[p.side].name, ...p }));
}

function createShotRows({ events }: MatchAnalysis, until: number): TableRow[] {
  return events
    .filter((event) => event.type === 'shot' && event.endShow <= until)
    .map((shot) => {
      const distance = Math.hypot(sideSign(shot.side) * PITCH_HALF_LENGTH - shot.x, shot.y);
      const values: TableRow = { ...shot, distance };
      return Object.fromEntries(SHOT_COLUMNS.map((column) => [column, values[column]]));
    });
}

function createNetworkRows(stats: MatchStats): TableRow[] {
  return (['l', 'r'] as const).flatMap((side) =>
    stats.teams[side].passNetwork.flatMap((row, from) =>
      row.flatMap((passes, to) => (passes > 0 ? [{ side, from: from + 1, to: to + 1, passes }] : [])),
    ),
  );
}

function createCurveRows(
  analysis: MatchAnalysis,
  table: 'stamina' | 'distance',
  { step, until }: TableOptions,
): TableRow[] {
  const createCurve = table === 'stamina' ? createStaminaCurve : createDistanceCurve;
  const all = Array.from({ length: PLAYER_COUNT }, (_, i) => createCurve(analysis, i, step));
  const end = analysis.columns.time[Math.min(until, analysis.columns.length - 1)] ?? 0;
  return all[0]!.time.flatMap((time, row) =>
    time > end
      ? []
      : [{ time, ...Object.fromEntries(all.map((curve, i) => [formatObjectName(i + 1), curve.value[row]])) }],
  );
}

function createHeatMapRows(analysis: MatchAnalysis, { until, objects }: TableOptions): TableRow[] {
  return objects.flatMap((object) => {
    const map = createHeatMap(analysis, object, { to: until });
    return Array.from({ length: map.rows }, (_, row) => ({
      object: formatObjectName(object),
      row,
      ...Object.fromEntries(
        Array.from({ length: map.columns }, (_, column) => [
          `c${column}`,
          map.cells[row * map.columns + column],
        ]),
      ),
    }));
  });
}

/** Whether a table needs the values of the match. */
export function isValueTable(table: string): table is ValueTable {
  return (VALUE_TABLES as readonly string[]).includes(table);
}

/** Rows of the tables without values. */
const ROWS: Readonly<
  Record<
    Exclude<StatsTable, ValueTable>,
    (analysis: MatchAnalysis, stats: MatchStats, options: TableOptions) => readonly object[]
  >
> = {
  teams: (_, stats) => createTeamRows(stats),
  players: (_, stats) => createPlayerRows(stats),
  goals: (_, stats) => stats.goals,
  shots: (analysis, _, { until }) => createShotRows(analysis, until),
  shootout: (_, stats) => stats.shootout,
  network: (_, stats) => createNetworkRows(stats),
  events: ({ events }, _, { until }) => events.filter(({ endShow }) => endShow <= until),
  spadl: (analysis) => createSpadlActions(analysis),
  stamina: (analysis, _, options) => createCurveRows(analysis, 'stamina', options),
  distance: (analysis, _, options) => createCurveRows(analysis, 'distance', options),
  'heat-map': (analysis, _, options) => createHeatMapRows(analysis, options),
};

/**
 * Returns the rows of a table.
 *
 * @throws RangeError for a table of values without `values`.
 */
export function createStatsTable(
  table: StatsTable,
  analysis: MatchAnalysis,
  stats: MatchStats,
  options: TableOptions,
): readonly TableRow[] {
  if (isValueTable(table)) {
    const { values, until } = options;
    if (values === undefined) throw new RangeError(`table ${table}: there are no values of the match`);
    return createValueRows(
      table,
      analysis,
      stats,
      values.filter(({ event }) => event.endShow <= until),
    );
  }
  return ROWS[table](analysis, stats, options) as readonly TableRow[];
}
