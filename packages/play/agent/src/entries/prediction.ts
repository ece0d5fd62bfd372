/** Predictions of balls and runners: tables per player type, who gets the ball first. */

export {
  type BlockRunner,
  computeBlock,
  type DribblePath,
  predictDribblePath,
  toRunner,
} from '../prediction/block.js';
export {
  compareReach,
  computeOwnReach,
  computeReach,
  estimateRunCycles,
  type Intercept,
  listIntercepts,
  type Race,
  type Reach,
} from '../prediction/intercept.js';
export * from '../world/ability.js';
