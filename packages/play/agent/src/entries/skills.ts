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
export {
  type DribbleArguments,
  type DribbleOption,
  dribble,
  findBestDribble,
  listDribbles,
  playDribble,
} from '../skills/dribble.js';
export { computeLossCost, evaluatePosition, MIN_LOSS } from '../skills/evaluation.js';
export {
  catchReachableBall,
  computeGoaliePosition,
  type KeepGoalArguments,
  keepGoal,
  predictGoalCrossing,
} from '../skills/goalkeeping.js';
export { hold, type KickPlan, type KickPlanOptions, kickWithSpeed, planKick } from '../skills/kick.js';
export {
  findBestLob,
  findBestLoftedPass,
  type LoftedPassOption,
  type LoftOption,
  lob,
  loftClear,
  loftPass,
  playLoftedPass,
  trapBall,
} from '../skills/loft.js';
export {
  block,
  computeMarkPosition,
  type GoToArguments,
  goTo,
  type InterceptArguments,
  intercept,
  type MarkArguments,
  mark,
  scan,
  turnTo,
} from '../skills/movement.js';
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
export {
  computeTackleProbability,
  isTackleFoul,
  type TackleArguments,
  tackleBall,
} from '../skills/tackle.js';
export { listViewCommands } from '../skills/view-control.js';
export type { Leg, LegDash } from '../world/legs.js';
