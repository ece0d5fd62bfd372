/** Predictions for agents, viewers and research: they draw nothing and change nothing. */

export { isBallKickable, kickableDistance } from '../body.js';
export { catchProbability } from '../catch.js';
export { dashDirectionRate } from '../dash.js';
export { heightCost } from '../kick.js';
export {
  coast,
  cyclesToTravel,
  type MovingObject,
  travelDistance,
} from '../predict-ball.js';
export {
  advanceFlight,
  type FlyingBall,
  fly,
  interceptFlight,
  kickForFlight,
  kickToLand,
  type LandingKick,
  type LoftedKick,
  loftBall,
  loftToLand,
  type Obstacle,
} from '../predict-flight.js';
export {
  type KickArguments,
  type Kicker,
  kickForVelocity,
  kickRate,
  kickRateAt,
  maxKickAccel,
  maxKickSpeed,
} from '../predict-kick.js';
export {
  cyclesToPoint,
  dashDistance,
  type Interception,
  interceptBall,
  type Runner,
  reachBound,
} from '../predict-run.js';
export { tackleFailureProbability, tackleProbability } from '../tackle.js';
