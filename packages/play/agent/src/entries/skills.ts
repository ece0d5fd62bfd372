/**
 * Skills: functions of the world model that return an action or null. Below them, `commands` has the single commands, and the
 * functions `find…` return all properties of the best shot, pass or dribble.
 */
export { defendPenalty, playPenalty, takePenalty } from '../play/penalties.js';
export { playBeforeKickOff, playSetPlay } from '../play/set-plays.js';
export type { TeamPlan } from '../play/team-plan.js';
export {
  type Action,
  type ActionControls,
  type ActionDetails,
  type ActiveBodyCommand,
  type AttentionTarget,
  type BodyCommand,
  createAction,
  type KickCommand,
  type ViewChoice,
  withDetails,
} from '../skills/action.js';
export { clear } from '../skills/clear.js';
export * as commands from '../skills/commands.js';
export * from '../skills/dribble.js';
export { computeLossCost, evaluatePosition, MIN_LOSS } from '../skills/evaluation.js';
export * from '../skills/goalkeeping.js';
export {
  hold,
  type KickOption,
  type KickPlan,
  type KickPlanOptions,
  kickWithSpeed,
  planKick,
} from '../skills/kick.js';
export * from '../skills/loft.js';
export * from '../skills/movement.js';
export {
  computeMaxKickSpeed,
  computePassProbability,
  findBestPass,
  listPasses,
  type PassArguments,
  type PassOption,
  pass,
  playPass,
} from '../skills/pass.js';
export { findBestShot, playShot, type ShootArguments, type ShotOption, shoot } from '../skills/shoot.js';
export * from '../skills/tackle.js';
export { listViewCommands } from '../skills/view-control.js';
export type { Leg, LegDash } from '../world/legs.js';
