import type { Ranking } from '../ranking/ranking.js';
import type { LeagueMatch } from '../results.js';
import type { Standing } from '../standings.js';
import type { ComparisonSummary, Estimate } from '../statistics/comparison-summary.js';
import type { PowerRow } from '../statistics/power.js';
import type { Table } from './table.js';

const right = (title: string) => ({ title, align: 'right' as const });

function round(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : value;
}

/** Formats an interval as `low to high`. */
function formatInterval(
  { low, high }: { readonly low: number; readonly high: number },
  digits: number,
): string {
  const show = (value: number): string =>
    Number.isFinite(value) ? value.toFixed(digits) : value > 0 ? '∞' : value < 0 ? '−∞' : '–';
  return `${show(low)} to ${show(high)}`;
}

/** Returns standings as a table. */
export function createStandingsTable(standings: readonly Standing[], title: string = 'Standings'): Table {
  const columns = [
    right('place'),
    { title: 'team' },
    ...'matches,won,drawn,lost,goals,difference,points'.split(',').map(right),
  ];
  return {
    title,
    columns,
    rows: standings.map((row) => [
      row.place,
      row.team,
      row.games,
      row.win,
      row.draw,
      row.lose,
      `${row.scored}:${row.conceded}`,
      row.scored - row.conceded,
      row.points,
    ]),
  };
}

/** Most scores of a pair that a cell of a cross table lists; with more, it has wins, draws and defeats. */
const MAX_LISTED_SCORES = 4;

/**
 * Returns a cross table: row against column, from the view of the row. A cell lists the scores, or with more than four matches the
 * wins, draws, defeats and the mean goal difference.
 */
export function createCrossTable(matches: readonly LeagueMatch[], teams: readonly string[]): Table {
  const scores = new Map<string, [own: number, other: number][]>();
  const add = (team: string, opponent: string, own: number, other: number): void => {
    const key = JSON.stringify([team, opponent]);
    const list = scores.get(key);
    if (list === undefined) scores.set(key, [[own, other]]);
    else list.push([own, other]);
  };
  for (const { left, right: second, scoreL, scoreR } of matches) {
    add(left, second, scoreL, scoreR);
    add(second, left, scoreR, scoreL);
  }
  const describe = (team: string, opponent: string): string => {
    if (team === opponent) return '×';
    const list = scores.get(JSON.stringify([team, opponent])) ?? [];
    if (list.length <= MAX_LISTED_SCORES) return list.map((score) => score.join(':')).join(', ');
    const count = (sign: number): number =>
      list.filter(([own, other]) => Math.sign(own - other) === sign).length;
    const mean = list.reduce((sum, [own, other]) => sum + own - other, 0) / list.length;
    return `${count(1)}/${count(0)}/${count(-1)} (${mean > 0 ? '+' : ''}${mean.toFixed(2)})`;
  };
  return {
    title: 'Cross table',
    columns: [{ title: 'team' }, ...teams.map((title) => ({ title }))],
    rows: teams.map((team) => [team, ...teams.map((opponent) => describe(team, opponent))]),
  };
}

/** Returns a ranking by strength as a table. */
export function createRankingTable({ ratings, hasFiniteDifferences }: Ranking): Table {
  return {
    title: hasFiniteDifferences
      ? 'Strength (Elo)'
      : 'Strength (Elo inside groups; between groups without limit or unknown)',
    columns: [
      { title: 'team' },
      ...(hasFiniteDifferences ? [] : [right('group')]),
      right('Elo'),
      right('error'),
      right('interval'),
      right('matches'),
    ],
    rows: ratings.map((row) => [
      row.team,
      ...(hasFiniteDifferences ? [] : [row.group + 1]),
      round(row.elo, 1),
      round(row.error, 1),
      formatInterval(row, 0),
      row.matches,
    ]),
  };
}

/** Returns the summary of a comparison as a table. */
export function createComparisonTable(summary: ComparisonSummary): Table {
  const row = (name: string, { value, ...interval }: Estimate, digits: number): Table['rows'][number] => [
    name,
    round(value, digits),
    formatInterval(interval, digits),
  ];
  return {
    title: `Comparison of ${summary.blocks} blocks, ${summary.matches} matches of the candidate`,
    columns: [{ title: 'figure' }, right('value'), right('95 % interval')],
    rows: [
      row('goal difference per match', summary.goalDifference, 3),
      row('score per match', summary.score, 3),
      row('Elo difference', summary.elo, 1),
      row('share of wins', summary.wins, 3),
      row('share of draws', summary.draws, 3),
      row('share of defeats', summary.losses, 3),
    ],
  };
}

/** Returns a power table as a table. */
export function formatPowerTable(rows: readonly PowerRow[]): Table {
  return {
    title: 'Matches that show a difference',
    columns: [right('goals per match'), right('blocks'), right('matches')],
    rows: rows.map(({ difference, blocks, matches }) => [difference, blocks, matches]),
  };
}
