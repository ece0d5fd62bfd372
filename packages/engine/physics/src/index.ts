/**
 * Motion, collisions, actions and stamina of ball and players. See the README. All actions are in
 * `@rcss/physics/actions`, slots and placements in `/players`, the stages of a step in `/stages`, predictions in `/predict`.
 */

export { catchBall } from './catch.js';
export { createPhysicsContext, type PhysicsContext, type PhysicsListener } from './context.js';
export { applyDashes, clearCycleStates } from './cycle.js';
export { dash } from './dash.js';
export { kick } from './kick.js';
export { moveBodies, updatePlayers } from './move-bodies.js';
export { movePlayer } from './move-player.js';
export { coast } from './predict-ball.js';
export { kickForVelocity } from './predict-kick.js';
export { interceptBall } from './predict-run.js';
export { enterField, initializePlayers } from './roster.js';
export { tackle } from './tackle.js';
export { turn, turnNeck } from './turn.js';
