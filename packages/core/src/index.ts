/** Data types and mathematics of a match. See the README. */

export type {
  BallPlace,
  ClientRef,
  CoachCommand,
  CommandSide,
  MonitorCommand,
  MoveSpec,
  PlayerCommand,
  SideRef,
  TeamGraphicTile,
  TrainerCommand,
} from './command.js';
export {
  acos,
  atan2,
  cos,
  exp,
  log,
  pow,
  sin,
  sqrt,
} from './elementary.js';
export { createLayoutSamples } from './engine-layout.js';
export type {
  Heard,
  MatchEvent,
  MatchListener,
  RemovalReason,
  Reply,
  Speaker,
} from './event.js';
export {
  type BoardMessage,
  createFrame,
  type Frame,
  type FramePlayer,
  type FrameTeam,
} from './frame.js';
export {
  discEdge,
  inDisc,
  inRect,
  type Rect,
  rectAround,
  rectEdge,
  rectHorizontalEdge,
  rectVerticalEdge,
} from './geometry.js';
export {
  LANDMARKS,
  LANDMARKS_OF_VERSION_3,
  type Landmark,
  LINE_NAMES,
  LONG_LINE_NAMES,
} from './landmarks.js';
export {
  clamp,
  deg,
  direction,
  EPS,
  PI,
  quantize,
  rad,
  rint,
  roundDegrees,
  truncDegrees,
  wrapAngle,
} from './maths.js';
export {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  type FullstateObservation,
  type FullstatePlayer,
  type GlobalObservation,
  type GlobalPlayer,
  type SeenDetail,
  type SeenObject,
  type SeeObservation,
  type SenseBodyObservation,
} from './observation.js';
export {
  BENCH_Y,
  benchX,
  CENTER_CIRCLE_RADIUS,
  CORNER_ARC_RADIUS,
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  GOAL_DEPTH,
  GOAL_POST_RADIUS,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PENALTY_SPOT_DISTANCE,
  PITCH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
  PITCH_LENGTH,
  PITCH_MARGIN,
  PITCH_WIDTH,
  PITCH_WITH_MARGIN,
  PLAYER_COUNT,
  playerIndex,
  TEAM_SIZE,
} from './pitch.js';
export {
  type ClockGroup,
  isPlayMode,
  isShootoutMode,
  PLAY_MODES,
  type PlayMode,
  type PlayModeInfo,
  playModeClock,
  playModeId,
  playModeInfo,
  playModeOfId,
  playModeSide,
} from './play-mode.js';
export { clonePlayer, copyPlayer, createPlayer, type Player } from './player.generated.js';
export {
  bernoulli,
  createRandomStream,
  decide,
  normal,
  type RandomState,
  type RandomStream,
  randomInt,
  shuffle,
  skipNormal,
  uniform,
} from './random.js';
export {
  err,
  type Failure,
  ok,
  type Result,
  unwrap,
} from './result.js';
export {
  opposite,
  SIDES,
  type Side,
  type SideOrNeutral,
  sideOfSign,
  sideSign,
} from './side.js';
export {
  copy,
  distance,
  distance2,
  length,
  norm,
  polar,
  rotated,
  scaled,
  set,
  type Vec2,
  vec2,
} from './vec2.js';
export { type ViewQuality, type ViewWidth, viewAngle } from './view.js';
export {
  type Ball,
  createWorld,
  PlayerState,
  playerOf,
  type Team,
  teamOf,
  type World,
} from './world.js';
