import { createRandomStream } from '@rcss/core/random';
import type { LeagueMatch } from '../results.js';
import { normalQuantile } from '../statistics/distributions.js';
import { eloOfLogit } from '../statistics/elo.js';
import { checkLevel } from '../statistics/moments.js';
import { fitStrengths } from './fit.js';
import { countPairs, findConnectedGroups, hasFiniteDrawParameter, type PairCounts } from './pair-counts.js';

/** Strength of a team among many. */
export interface TeamRating {
  readonly team: string;
  /** Elo points above the mean of the teams; of the group if the strengths of all teams are not finite. */
  readonly elo: number;
  /** Standard error of `elo`, from the curvature of the likelihood. */
  readonly error: number;
  /**
   * Ends of the interval of `elo`: with at least 30 matches of the team from a bootstrap, infinite where resamples leave the team without
   * a win or a defeat; otherwise from `error`.
   */
  readonly low: number;
  readonly high: number;
  /** Index of the group of the team in {@link Ranking}. */
  readonly group: number;
  /** Count of matches. */
  readonly matches: number;
  /** Count of matches that the team has won. */
  readonly wins: number;
  /** Count of matches that the team has lost. */
  readonly losses: number;
}

/** Ranking of many teams. */
export interface Ranking {
  /** Teams from the strongest to the weakest; groups in order. */
  readonly ratings: readonly TeamRating[];
  /**
   * Groups of teams between which differences are finite; the first group is the strongest. With more than one, for example if a team
   * has won all matches, the difference between groups is infinite or, if they never met, unknown.
   */
  readonly groups: readonly (readonly string[])[];
  /** Whether all differences are finite: there is one group, or the prior makes them finite. */
  readonly hasFiniteDifferences: boolean;
  /** Probability of a draw between two teams of equal strength; with `bradley-terry` the share of draws among all matches. */
  readonly drawProbability: number;
}

/** Options of {@link rankByStrength}. */
export interface RankingOptions {
  /**
   * `davidson` has a parameter for draws; `bradley-terry` counts a draw as half a win for both. Default: `davidson`. Where the matches are
   * too few to estimate the parameter for draws, draws count as half a win in both models.
   */
  readonly model?: 'davidson' | 'bradley-terry';
  /** Draws that each team is taken to have played against a mean team; above 0 all strengths are finite. Default: 0. */
  readonly priorDraws?: number;
  /** Count of bootstrap resamples; 0 for none, then the intervals come from the standard error. Default: 500. */
  readonly resamples?: number;
  /** Confidence level of the intervals. Default: 0.95. */
  readonly level?: number;
  /** Seed of the bootstrap. Default: 0. */
  readonly seed?: number | string;
}

/** Matches of a team below which its interval comes from the standard error: resamples of few matches vary too little. */
const MIN_RESAMPLED_MATCHES = 30;

/** Whether the parameter of draws can be estimated. With a prior it needs a win; the prior bounds the strengths. */
function canFitDraws(counts: PairCounts, { model = 'davidson', priorDraws = 0 }: RankingOptions): boolean {
  if (model === 'bradley-terry') return false;
  return priorDraws > 0
    ? counts.wins.some((row) => row.some((wins) => wins > 0))
    : hasFiniteDrawParameter(counts);
}

/** Fits the groups one by one; the mean of each group is 0. Teams alone in a group have strength 0 and an infinite error. */
function fitGroups(
  counts: PairCounts,
  groups: readonly (readonly string[])[],
  options: RankingOptions,
): { strengths: Map<string, number>; errors: Map<string, number>; logDraw: number } {
  const strengths = new Map<string, number>();
  const errors = new Map<string, number>();
  let logDraw = Number.NEGATIVE_INFINITY;
  for (const group of groups) {
    const selected = selectTeams(counts, group);
    const fit = fitStrengths(canFitDraws(selected, options) ? selected : splitDraws(selected), options);
    for (const [i, team] of group.entries()) {
      strengths.set(team, fit.strengths[i]!);
      errors.set(team, group.length === 1 && !options.priorDraws ? Number.POSITIVE_INFINITY : fit.errors[i]!);
    }
    logDraw = Math.max(logDraw, fit.logDraw);
  }
  return { strengths, errors, logDraw };
}

function selectTeams(counts: PairCounts, group: readonly string[]): PairCounts {
  const indices = group.map((team) => counts.teams.indexOf(team));
  const select = (matrix: PairCounts['wins']): number[][] =>
    indices.map((i) => indices.map((k) => matrix[i]![k]!));
  return { teams: group, wins: select(counts.wins), draws: select(counts.draws) };
}

/** Counts a draw as half a win for both. */
function splitDraws({ teams, wins, draws }: PairCounts): PairCounts {
  return {
    teams,
    wins: wins.map((row, i) => row.map((count, k) => count + draws[i]![k]! / 2)),
    draws: draws.map((row) => row.map(() => 0)),
  };
}

/** Outcomes of one pair as a list, from which the bootstrap draws. */
interface Outcome {
  readonly first: number;
  readonly second: number;
  /** 1: the first won, 0: draw, −1: the second won. */
  readonly result: number;
}

