/** Values of actions (docs/use/analyst/statistics.md): every action with its value, its risk and the best pass; sums; decisive moments. */

export { type ActionValue, type FrameRating, rateActions } from '../action-values/action-values.js';
export { createStateModel } from '../action-values/create-state-model.js';
export {
  addShowValue,
  createMatchValues,
  type GoalChances,
  type MatchValues,
  rateMatch,
  readStateValue,
} from '../action-values/match-values.js';
export { kickTowards, type RatedPass, rateBall, ratePasses } from '../action-values/pass-options.js';
export { type CreateStateModel, type RatedMatch, ValueRecorder } from '../action-values/rated-match.js';
export type { ReadFrame, StateModel } from '../action-values/state-model.js';
export {
  type DecisiveMoment,
  findDecisiveMoments,
  sumPlayerValues,
  sumTeamValues,
  type ValueSums,
} from '../action-values/value-sums.js';
export {
  computeWinChances,
  readWinChances,
  type ScoreAndTime,
  type WinChances,
} from '../action-values/win-chances.js';
export { PitchControlTableBuilder } from '../export/pitch-control-table.js';
