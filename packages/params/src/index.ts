/** Parameters of a match: values, derived lengths and player types. */
export type { ParamFailure } from './check-params.js';
export {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  parsePlayerParams,
  parseServerParams,
} from './create-params.js';
export { effectiveSteps, extraHalfTimeCycles, halfTimeCycles, kickableArea, type Steps } from './derived.js';
export { createMatchParams, type MatchParams } from './match-params.js';
export type { PlayerParamName, PlayerParams } from './player-params.js';
export { defaultPlayerType, type PlayerType, type PlayerTypeFieldName } from './player-type.js';
export { generatePlayerTypes } from './player-type-generation.js';
export type { ServerParamName, ServerParams } from './server-params.js';
export { SERVER_VERSION } from './server-version.js';
