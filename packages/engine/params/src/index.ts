/** Parameters of a match: values, derived lengths and player types. */
export type { ParamFailure } from './check-params.js';
export type { Corrections } from './corrections.js';
export {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  parsePlayerParams,
  parseServerParams,
  selectGameValues,
} from './create-params.js';
export {
  computeEffectiveSteps,
  computeExtraHalfTimeCycles,
  computeHalfTimeCycles,
  computeKickableArea,
  computeSayLimit,
  type Steps,
} from './derived.js';
export type { GameParams } from './game-params.js';
export { hasHeight } from './height-params.js';
export { createMatchParams, extractRules, type MatchParams } from './match-params.js';
export { type ChangedRules, listChangedRules, type MatchRules, readMatchRules } from './match-rules.js';
export type { PlayerParamName, PlayerParams } from './player-params.js';
export { createDefaultPlayerType, type PlayerType, type PlayerTypeFieldName } from './player-type.js';
export { generatePlayerTypes } from './player-type-generation.js';
export { SERVER_VERSION, type ServerParamName, type ServerParams } from './server-params.js';
