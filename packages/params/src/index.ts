/** Parameters of a match: tables, values, derived values, messages, player types. */
export type { ParamFailure } from './check-params.js';
export {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  parsePlayerParams,
  parseServerParams,
} from './create-params.js';
export {
  connectWaitCycles,
  controlRadiusWidth,
  effectiveSteps,
  extraHalfTimeCycles,
  fullTimeCycles,
  halfTimeCycles,
  kickableArea,
  kickOffWaitCycles,
  lcmStep,
  normalTimeCycles,
  type Steps,
  secondsToCycles,
} from './derived.js';
export { createMatchParams, type MatchParams } from './match-params.js';
export {
  BLOCK_SCALE,
  type BlockField,
  PLAYER_PARAM_BLOCK_FIELDS,
  PLAYER_PARAM_BLOCK_SIZE,
  PLAYER_TYPE_BLOCK_SIZE,
  playerParamBlock,
  playerTypeBlock,
  readPlayerParamBlock,
  readPlayerTypeBlock,
  readServerParamBlock,
  SERVER_PARAM_BLOCK_FIELDS,
  SERVER_PARAM_BLOCK_SIZE,
  serverParamBlock,
} from './param-block.js';
export {
  type ParamAudience,
  PLAYER_V7_COUNT,
  playerParamText,
  playerTypeText,
  SERVER_V7_COUNT,
  SERVER_V7_EXTRAS,
  serverParamText,
  type V7Extra,
} from './param-text.js';
export { readPlayerParamText, readPlayerTypeText, readServerParamText } from './param-text-read.js';
export type { PlayerParamName, PlayerParams } from './player-params.js';
export { defaultPlayerType, type PlayerType, type PlayerTypeFieldName } from './player-type.js';
export {
  FAILED_TRIALS,
  type GeneratedPlayerTypes,
  generatePlayerTypes,
  generatePlayerTypesTraced,
  playerTypeSeed,
  withSeedUsed,
} from './player-type-generation.js';
export type { ServerParamName, ServerParams } from './server-params.js';
export { SERVER_VERSION } from './server-version.js';
