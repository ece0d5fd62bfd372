/** The estimate of a match that a player has, and its parts: own pose, ball, other players, coordinates. */
export * from '../geometry.js';
export { type BallObserver, type BallSight, BallTracker } from '../world/ball-tracker.js';
export type { HeardInCycle, HeardPart } from '../world/heard.js';
export { Localizer, type Pose, type PoseBelief } from '../world/localizer.js';
export { isTimedSetPlay, type ModeView, readMode } from '../world/mode-view.js';
export { recordOwnCommand } from '../world/own-command.js';
export { MAX_AGE, PlayerTracker, type TrackedPlayer } from '../world/player-tracker.js';
export * from '../world/say-codec.js';
export { type PendingCommand, SelfState } from '../world/self-state.js';
export { KEPT_SIGHTINGS, type Sightings } from '../world/sightings.js';
export type { Views } from '../world/views.js';
export {
  computeViewAngle,
  createGaussianVision,
  createQuantizedVision,
  type VisionModel,
} from '../world/vision.js';
export { type PerceptionOptions, WorldModel, type WorldModelOptions } from '../world/world-model.js';
