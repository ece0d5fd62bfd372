/** When players reach the ball: tables per player type, who gets the ball first. */

export {
  type BlockRunner,
  computeBlock,
  type DribblePath,
  predictDribblePath,
  toRunner,
} from '../reach/block.js';
export {
  compareReach,
  computeOwnReach,
  computeReach,
  estimateRunCycles,
  type Intercept,
  listIntercepts,
  type Race,
  type Reach,
} from '../reach/intercept.js';
export * from '../world/ability.js';
export { findLegTurn, type LegTurn, lookUpLegPush, predictLegTurn } from '../world/legs.js';
