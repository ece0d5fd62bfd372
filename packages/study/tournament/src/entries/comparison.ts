/** Comparison of the figures of two sets of matches: tests, effect sizes, corrections for many tests. */
export {
  type CompareOptions,
  compareFigures,
  type FigureComparison,
  type FigureSamples,
} from '../statistics/compare-figures.js';
export { adjustBenjaminiHochberg, adjustHolm } from '../statistics/corrections.js';
export * from '../statistics/two-samples.js';
