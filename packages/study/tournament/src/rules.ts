/** Points for the outcomes of a match. */
import type { SideName } from '@rcss/core';
export interface PointRules {
  /** Points for a win. */
  readonly win: number;
  /** Points for a draw. */
  readonly draw: number;
  /** Points for a defeat. */
  readonly loss: number;
  /** Points for a win by a penalty shootout. Default: as `win`. */
  readonly shootoutWin?: number;
  /** Points for a defeat by a penalty shootout. Default: as `loss`. */
  readonly shootoutLoss?: number;
}

/**
 * Names of the criteria that order a table; larger values come first.
 *
 * - `points`, `points-per-match`: points as {@link PointRules} count them.
 * - `wins`: count of wins.
 * - `goal-difference`, `goal-difference-per-match`, `goals`, `goals-per-match`: over all matches.
 * - `direct-comparison`: the team that won more often than it lost against each of the other tied teams is first. If there is
 *   one, the remaining teams are compared again from this criterion on; it also applies whenever a later criterion has
 *   reduced the group of tied teams.
 * - `points-among-tied`, `goal-difference-among-tied`, `goals-among-tied`: over the matches that the tied teams played against
 *   each other.
 * - `buchholz`: sum of the points of all opponents; `median-buchholz`: the same without the best and the worst opponent.
 * - `sonneborn-berger`: points of the opponents that the team has beaten, and half the points of those it drew with.
 * - `lot`: a random order, decided by the seed in {@link RankOptions}.
 */
export const TIE_BREAKS = [
  'points',
  'points-per-match',
  'wins',
  'goal-difference',
  'goal-difference-per-match',
  'goals',
  'goals-per-match',
  'direct-comparison',
  'points-among-tied',
  'goal-difference-among-tied',
  'goals-among-tied',
  'buchholz',
  'median-buchholz',
  'sonneborn-berger',
  'lot',
] as const;

/** Name of a criterion of a table; {@link TIE_BREAKS} explains them. */
export type TieBreak = (typeof TIE_BREAKS)[number];

/** Rules by which results become a table. */
export interface TableRules {
  /** Points for the outcomes of a match. */
  readonly points: PointRules;
  /** Criteria in the order of their use. Teams that are equal in all of them share a place. */
  readonly tieBreaks: readonly TieBreak[];
}

/** Points of the league: 3 for a win, also by a shootout, 1 for a draw. */
export const LEAGUE_POINTS: PointRules = { win: 3, draw: 1, loss: 0 };

/** Rules of the league's table program (spec 11 §6.10). */
export const LEAGUE_RULES: TableRules = {
  points: LEAGUE_POINTS,
  tieBreaks: [
    'points-per-match',
    'direct-comparison',
    'goal-difference-per-match',
    'goal-difference-among-tied',
    'goals-per-match',
    'goals-among-tied',
  ],
};

/** Rules of a Swiss tournament: points, then the strength of the opponents, then goals. */
export const SWISS_RULES: TableRules = {
  points: LEAGUE_POINTS,
  tieBreaks: ['points', 'buchholz', 'sonneborn-berger', 'goal-difference', 'goals', 'direct-comparison'],
};

/** Rules for a team that does not start, crashes or does not finish a match. */
export interface WalkoverRules {
  /** Goals of the team that did not forfeit; the other team has 0. If both forfeit, the score is 0 : 0. */
  readonly goals: number;
  /** Whether the score at the end of the match stays if its goal difference is better for the team that did not forfeit. */
  readonly keepBetterScore: boolean;
}

/** A forfeited match counts 3 : 0, or the score at its end if that is better for the team that did not forfeit. */
export const DEFAULT_WALKOVER: WalkoverRules = { goals: 3, keepBetterScore: true };

/** Returns the score that counts for a forfeited match, given the goals at its end. */
export function scoreWalkover(
  forfeit: SideName | 'both',
  left: number,
  right: number,
  rules: WalkoverRules = DEFAULT_WALKOVER,
): { readonly left: number; readonly right: number } {
  if (forfeit === 'both') return { left: 0, right: 0 };
  const difference = forfeit === 'right' ? left - right : right - left;
  if (rules.keepBetterScore && difference > rules.goals) return { left, right };
  return forfeit === 'right' ? { left: rules.goals, right: 0 } : { left: 0, right: rules.goals };
}
