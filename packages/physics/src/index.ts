/** Motion, collisions, actions and stamina of ball and players. See the README. */

export { isArmMovable, isPointing, pointTo, pointToOff } from './arm.js';
export { attendNobody, attendTo, attentionTarget } from './attention.js';
export {
  hasDashed,
  isBallKickable,
  isBallKickableForOpponent,
  kickableDistance,
  showsKick,
  sizeOf,
  slowness,
  typeOf,
} from './body.js';
export { catchBall, catchProbability } from './catch.js';
export { placeCaughtBall } from './caught-ball.js';
export { collide } from './collision.js';
export { applyDashes, resetCycle, updateCounters } from './counters.js';
export { applyDash, dash, dashDirectionRate, dashLeg } from './dash.js';
export { ballSpeedRate, kick } from './kick.js';
export type { PhysicsListener } from './listener.js';
export { advanceBall, advancePlayer, commitAngles, isBallDead, moveObjects } from './motion.js';
export { type MoveOutcome, movePlayer } from './move-player.js';
export { placeBall, placeBallByTrainer, placePlayerByMonitor, placePlayerByTrainer } from './placement.js';
export { moveAmongPosts, POST_X, postY } from './posts.js';
export {
  coast,
  cycleOfPassing,
  cyclesToTravel,
  type Moving,
  speedToTravel,
  travel,
} from './predict-ball.js';
export {
  type Kicker,
  type KickOrder,
  kickForVelocity,
  kickRate,
  maxKickAccel,
  maxKickSpeed,
} from './predict-kick.js';
export {
  cyclesToPoint,
  dashReach,
  type Interception,
  interceptBall,
  type Runner,
  reachBound,
} from './predict-run.js';
export {
  benchPlayer,
  enterField,
  initialisePlayers,
  leaveField,
  makeGoalie,
  returnToField,
  takePlayerType,
} from './roster.js';
export {
  recover,
  recoverPlayers,
  refillStaminaCapacity,
  updatePlayerStamina,
  updateStamina,
} from './stamina.js';
export { clearCollisionMarks, clearStates } from './states.js';
export { refreshPlayers, runBodies } from './step.js';
export { tackle, tackleFailure } from './tackle.js';
export { turn, turnNeck } from './turn.js';
export { changeFocus, changeView, MAX_FOCUS_DIST, switchToSynchSee } from './view.js';
export { initialiseWind, reverseWind, windLine } from './wind.js';
