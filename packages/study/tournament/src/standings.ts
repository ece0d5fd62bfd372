import type { SideName } from '@rcss/core';
import { createRandomStream, shuffle } from '@rcss/core/random';
import { compareScores, type LeagueMatch } from './results.js';
import { LEAGUE_POINTS, LEAGUE_RULES, type PointRules, type TableRules, type TieBreak } from './rules.js';

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
  /** Sum of points by the rules, and the points that were given without a match. */
  points: number;
  /** Goals of the team. */
  scored: number;
  /** Goals of the opponents. */
  conceded: number;
}

/** Points for a win in the league; a draw gives one point to both teams. */
export const WIN_POINTS: number = LEAGUE_POINTS.win;

/** What {@link rankTeams} considers besides the matches. */
export interface RankOptions {
  /** Teams that are in the table even without a match. */
  readonly teams?: readonly string[];
  /** Points without a match, for example for a bye, by team. */
  readonly extraPoints?: ReadonlyMap<string, number>;
  /** Seed of the criterion `lot`. Default: 0. */
  readonly lotSeed?: number | string;
}

/** What decided the order of two neighbors of a table with equal points. */
export interface TieDecision {
  readonly first: string;
  readonly second: string;
  /** Criterion that decided; null: the teams are equal in all criteria and share the place. */
  readonly criterion: TieBreak | null;
  /** Values of both teams in the criterion; null without a criterion, and for a direct comparison or a lot. */
  readonly values: readonly [first: number, second: number] | null;
}

/** Outcome of a match for one team. */
export type Outcome = 'win' | 'draw' | 'loss';

/** Returns the outcome of a match for the team of a side. */
export function outcomeFor(match: LeagueMatch, side: SideName): Outcome {
  if (match.forfeit === 'both') return 'loss';
  const sign = side === 'left' ? compareScores(match) : -compareScores(match);
  return sign > 0 ? 'win' : sign < 0 ? 'loss' : 'draw';
}

function pointsFor(match: LeagueMatch, side: SideName, rules: PointRules): number {
  const outcome = outcomeFor(match, side);
  const isShootout = match.forfeit === undefined && match.scoreL === match.scoreR && outcome !== 'draw';
  if (!isShootout) return rules[outcome];
  return outcome === 'win' ? (rules.shootoutWin ?? rules.win) : (rules.shootoutLoss ?? rules.loss);
}

interface TableData {
  readonly matches: readonly LeagueMatch[];
  readonly rows: ReadonlyMap<string, Standing>;
  readonly rules: TableRules;
  readonly lots: ReadonlyMap<string, number>;
  /** What separates a team from the one before it, by the name of the team; `breakTie` fills it. */
  readonly separations: Map<string, Pick<TieDecision, 'criterion' | 'values'>>;
}

