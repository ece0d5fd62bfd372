import { compareScores, type LeagueMatch } from './results.js';

/** Row of a team in the table of a league. */
export interface Standing {
  /** Name of the team. */
  readonly team: string;
  /** Place from 1. Teams that are equal in all criteria share a place. */
  place: number;
  /** Count of matches. */
  games: number;
  /** Count of matches won, also by a penalty shootout. */
  win: number;
  /** Count of matches lost, also by a penalty shootout. */
  lose: number;
  /** Count of draws. */
  draw: number;
  /** Sum of points: {@link WIN_POINTS} for a win, 1 for a draw. */
  points: number;
  /** Goals of the team. */
  scored: number;
  /** Goals of the opponents. */
  conceded: number;
}

/** Points for a win; a draw gives one point to both teams. */
export const WIN_POINTS = 3;

function countResults(matches: readonly LeagueMatch[]): Map<string, Standing> {
  const table = new Map<string, Standing>();
  for (const match of matches) {
    const outcome = compareScores(match);
    addGame(findOrAddRow(table, match.left), match.scoreL, match.scoreR, outcome);
    addGame(findOrAddRow(table, match.right), match.scoreR, match.scoreL, -outcome);
  }
  return table;
}

function findOrAddRow(table: Map<string, Standing>, team: string): Standing {
  let row = table.get(team);
  if (row === undefined) {
    row = { team, place: 0, games: 0, win: 0, lose: 0, draw: 0, points: 0, scored: 0, conceded: 0 };
    table.set(team, row);
  }
  return row;
}

function addGame(row: Standing, scored: number, conceded: number, outcome: number): void {
  row.games++;
  row.scored += scored;
  row.conceded += conceded;
  if (outcome > 0) row.win++;
  else if (outcome < 0) row.lose++;
  else row.draw++;
  row.points += outcome > 0 ? WIN_POINTS : outcome === 0 ? 1 : 0;
}

type Key = (row: Standing) => number;

/** Sorts rows in descending order of the key; equal rows are in one group. */
function groupByKey(rows: readonly Standing[], key: Key): Standing[][] {
  const sorted = [...rows].sort((a, b) => key(b) - key(a));
  const out: Standing[][] = [];
  for (const row of sorted) {
    const last = out.at(-1);
    if (last !== undefined && key(last[0]!) === key(row)) last.push(row);
    else out.push([row]);
  }
  return out;
}

function averageOf(value: Key): Key {
  return (row) => value(row) / row.games;
}

/** Sums over the matches that the tied teams played against each other. */
function sumAmongTied(
  matches: readonly LeagueMatch[],
  tied: readonly Standing[],
  value: (scored: number, conceded: number) => number,
): Key {
  const names = new Set(tied.map(({ team }) => team));
  const sums = new Map<string, number>();
  const add = (team: string, amount: number): void => {
    sums.set(team, (sums.get(team) ?? 0) + amount);
  };
  for (const { left, right, scoreL, scoreR } of matches) {
    if (!names.has(left) || !names.has(right)) continue;
    add(left, value(scoreL, scoreR));
    add(right, value(scoreR, scoreL));
  }
  return ({ team }) => sums.get(team) ?? 0;
}

function hasBeaten(matches: readonly LeagueMatch[], team: string, other: string): boolean {
  return matches.some(
    (m) =>
      (m.left === team && m.right === other && compareScores(m) > 0) ||
      (m.right === team && m.left === other && compareScores(m) < 0),
  );
}

/** Criteria after points and direct comparison, in order of use; null where a criterion does not apply. */
const TIE_BREAKS: readonly ((matches: readonly LeagueMatch[], tied: readonly Standing[]) => Key | null)[] = [
  () => averageOf((row) => row.scored - row.conceded),
  (matches, tied) =>
    tied.length > 2 ? sumAmongTied(matches, tied, (scored, conceded) => scored - conceded) : null,
  () => averageOf((row) => row.scored),
  (matches, tied) => (tied.length > 2 ? sumAmongTied(matches, tied, (scored) => scored) : null),
];

/** Orders tied teams; teams of one group share a place. `from` is the index of the first criterion not used yet. */
function breakTie(matches: readonly LeagueMatch[], tied: Standing[], from: number): Standing[][] {
  if (tied.length < 2) return [tied];
  const first = tied.find(({ team }) =>
    tied.every((other) => other.team === team || hasBeaten(matches, team, other.team)),
  );
  if (first !== undefined) {
    const rest = tied.filter((row) => row !== first);
    return [[first], ...breakTie(matches, rest, 0)];
  }
  for (let i = from; i < TIE_BREAKS.length; i++) {
    const key = TIE_BREAKS[i]!(matches, tied);
    if (key === null) continue;
    const parts = groupByKey(tied, key);
    if (parts.length > 1) return parts.flatMap((part) => breakTie(matches, part, i + 1));
  }
  return [[...tied].sort((a, b) => (a.team < b.team ? -1 : 1))];
}

/**
 * Ranks the teams of a league. The criteria in order are: points per match; among tied teams, the one that beat
 * all the others; goal difference per match; if more than two teams are tied, the goal difference in the matches
 * among them; goals per match; if more than two teams are tied, the goals in the matches among them. Teams that
 * are still tied share the place.
 */
export function rankTeams(matches: readonly LeagueMatch[]): Standing[] {
  const rows = [...countResults(matches).values()];
  const byPoints = groupByKey(
    rows,
    averageOf((row) => row.points),
  );
  const places = byPoints.flatMap((tied) => breakTie(matches, tied, 0));
  let place = 1;
  for (const tied of places) {
    for (const row of tied) row.place = place;
    place += tied.length;
  }
  return places.flat();
}