function listOutcomes({ teams, wins, draws }: PairCounts): Outcome[] {
  const outcomes: Outcome[] = [];
  const add = (first: number, second: number, result: number, count: number): void => {
    for (let n = 0; n < count; n++) outcomes.push({ first, second, result });
  };
  for (let i = 0; i < teams.length; i++) {
    for (let k = i + 1; k < teams.length; k++) {
      add(i, k, 1, wins[i]![k]!);
      add(i, k, -1, wins[k]![i]!);
      add(i, k, 0, draws[i]![k]!);
    }
  }
  return outcomes;
}

function countOutcomes(teams: readonly string[], outcomes: readonly Outcome[]): PairCounts {
  const wins = teams.map(() => teams.map(() => 0));
  const draws = teams.map(() => teams.map(() => 0));
  for (const { first, second, result } of outcomes) {
    if (result > 0) wins[first]![second]!++;
    else if (result < 0) wins[second]![first]!++;
    else {
      draws[first]![second]!++;
      draws[second]![first]!++;
    }
  }
  return { teams, wins, draws };
}

/** Groups of a fit: all teams in one if the prior makes strengths finite. */
function groupTeams(counts: PairCounts, priorDraws: number): string[][] {
  return priorDraws > 0 ? [[...counts.teams]] : findConnectedGroups(counts);
}

/** Strengths of resamples by team, sorted. Teams of other groups than the first or last resampled are infinite. */
function resampleStrengths(counts: PairCounts, options: RankingOptions): Map<string, number[]> {
  const { resamples = 500, seed = 0, priorDraws = 0 } = options;
  const rng = createRandomStream(seed, 'ranking');
  const outcomes = listOutcomes(counts);
  const values = new Map(counts.teams.map((team) => [team, [] as number[]]));
  for (let n = 0; n < resamples; n++) {
    const drawn = outcomes.map(() => outcomes[Math.floor(rng.next() * outcomes.length)]!);
    const resampled = countOutcomes(counts.teams, drawn);
    const groups = groupTeams(resampled, priorDraws);
    const main = groups.reduce((best, group, i) => (group.length > groups[best]!.length ? i : best), 0);
    const { strengths } = fitGroups(resampled, groups, options);
    for (const [i, group] of groups.entries()) {
      for (const team of group) {
        const shift = i < main ? Number.POSITIVE_INFINITY : i > main ? Number.NEGATIVE_INFINITY : 0;
        values.get(team)!.push(strengths.get(team)! + shift);
      }
    }
  }
  for (const list of values.values()) list.sort((a, b) => a - b);
  return values;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/**
 * Ranks teams by strength from all matches among them, however often each pair has played. The intervals of teams
 * with at least 30 matches come from a bootstrap over matches.
 *
 * If a team has won or lost all its matches, or if groups of teams never met, no finite strengths fit best. The result then has several
 * groups in order, and `hasFiniteDifferences` is false; with `priorDraws`, for example 1, all strengths are finite.
 *
 * @throws RangeError without matches, or if an option is out of range.
 */
export function rankByStrength(matches: readonly LeagueMatch[], options: RankingOptions = {}): Ranking {
  const { priorDraws = 0, resamples = 500, level = 0.95 } = options;
  checkLevel(level);
  if (matches.length === 0) throw new RangeError('there are no matches to rank teams by');
  if (!(priorDraws >= 0 && Number.isFinite(priorDraws)))
    throw new RangeError(`priorDraws ${priorDraws} must be a finite number from 0`);
  if (!(Number.isInteger(resamples) && resamples >= 0))
    throw new RangeError(`resamples ${resamples} is not a whole number from 0`);
  const counts = countPairs(matches);
  const groups = groupTeams(counts, priorDraws);
  const { strengths, errors, logDraw } = fitGroups(counts, groups, options);
  const spread = resamples > 0 ? resampleStrengths(counts, options) : null;
  const z = normalQuantile((1 + level) / 2);
  const ratings = groups.flatMap((group, index) =>
    group
      .map((team): TeamRating => {
        const strength = strengths.get(team)!;
        const error = errors.get(team)!;
        const i = counts.teams.indexOf(team);
        const wins = sum(counts.wins[i]!);
        const losses = sum(counts.wins.map((row) => row[i]!));
        const played = wins + losses + sum(counts.draws[i]!);
        const list = played < MIN_RESAMPLED_MATCHES ? undefined : spread?.get(team);
        const at = (p: number): number => list![Math.min(Math.floor(p * list!.length), list!.length - 1)]!;
        const [low, high] =
          list === undefined
            ? [strength - z * error, strength + z * error]
            : [at((1 - level) / 2), at((1 + level) / 2)];
        return {
          team,
          elo: eloOfLogit(strength),
          error: eloOfLogit(error),
          low: eloOfLogit(low),
          high: eloOfLogit(high),
          group: index,
          matches: played,
          wins,
          losses,
        };
      })
      .sort((a, b) => b.elo - a.elo || (a.team < b.team ? -1 : 1)),
  );
  const draw = Math.exp(logDraw);
  const drawn = sum(counts.draws.flat()) / 2;
  const decided = sum(counts.wins.flat());
  return {
    ratings,
    groups,
    hasFiniteDifferences: groups.length === 1,
    drawProbability: draw > 0 ? draw / (2 + draw) : drawn / (drawn + decided),
  };
}
