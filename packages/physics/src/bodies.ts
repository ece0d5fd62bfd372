/** The stages of a step and their parts. */

export { placeCaughtBall } from './catch.js';
export { collide } from './collision.js';
export {
  createPhysicsContext,
  type PhysicsContext,
  type PhysicsListener,
  type PhysicsScratch,
} from './context.js';
export { applyDashes, clearStates, updateCounters } from './cycle.js';
export { commitAngles, isBallDead, moveObjects } from './motion.js';
export { updateStamina } from './stamina.js';
export { refreshPlayers, runBodies } from './step.js';
export { initializeWind, windLine } from './wind.js';