function countResults(
  matches: readonly LeagueMatch[],
  rules: PointRules,
  { teams = [], extraPoints }: RankOptions,
): Map<string, Standing> {
  const table = new Map<string, Standing>();
  for (const team of teams) findOrAddRow(table, team);
  for (const match of matches) {
    addGame(findOrAddRow(table, match.left), match, 'left', rules);
    addGame(findOrAddRow(table, match.right), match, 'right', rules);
  }
  for (const [team, points] of extraPoints ?? []) findOrAddRow(table, team).points += points;
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

function addGame(row: Standing, match: LeagueMatch, side: SideName, rules: PointRules): void {
  const outcome = outcomeFor(match, side);
  row.games++;
  row.scored += side === 'left' ? match.scoreL : match.scoreR;
  row.conceded += side === 'left' ? match.scoreR : match.scoreL;
  if (outcome === 'win') row.win++;
  else if (outcome === 'loss') row.lose++;
  else row.draw++;
  row.points += pointsFor(match, side, rules);
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
  return (row) => (row.games === 0 ? 0 : value(row) / row.games);
}

type SideValue = (match: LeagueMatch, side: SideName) => number;

const goalDifferenceOf: SideValue = (match, side) =>
  side === 'left' ? match.scoreL - match.scoreR : match.scoreR - match.scoreL;
const goalsOf: SideValue = (match, side) => (side === 'left' ? match.scoreL : match.scoreR);

/** Sums over the matches that the tied teams played against each other. */
function sumAmongTied({ matches }: TableData, tied: readonly Standing[], value: SideValue): Key {
  const names = new Set(tied.map(({ team }) => team));
  const sums = new Map<string, number>();
  const add = (team: string, amount: number): void => {
    sums.set(team, (sums.get(team) ?? 0) + amount);
  };
  for (const match of matches) {
    if (!names.has(match.left) || !names.has(match.right)) continue;
    add(match.left, value(match, 'left'));
    add(match.right, value(match, 'right'));
  }
  return ({ team }) => sums.get(team) ?? 0;
}

/** Opponents of a team with the share of the point that the team won: 1, 0.5 or 0. */
function listOpponents(matches: readonly LeagueMatch[], team: string): { opponent: string; share: number }[] {
  const share = { win: 1, draw: 0.5, loss: 0 };
  return matches.flatMap((match) => {
    if (match.left === team) return [{ opponent: match.right, share: share[outcomeFor(match, 'left')] }];
    if (match.right === team) return [{ opponent: match.left, share: share[outcomeFor(match, 'right')] }];
    return [];
  });
}

function sumOpponentPoints({ matches, rows }: TableData, cutCount: number): Key {
  return ({ team }) => {
    const points = listOpponents(matches, team).map(({ opponent }) => rows.get(opponent)!.points);
    const sorted = points.sort((a, b) => a - b);
    const counted = sorted.length > 2 * cutCount ? sorted.slice(cutCount, sorted.length - cutCount) : sorted;
    return counted.reduce((sum, value) => sum + value, 0);
  };
}

function sonnebornBerger({ matches, rows }: TableData): Key {
  return ({ team }) =>
    listOpponents(matches, team).reduce(
      (sum, { opponent, share }) => sum + share * rows.get(opponent)!.points,
      0,
    );
}

/** Value of each criterion that is a number of a team, given the group of tied teams. */
const KEYS: {
  readonly [name in Exclude<TieBreak, 'direct-comparison'>]: (
    data: TableData,
    tied: readonly Standing[],
  ) => Key;
} = {
  points: () => (row) => row.points,
  'points-per-match': () => averageOf((row) => row.points),
  wins: () => (row) => row.win,
  'goal-difference': () => (row) => row.scored - row.conceded,
  'goal-difference-per-match': () => averageOf((row) => row.scored - row.conceded),
  goals: () => (row) => row.scored,
  'goals-per-match': () => averageOf((row) => row.scored),
  'points-among-tied': (data, tied) =>
    sumAmongTied(data, tied, (match, side) => pointsFor(match, side, data.rules.points)),
  'goal-difference-among-tied': (data, tied) => sumAmongTied(data, tied, goalDifferenceOf),
  'goals-among-tied': (data, tied) => sumAmongTied(data, tied, goalsOf),
  buchholz: (data) => sumOpponentPoints(data, 0),
  'median-buchholz': (data) => sumOpponentPoints(data, 1),
  'sonneborn-berger': (data) => sonnebornBerger(data),
  lot: (data) => (row) => data.lots.get(row.team)!,
};

/** Whether a team won more matches against another team than it lost. */
function hasBeaten({ matches }: TableData, team: string, other: string): boolean {
  let balance = 0;
  for (const match of matches) {
    if (match.left === team && match.right === other) balance += compareScores(match);
    else if (match.right === team && match.left === other) balance -= compareScores(match);
  }
  return balance > 0;
}

/** Orders tied teams; teams of one group share a place. `from` is the index of the first criterion not used yet. */
function breakTie(data: TableData, tied: readonly Standing[], from: number): Standing[][] {
  if (tied.length < 2) return [[...tied]];
  const { tieBreaks } = data.rules;
  const direct = tieBreaks.indexOf('direct-comparison');
  for (let i = direct >= 0 && direct < from ? direct : from; i < tieBreaks.length; ) {
    const name = tieBreaks[i]!;
    if (name === 'direct-comparison') {
      const first = tied.find(({ team }) =>
        tied.every((other) => other.team === team || hasBeaten(data, team, other.team)),
      );
      if (first !== undefined) {
        const rest = breakTie(
          data,
          tied.filter((row) => row !== first),
          i,
        );
        data.separations.set(rest[0]![0]!.team, { criterion: name, values: null });
        return [[first], ...rest];
      }
      i = Math.max(i + 1, from);
      continue;
    }
    const key = KEYS[name](data, tied);
    const parts = groupByKey(tied, key);
    i++;
    if (parts.length > 1) {
      const ordered = parts.map((part) => breakTie(data, part, i));
      for (let k = 1; k < ordered.length; k++) {
        const [above, below] = [ordered[k - 1]![0]![0]!, ordered[k]![0]![0]!];
        const values = name === 'lot' ? null : ([key(above), key(below)] as const);
        data.separations.set(below.team, { criterion: name, values });
      }
      return ordered.flat();
    }
  }
  return [[...tied].sort((a, b) => (a.team < b.team ? -1 : 1))];
}

/**
 * Draws lots: returns the index of each team in a random order, which depends on the seed and the names only.
 *
 * @param name Name of the draw, so that draws with one seed differ.
 */
export function drawLots(teams: readonly string[], seed: number | string, name = 'lot'): Map<string, number> {
  const order = shuffle(createRandomStream(seed, name), [...teams].sort());
  return new Map(order.map((team, i) => [team, i]));
}

/** A table, and what decided between its teams with equal points. */
export interface ExplainedRanking {
  readonly standings: Standing[];
  /** In the order of the table; pairs of teams without a match are left out. */
  readonly ties: readonly TieDecision[];
}

/** Ranks the teams of a league as {@link rankTeams} does, and returns which criterion decided each pair of equal points. */
export function explainRanking(
  matches: readonly LeagueMatch[],
  rules: TableRules = LEAGUE_RULES,
  options: RankOptions = {},
): ExplainedRanking {
  const rows = countResults(matches, rules.points, options);
  const lots = drawLots([...rows.keys()], options.lotSeed ?? 0);
  const separations: TableData['separations'] = new Map();
  const places = breakTie({ matches, rows, rules, lots, separations }, [...rows.values()], 0);
  let place = 1;
  for (const tied of places) {
    for (const row of tied) row.place = place;
    place += tied.length;
  }
  const standings = places.flat();
  const ties = standings.slice(1).flatMap((second, i): TieDecision[] => {
    const first = standings[i]!;
    if (first.games + second.games === 0) return [];
    const { criterion, values } = separations.get(second.team) ?? { criterion: null, values: null };
    if (criterion === rules.tieBreaks[0] && first.points !== second.points) return [];
    return [{ first: first.team, second: second.team, criterion, values }];
  });
  return { standings, ties };
}

/**
 * Ranks the teams of a league by the criteria of the rules. By default, these are in order: points per match; among tied
 * teams, the one that beat all the others; goal difference per match; goal difference in the matches among the tied teams;
 * goals per match; goals in the matches among the tied teams. Teams that are still tied share the place.
 */
export function rankTeams(
  matches: readonly LeagueMatch[],
  rules: TableRules = LEAGUE_RULES,
  options: RankOptions = {},
): Standing[] {
  return explainRanking(matches, rules, options).standings;
}
