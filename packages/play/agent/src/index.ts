/**
 * Soccer agents: `defineTeam` makes a team from one function per player.
 *
 * Other entry points: `@rcss/agent/world` (world model), `/reach`, `/skills`, `/planner`, `/formations`, `/local` (matches in process),
 * `/node` (teams over UDP).
 */
export { AgentCoach, type CoachOrders } from './team/agent-coach.js';
export { AgentPlayer } from './team/agent-player.js';
export {
  type ChooseTypes,
  CoachAgent,
  type CoachAgentOptions,
  type CoachDefinition,
  type DecideCoach,
} from './team/coach-client.js';
export { type DebugDrawings, DebugPen, type DebugStyle } from './team/debug-pen.js';
export { createDebugRecord } from './team/debug-record.js';
export { defineTeam, type TeamDefinition } from './team/define-team.js';
export type { OpponentHabits, OpponentModel } from './team/opponent-model.js';
export {
  type ChooseFormation,
  type DecideView,
  type Decision,
  PlayerAgent,
  type PlayerAgentOptions,
  type PlayerDefinition,
} from './team/player-client.js';
export type { ControlledCommands, PlayerControl } from './team/player-control.js';
export { chooseTypes, rateType } from './team/player-types.js';
export type { SeenPlayer } from './team/seen-player.js';
