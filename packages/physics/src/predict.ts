/** Predictions for agents, viewers and research: they draw nothing and change nothing. */

export { isBallKickable, kickableDistance } from './body.js';
export { catchProbability } from './catch.js';
export { dashDirectionRate } from './dash.js';
export { coast, cycleOfPassing, cyclesToTravel, type Moving, speedToTravel, travel } from './predict-ball.js';
export {
  type Kicker,
  type KickOrder,
  kickForVelocity,
  kickRate,
  kickRateAt,
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
export { tackleFailure, tackleProbability } from './tackle.js';
