/** Predictions for agents, viewers and research: they draw nothing and change nothing. */

export { isBallKickable, kickableDistance } from '../body.js';
export { catchProbability } from '../catch.js';
export { dashDirectionRate } from '../dash.js';
export { heightCost } from '../kick.js';
export * from '../predict-ball.js';
export * from '../predict-flight.js';
export * from '../predict-kick.js';
export * from '../predict-run.js';
export { tackleFailureProbability, tackleProbability } from '../tackle.js';
