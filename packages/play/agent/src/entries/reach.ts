/** When players reach the ball: tables per player type, who gets the ball first. */

export * from '../reach/block.js';
export * from '../reach/intercept.js';
export * from '../world/ability.js';
export { findLegTurn, type LegTurn, lookUpLegPush, predictLegTurn } from '../world/legs.js';
