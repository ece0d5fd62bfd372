/** Statistics of matches and comparisons: intervals, Elo differences, power, blocks of paired matches. */
export { type BlockMatch, type BlockValue, createBlockValues } from '../statistics/blocks.js';
export {
  type ComparisonSummary,
  type Estimate,
  estimateElo,
  type OutcomeShare,
  summarizeComparison,
} from '../statistics/comparison-summary.js';
export * from '../statistics/distributions.js';
export { eloOfLogit, eloOfScore, eloSlope, logitOfElo, scoreOfElo } from '../statistics/elo.js';
export * from '../statistics/intervals.js';
export { computeMoments, type Interval, type Moments, mean } from '../statistics/moments.js';
export * from '../statistics/power.js';
