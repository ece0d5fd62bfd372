/** The parameter tables row by row, and the rules for their values, for programs that read, list or generate settings. */
export { checkParams, describeRangeError, MAX_INT, MIN_INT } from '../check-params.js';
export { createDefaultParams } from '../create-params.js';
export { documentBounds, type ParamBounds } from '../document-bounds.js';
export { GAME_PARAM_ROWS, GAME_PARAM_TABLE } from '../game-params.js';
export { HEIGHT_NEEDS_SWITCH } from '../height-params.js';
export { findNearestName } from '../nearest-name.js';
export { normalizeParam } from '../normalize-param.js';
export * from '../param-row.js';
export { PLAYER_PARAM_ROWS, PLAYER_PARAM_TABLE, type PlayerParamName } from '../player-params.js';
export {
  PLAYER_TYPE_FIELD_TABLE,
  PLAYER_TYPE_FIELDS,
  type PlayerTypeFieldName,
  type PlayerTypeFieldRow,
} from '../player-type.js';
export {
  SERVER_PARAM_ROWS,
  SERVER_PARAM_TABLE,
  type ServerParamName,
  serverParamRows,
} from '../server-params.js';
