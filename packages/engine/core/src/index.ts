/** Data types of a match. Vectors, math, random streams, pitch and observations are subpaths. See the README. */

export type { PlayerCommandInput } from './command-input.js';
export type { CoachCommand, MonitorCommand, PlayerCommand, TrainerCommand } from './command-table.js';
export type { BallPlace, ClientRef, MoveSpec, SideRef, TeamGraphicTile } from './command-values.js';
export * from './connect-requests.js';
export * from './event.js';
export * from './frame.js';
export * from './play-mode.js';
export { clonePlayer, copyPlayer, createPlayer, type Player } from './player.generated.js';
export * from './result.js';
export * from './side.js';
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
