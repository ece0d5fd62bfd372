/** Data types of a match. Vectors, math, random streams, pitch and observations are subpaths. See the README. */

export type { PlayerCommandInput } from './command-input.js';
export type { CoachCommand, MonitorCommand, PlayerCommand, TrainerCommand } from './command-table.js';
export type { BallPlace, ClientRef, MoveSpec, SideRef, TeamGraphicTile } from './command-values.js';
export type {
  CoachInit,
  HeardSpeaker,
  MonitorInit,
  PlayerConnect,
  TeamNames,
} from './connect-requests.js';
export type {
  AudioMessage,
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
  SHOWN_COUNTS,
  type ShownPlayer,
} from './frame.js';
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
  err,
  type Failure,
  ok,
  type Result,
  unwrap,
} from './result.js';
export {
  oppositeSide,
  PLAYER_COUNT,
  playerIndex,
  playerSlot,
  SIDE_NAMES,
  SIDES,
  type Side,
  type SideName,
  type SideOrNeutral,
  sideName,
  sideOfName,
  sideOfSign,
  sideSign,
  TEAM_SIZE,
} from './side.js';
export type { Vec2 } from './vec2.js';
export { type ViewQuality, type ViewWidth, viewAngle } from './view.js';
export {
  type Ball,
  createWorld,
  hasCaught,
  hasKicked,
  hasTackled,
  PlayerState,
  playerOf,
  type Team,
  teamOf,
  type World,
} from './world.js';
