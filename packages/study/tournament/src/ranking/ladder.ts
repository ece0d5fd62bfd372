import type { LeagueMatch } from '../results.js';
import { normalQuantile } from '../statistics/distributions.js';
import { eloOfLogit, logitOfElo } from '../statistics/elo.js';
import { type Fit, fitStrengths, type StrengthPrior } from './fit.js';
import { countPairs } from './pair-counts.js';
import type { TeamRating } from './ranking.js';

/** What plays in a ladder: a team with one of its submissions. */
export interface LadderPlayer {
  readonly team: string;
  /** Index of the submission from 0. */
  readonly submission: number;
}

/** A match of a ladder. */
export interface LadderMatch extends LeagueMatch {
  /** Submissions with which the teams played. */
  readonly submissions: readonly [left: number, right: number];
}

/** Strength of a submission in a ladder. */
export interface LadderRating extends TeamRating, LadderPlayer {}

/** Strengths of the players of a ladder, in their order. */
export interface LadderFit extends Fit {
  readonly players: readonly LadderPlayer[];
  readonly ratings: readonly LadderRating[];
}

/** Deviation of the strength of a team of which nothing is known, Elo points. */
const NEW_TEAM_DEVIATION = 300;
/** Deviation of the difference between a submission and the one before it, Elo points. */
const NEW_SUBMISSION_DEVIATION = 100;
const LEVEL = 0.95;

/** Name of a player in the counts of a fit. */
function nameOf({ team, submission }: LadderPlayer): string {
  return `${submission} ${team}`;
}

function listPriors(
  players: readonly LadderPlayer[],
  anchors: Readonly<Record<string, number>>,
): StrengthPrior[] {
  return players.map(({ team, submission }, i) => {
    if (Object.hasOwn(anchors, team)) return { team: i, mean: logitOfElo(anchors[team]!), deviation: 0 };
    const earlier = players.findLastIndex((other) => other.team === team && other.submission < submission);
    return earlier < 0
      ? { team: i, mean: 0, deviation: logitOfElo(NEW_TEAM_DEVIATION) }
      : { team: i, relativeTo: earlier, mean: 0, deviation: logitOfElo(NEW_SUBMISSION_DEVIATION) };
  });
}

/**
 * Rates the players of a ladder from all its matches at once, by Davidson's model. A team of which nothing is known is taken to be 0 ± 300
 * Elo points strong, a later submission as strong as the one before it ± 100; 95 % of the strengths are inside their intervals.
 *
 * @param players Those of the matches, and others; the submissions of a team are in their order.
 * @param anchors Strengths that stay, in Elo points by the names of teams. Without them, the mean of the first submissions is 0.
 * @param start Strengths from which the search begins, in the order of the players.
 */
export function rateLadder(
  players: readonly LadderPlayer[],
  matches: readonly LadderMatch[],
  anchors: Readonly<Record<string, number>> = {},
  start: readonly number[] = [],
): LadderFit {
  const named = matches.map((match) => ({
    ...match,
    left: nameOf({ team: match.left, submission: match.submissions[0] }),
    right: nameOf({ team: match.right, submission: match.submissions[1] }),
  }));
  const counts = countPairs(named, players.map(nameOf));
  const fit = fitStrengths(counts, { priors: listPriors(players, anchors), start });
  const z = normalQuantile((1 + LEVEL) / 2);
  const ratings = players.map(({ team, submission }, i): LadderRating => {
    const elo = eloOfLogit(fit.strengths[i]!);
    const error = eloOfLogit(fit.errors[i]!);
    const wins = counts.wins[i]!.reduce((sum, count) => sum + count, 0);
    const losses = counts.wins.reduce((sum, row) => sum + row[i]!, 0);
    const played = wins + losses + counts.draws[i]!.reduce((sum, count) => sum + count, 0);
    const interval = { low: elo - z * error, high: elo + z * error };
    return { team, submission, elo, error, ...interval, group: 0, matches: played, wins, losses };
  });
  return { ...fit, players, ratings };
}
