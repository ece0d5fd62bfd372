/** Rankings of many teams by strength: Bradley–Terry and Davidson. */
export { type Fit, type FitOptions, fitStrengths } from '../ranking/fit.js';
export {
  countPairs,
  findConnectedGroups,
  hasFiniteDrawParameter,
  type PairCounts,
} from '../ranking/pair-counts.js';
export { type Ranking, type RankingOptions, rankByStrength, type TeamRating } from '../ranking/ranking.js';
