/** Rankings of many teams by strength: Bradley–Terry and Davidson. */
export {
  type Fit,
  type FitOptions,
  fitStrengths,
  type PredictedOutcome,
  predictOutcome,
  type StrengthPrior,
} from '../ranking/fit.js';
export {
  type LadderFit,
  type LadderMatch,
  type LadderPlayer,
  type LadderRating,
  rateLadder,
} from '../ranking/ladder.js';
export {
  countPairs,
  findConnectedGroups,
  hasFiniteDrawParameter,
  type PairCounts,
} from '../ranking/pair-counts.js';
export { type Ranking, type RankingOptions, rankByStrength, type TeamRating } from '../ranking/ranking.js';
