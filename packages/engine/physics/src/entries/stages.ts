/** The stages of a step and their parts. */

export { placeCaughtBall } from '../catch.js';
export { resolveCollisions } from '../collision.js';
export {
  createPhysicsContext,
  type PhysicsContext,
  type PhysicsListener,
  type PhysicsScratch,
  type Proposals,
} from '../context.js';
export { applyDashes, clearCycleStates, updateCounters } from '../cycle.js';
export { commitAnglesAtRest, isBallDead, moveObjects } from '../motion.js';
export { moveBodies, updatePlayers } from '../move-bodies.js';
export { updateStamina } from '../stamina.js';
export { formatWind, initializeWind } from '../wind.js';
