import type { LeagueMatch } from '../results.js';
import { normalQuantile } from '../statistics/distributions.js';
import { eloOfLogit, logitOfElo } from '../statistics/elo.js';
import { type Fit, fitStrengths, type StrengthPrior } from './fit.js';
import { countPairs, type PairCounts } from './pair-counts.js';
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

/** Deviation of the strengths of teams before the matches show it, Elo points, and the count of teams that this weighs. */
const NEW_TEAM_DEVIATION = 300;
const NEW_TEAM_WEIGHT = 4;
/** Share of the deviation below which a change of it does not matter, and most changes. */
const DEVIATION_TOLERANCE = 0.005;
const MAX_DEVIATION_STEPS = 20;
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
  deviation: number,
): StrengthPrior[] {
  return players.map(({ team, submission }, i) => {
    if (Object.hasOwn(anchors, team)) return { team: i, mean: logitOfElo(anchors[team]!), deviation: 0 };
    const earlier = players.findLastIndex((other) => other.team === team && other.submission < submission);
    return earlier < 0
      ? { team: i, mean: 0, deviation }
      : { team: i, relativeTo: earlier, mean: 0, deviation: logitOfElo(NEW_SUBMISSION_DEVIATION) };
  });
}

/**
 * Fits the strengths together with the deviation of those of the teams, by the steps of an empirical Bayes method (Dempster, Laird and Rubin,
 * "Maximum likelihood from incomplete data via the EM algorithm", J. R. Stat. Soc. B 39, 1977). Matches are mostly those of teams that seem to be equal. A
 * pair that seems further apart than it is meets no more, and with a fixed, larger deviation the differences of all teams would stay too large.
 */
function fitWithDeviation(
  counts: PairCounts,
  players: readonly LadderPlayer[],
  anchors: Readonly<Record<string, number>>,
): Fit {
  const initial = logitOfElo(NEW_TEAM_DEVIATION);
  let priors = listPriors(players, anchors, initial);
  let fit = fitStrengths(counts, { priors });
  const teams = priors.flatMap(({ team, relativeTo, deviation }) =>
    relativeTo === undefined && deviation > 0 ? [team] : [],
  );
  for (let step = 0, deviation = initial; step < MAX_DEVIATION_STEPS; step++) {
    const squares = teams.reduce((sum, i) => sum + fit.strengths[i]! ** 2 + fit.covariance[i]![i]!, 0);
    const next = Math.sqrt((squares + NEW_TEAM_WEIGHT * initial ** 2) / (teams.length + NEW_TEAM_WEIGHT));
    if (Math.abs(next / deviation - 1) < DEVIATION_TOLERANCE) break;
    deviation = next;
    priors = listPriors(players, anchors, deviation);
    fit = fitStrengths(counts, { priors, start: [...fit.strengths, fit.logDraw] });
  }
  return fit;
}

/**
 * Rates the players of a ladder from all its matches at once, by Davidson's model. A team of which nothing is known is taken to be 0 ± 300
 * Elo points strong, with the deviation of the others after their matches, a later submission as strong as the one before it ± 100; 95 % of
 * the strengths are inside their intervals.
 *
 * @param players Those of the matches, and others; the submissions of a team are in their order.
 * @param anchors Strengths that stay, in Elo points by the names of teams. Without them, the mean of the first submissions is 0.
 */
export function rateLadder(
  players: readonly LadderPlayer[],
  matches: readonly LadderMatch[],
  anchors: Readonly<Record<string, number>> = {},
): LadderFit {
  const named = matches.map((match) => ({
    ...match,
    left: nameOf({ team: match.left, submission: match.submissions[0] }),
    right: nameOf({ team: match.right, submission: match.submissions[1] }),
  }));
  const counts = countPairs(named, players.map(nameOf));
  const fit = fitWithDeviation(counts, players, anchors);
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
