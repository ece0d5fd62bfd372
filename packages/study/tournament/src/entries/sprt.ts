/** Sequential tests: as many matches as a decision needs, with stated probabilities of error. */
export { logLikelihoodRatio, solveMultiplier, type ValueCount } from '../sprt/likelihood.js';
export {
  addBlock,
  createSprt,
  expectSprt,
  runSprt,
  type SprtBounds,
  type SprtDecision,
  type SprtExpectation,
  type SprtPlan,
  type SprtState,
  sprtBounds,
  sprtRatio,
  valueOfBlock,
} from '../sprt/sprt.js';
