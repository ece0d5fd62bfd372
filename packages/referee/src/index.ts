/** The automatic referee of a match. See the README. */
export {
  ballPlace,
  crossedGoalLine,
  inPenaltyArea,
  isOutByX,
  isOutByY,
  outOfGoalArea,
  outOfPenaltyArea,
  toPitch,
} from './areas.js';
export { awardCornerKick, awardFreeKick, awardGoalKick, awardKickIn, dropBall } from './awards.js';
export { giveCard } from './cards.js';
export { clearPlayersFromBall } from './clearing.js';
export {
  type MatchLengths,
  matchLengths,
  type RefereeContext,
  type Rule,
  releaseBall,
} from './context.js';
export {
  announceCatch,
  evaluate,
  onCatch,
  onKick,
  onKickMissed,
  onPunch,
  onTackle,
  onTackleMissed,
  onTouch,
} from './events.js';
export { detectFoul, type FoulVerdict } from './foul-detection.js';
export type { RefereeHost } from './host.js';
export { type JudgedEvent, type JudgedStep, type JudgeOptions, judge, type Ruling } from './judge.js';
export { callKickOff } from './kick-off.js';
export { monitorFoul } from './monitor-foul.js';
export {
  clearGoalKickArea,
  keepPlayersInField,
  placeBall,
  placeBallIn,
  sendPlayersHome,
} from './placement.js';
export { setPlayMode } from './play-mode-change.js';
export { isSetPlay, type PlayModeKind, playModeKind } from './play-mode-kind.js';
export { recordedEvents } from './recorded-events.js';
export { createRefereeContext, RULES, shouldRefereeBeActive } from './referee.js';
export {
  type BallStuckState,
  createRefereeState,
  type FoulState,
  type GoalkeeperState,
  type IllegalDefenceState,
  type KeepawayState,
  NOBODY,
  type OffsideState,
  type OutOfPlayState,
  type RefereeState,
  type SetPlayState,
  type ShootOutState,
  type TimeState,
} from './state.js';
