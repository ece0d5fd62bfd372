/** Comparison of the figures of two sets of matches: tests, effect sizes, corrections for many tests. */
export {
  type CompareOptions,
  compareFigures,
  type FigureComparison,
  type FigureSamples,
} from '../statistics/compare-figures.js';
export { adjustBenjaminiHochberg, adjustHolm } from '../statistics/corrections.js';
export {
  cliffDelta,
  cohenD,
  mannWhitneyTest,
  type PermutationOptions,
  permutationTest,
  type TestResult,
  welchTest,
  welchTestOfMoments,
} from '../statistics/two-samples.js';
