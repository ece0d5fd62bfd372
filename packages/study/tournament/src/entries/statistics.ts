/** Statistics of matches and comparisons: intervals, Elo differences, power, blocks of paired matches. */
export { type BlockMatch, type BlockValue, createBlockValues } from '../statistics/blocks.js';
export {
  type ComparisonSummary,
  type Estimate,
  estimateElo,
  type OutcomeShare,
  summarizeComparison,
} from '../statistics/comparison-summary.js';
export {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalDensity,
  normalQuantile,
  studentQuantile,
  studentTwoSided,
} from '../statistics/distributions.js';
export { eloOfLogit, eloOfScore, eloSlope, logitOfElo, scoreOfElo } from '../statistics/elo.js';
export {
  type BootstrapOptions,
  bootstrapInterval,
  boundedInterval,
  jackknifeAcceleration,
  type Statistic,
  studentInterval,
  wilsonInterval,
} from '../statistics/intervals.js';
export { computeMoments, type Interval, type Moments, mean } from '../statistics/moments.js';
export {
  createPowerTable,
  drawShifted,
  type PowerQuestion,
  type PowerRow,
  type PowerTableOptions,
  planBlocks,
  type SimulationOptions,
  simulatePower,
} from '../statistics/power.js';
