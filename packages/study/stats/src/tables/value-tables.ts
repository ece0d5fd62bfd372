/** Tables of the values of a match, and their part of the text report. */
import type { TableRow } from '@rcss/logs/text';
import type { ActionValue } from '../action-values/action-values.js';
import {
  findDecisiveMoments,
  sumPlayerValues,
  sumTeamValues,
  type ValueSums,
} from '../action-values/value-sums.js';
import type { MatchAnalysis } from '../analyzer.js';
import type { MatchStats } from '../match-stats.js';

/** Names of the tables that need the values of the match. */
export const VALUE_TABLES = ['action-values', 'player-values', 'team-values', 'moments'] as const;
export type ValueTable = (typeof VALUE_TABLES)[number];

/** Columns of the actions. */
const ACTION_CELLS = {
  actionId: ({ action }) => action.action_id,
  show: ({ event }) => event.show,
  time: ({ event }) => event.time,
  period: ({ action }) => action.period_id,
  side: ({ side }) => side,
  unum: ({ unum }) => unum,
  type: ({ action }) => action.type_name,
  result: ({ action }) => action.result_name,
  before: ({ before }) => before,
  after: ({ after }) => after,
  offensive: ({ offensive }) => offensive,
  defensive: ({ defensive }) => defensive,
  total: ({ total }) => total,
  risk: ({ played }) => played?.risk ?? null,
  expected: ({ played }) => played?.value ?? null,
  best: ({ best }) => best?.unum ?? null,
  bestRisk: ({ best }) => best?.risk ?? null,
  bestExpected: ({ best }) => best?.value ?? null,
} satisfies Readonly<Record<string, (value: ActionValue) => string | number | null>>;

function createActionRow(value: ActionValue): TableRow {
  return Object.fromEntries(Object.entries(ACTION_CELLS).map(([name, read]) => [name, read(value)]));
}

function createSumRow({ side, unum, ...sums }: ValueSums, { teams }: MatchStats): TableRow {
  return { team: teams[side].name, side, ...(unum > 0 ? { unum } : {}), ...sums };
}

/** Columns of the tables that can be empty. */
export const VALUE_COLUMNS: Readonly<Partial<Record<ValueTable, readonly string[]>>> = {
  'action-values': Object.keys(ACTION_CELLS),
  moments: ['show', 'time', 'side', 'unum', 'total', 'before', 'after', 'text'],
};

/** Returns the rows of a table of values. */
export function createValueRows(
  table: ValueTable,
  analysis: MatchAnalysis,
  stats: MatchStats,
  values: readonly ActionValue[],
): readonly TableRow[] {
  switch (table) {
    case 'action-values':
      return values.map(createActionRow);
    case 'player-values':
      return sumPlayerValues(values).map((sums) => createSumRow(sums, stats));
    case 'team-values':
      return sumTeamValues(values).map((sums) => createSumRow(sums, stats));
    case 'moments':
      return findDecisiveMoments(analysis, values) as unknown as TableRow[];
  }
}

function formatValue(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;
}

const SUMS: readonly (readonly [string, (sums: ValueSums) => string])[] = [
  ['value of all actions', (s) => formatValue(s.total)],
  ['for the own goals', (s) => formatValue(s.offensive)],
  ['against those of others', (s) => formatValue(s.defensive)],
  ['passes', (s) => formatValue(s.passes)],
  ['dribbles', (s) => formatValue(s.dribbles)],
  ['shots', (s) => formatValue(s.shots)],
  ['balls won', (s) => formatValue(s.wins)],
  ['mean risk of a pass', (s) => (s.passRisk === null ? '-' : `${(100 * s.passRisk).toFixed(0)} %`)],
  ['better passes missed', (s) => s.missed.toFixed(2)],
];

/** Count of the players in the report. */
const PLAYER_LINES = 5;

/** Formats the values of a match: sums of the teams, the best players, and the decisive moments. */
export function formatValues(
  analysis: MatchAnalysis,
  { teams }: MatchStats,
  values: readonly ActionValue[],
): string {
  const names = [teams.l.name || 'null', teams.r.name || 'null'];
  const width = Math.max(16, ...names.map((name) => name.length + 2));
  const lines = [`${'values'.padEnd(24)}${names.map((name) => name.padStart(width)).join('')}`];
  const sums = sumTeamValues(values);
  for (const [name, format] of SUMS)
    lines.push(`${name.padEnd(24)}${sums.map((team) => format(team).padStart(width)).join('')}`);
  const players = sumPlayerValues(values)
    .filter(({ actions }) => actions > 0)
    .sort((a, b) => b.total - a.total || b.actions - a.actions)
    .slice(0, PLAYER_LINES);
  if (players.length > 0) lines.push('', 'players with the highest values');
  for (const { side, unum, total, actions } of players)
    lines.push(`  ${formatValue(total)}  ${teams[side].name} ${unum}, ${actions} actions`);
  const moments = findDecisiveMoments(analysis, values);
  if (moments.length > 0) lines.push('', 'decisive moments');
  for (const { time, total, text } of moments)
    lines.push(`${String(time).padStart(6)}  ${formatValue(total)}  ${text}`);
  return `${lines.join('\n')}\n`;
}
