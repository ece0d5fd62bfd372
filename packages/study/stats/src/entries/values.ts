/** Values of states and actions (docs/use/statistics.md): every action with its value, its risk and the best pass; sums; decisive moments. */

export { PitchControlTableBuilder } from '../export/pitch-control-table.js';
export { type ActionValue, type FrameRating, rateActions } from '../values/action-values.js';
export { createStateModel } from '../values/create-state-model.js';
export {
  addShowValue,
  createMatchValues,
  type GoalChances,
  type MatchValues,
  rateMatch,
  readStateValue,
} from '../values/match-values.js';
export { kickTowards, type RatedPass, rateBall, ratePasses } from '../values/pass-options.js';
export { type CreateStateModel, type RatedMatch, ValueRecorder } from '../values/rated-match.js';
export type { ReadFrame, StateModel } from '../values/state-model.js';
export {
  type DecisiveMoment,
  findDecisiveMoments,
  sumPlayerValues,
  sumTeamValues,
  type ValueSums,
} from '../values/value-sums.js';
export {
  computeWinChances,
  readWinChances,
  type ScoreAndTime,
  type WinChances,
} from '../values/win-chances.js';
