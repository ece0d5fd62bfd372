/** Elo points per unit of the logit of the expected score. */
const ELO_PER_LOGIT = 400 / Math.LN10;

/**
 * Expected score, 0–1, of a team that is `elo` points stronger than its opponent: 1 / (1 + 10^(−elo / 400)), the logistic form
 * of Elo's rating system (Elo, "The rating of chessplayers", 1978). A draw counts one half.
 */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + Math.exp(-elo / ELO_PER_LOGIT));
}

/** Elo difference of an expected score in 0–1; infinite for 0 and 1. */
export function eloOfScore(score: number): number {
  if (!(score >= 0 && score <= 1)) throw new RangeError(`score ${score} is not in 0–1`);
  return ELO_PER_LOGIT * Math.log(score / (1 - score));
}

/** Derivative of {@link eloOfScore}: Elo points per unit of score. */
export function eloSlope(score: number): number {
  return ELO_PER_LOGIT / (score * (1 - score));
}

/** Difference of natural-logarithm strengths of an Elo difference: the inverse of {@link eloOfLogit}. */
export function logitOfElo(elo: number): number {
  return elo / ELO_PER_LOGIT;
}

/** Elo difference of a difference of natural-logarithm strengths, as rankings have them. */
export function eloOfLogit(logit: number): number {
  return ELO_PER_LOGIT * logit;
}
