import { compareScores, type LeagueMatch } from '../results.js';

/** Matches between two teams, or between a team and itself never. */
export interface PairCounts {
  /** Names of the teams. */
  readonly teams: readonly string[];
  /** Wins of team i over team k at `wins[i][k]`. */
  readonly wins: readonly (readonly number[])[];
  /** Draws of both at `draws[i][k]` and `draws[k][i]`. */
  readonly draws: readonly (readonly number[])[];
}

function createMatrix(size: number): number[][] {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0));
}

/**
 * Counts wins and draws of all pairs. A match that both teams forfeit does not count.
 *
 * @param teams Default: those of the matches, in alphabetical order.
 */
export function countPairs(
  matches: readonly LeagueMatch[],
  teams: readonly string[] = [...new Set(matches.flatMap(({ left, right }) => [left, right]))].sort(),
): PairCounts {
  const index = new Map(teams.map((team, i) => [team, i]));
  const wins = createMatrix(teams.length);
  const draws = createMatrix(teams.length);
  for (const match of matches) {
    if (match.forfeit === 'both') continue;
    const left = index.get(match.left)!;
    const right = index.get(match.right)!;
    const outcome = compareScores(match);
    if (outcome > 0) wins[left]![right]!++;
    else if (outcome < 0) wins[right]![left]!++;
    else {
      draws[left]![right]!++;
      draws[right]![left]!++;
    }
  }
  return { teams, wins, draws };
}

/**
 * Groups teams such that inside a group every team is connected with every other one by a chain of wins or draws in both directions.
 * Only inside a group are differences of strength finite (Ford, "Solution of a ranking problem from binary comparisons", American
 * Mathematical Monthly 64, 1957). Groups are in order: no team has a win or draw against a team of an earlier group.
 */
export function findConnectedGroups({ teams, wins, draws }: PairCounts): string[][] {
  const hasScored = (i: number, k: number): boolean => wins[i]![k]! + draws[i]![k]! > 0;
  /** Teams at the ends of the chains from a team, with itself. */
  const follow = (from: number, isLink: (i: number, k: number) => boolean): Set<number> => {
    const reached = new Set([from]);
    for (const i of reached) {
      if (reached.size === teams.length) break;
      for (const k of teams.keys()) if (isLink(i, k)) reached.add(k);
    }
    return reached;
  };
  const rest = new Set(teams.keys());
  const groups: { readonly group: readonly number[]; readonly reach: number }[] = [];
  for (const i of rest) {
    const below = follow(i, hasScored);
    const above = follow(i, (k, of) => hasScored(of, k));
    const group = [...teams.keys()].filter((k) => below.has(k) && above.has(k));
    for (const k of group) rest.delete(k);
    groups.push({ group, reach: below.size });
  }
  return groups.sort((a, b) => b.reach - a.reach).map(({ group }) => group.map((i) => teams[i]!));
}

/**
 * Whether the likelihood of Davidson's model has a finite parameter of draws. It has none if strengths d exist with d(i) − d(k) ≥ 2 for
 * every win of i over k and |d(i) − d(k)| ≤ 2 for every draw: then larger and larger differences and more and more draws fit better and
 * better. Such strengths exist if no cycle of wins and draws has more wins than draws (Bellman–Ford).
 */
export function hasFiniteDrawParameter({ teams, wins, draws }: PairCounts): boolean {
  const bound = teams.map(() => 0);
  for (let round = 0; round <= teams.length; round++) {
    let isChanged = false;
    const tighten = (k: number, limit: number): void => {
      if (bound[k]! <= limit) return;
      bound[k] = limit;
      isChanged = true;
    };
    for (const i of teams.keys()) {
      for (const k of teams.keys()) {
        if (wins[i]![k]! > 0) tighten(k, bound[i]! - 2);
        if (draws[i]![k]! > 0) tighten(k, bound[i]! + 2);
      }
    }
    if (!isChanged) return false;
  }
  return true;
}
