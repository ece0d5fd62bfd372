/** Parameters of a match: tables, values, derived values, messages, player types, configuration. */
export { argumentAt, type CommandLineText, commandLineText } from './command-line.js';
export {
  type ConfPlace,
  type ConfSink,
  type ConfSyntaxError,
  type ConfValue,
  parseConf,
} from './conf-parser.js';
export type { OutputLine } from './conf-source.js';
export { confFileText, confOrder, confValueText } from './conf-writer.js';
export {
  type Configuration,
  type ConfigurationInput,
  type ConfigurationOutcome,
  loadConfiguration,
} from './configuration.js';
export {
  CSV_SAVER_PARAM_ROWS,
  CSV_SAVER_PARAM_TABLE,
  type CsvSaverParamName,
  type CsvSaverParams,
} from './csv-saver-params.js';
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
  portNumber,
  type Steps,
  secondsToCycles,
  startupProblems,
} from './derived.js';
export {
  EXTENSION_PARAM_ROWS,
  EXTENSION_PARAM_TABLE,
  type ExtensionParamName,
  type ExtensionParamRow,
  type ExtensionParams,
} from './extension-params.js';
export { type FileAccess, type FileRead, type MemoryFiles, memoryFiles } from './file-access.js';
export { createMatchParams, type MatchParams } from './match-params.js';
export { createMt19937, drawBetween, type Mt19937, nextUint32, nextUniform } from './mt19937.js';
export {
  MYSQL_SAVER_PARAM_ROWS,
  MYSQL_SAVER_PARAM_TABLE,
  type MySqlSaverParamName,
  type MySqlSaverParams,
} from './mysql-saver-params.js';
export { editDistance, nearestName } from './nearest-name.js';
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
  type KindValue,
  MONITORS_ONLY,
  type OnSet,
  type ParamKind,
  type ParamRow,
  type ParamValue,
  type ParamValues,
  type WireForm,
} from './param-row.js';
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
export {
  createPlayerParams,
  createServerParams,
  csvSaverParamsSchema,
  DEFAULT_CSV_SAVER_PARAMS,
  DEFAULT_EXTENSION_PARAMS,
  DEFAULT_MYSQL_SAVER_PARAMS,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  extensionParamsSchema,
  mysqlSaverParamsSchema,
  type ParamFailure,
  parsePlayerParams,
  parseServerParams,
  playerParamsSchema,
  serverParamsSchema,
} from './param-values.js';
export {
  PLAYER_PARAM_ROWS,
  PLAYER_PARAM_TABLE,
  type PlayerParamName,
  type PlayerParams,
} from './player-params.js';
export {
  defaultPlayerType,
  PLAYER_TYPE_FIELD_TABLE,
  PLAYER_TYPE_FIELDS,
  type PlayerType,
  type PlayerTypeFieldName,
  type PlayerTypeFieldRow,
} from './player-type.js';
export {
  FAILED_TRIALS,
  type GeneratedPlayerTypes,
  generatePlayerTypes,
  generatePlayerTypesTraced,
  playerTypeSeed,
  playerTypeSeedLine,
  withSeedUsed,
} from './player-type-generation.js';
export {
  SERVER_PARAM_ROWS,
  SERVER_PARAM_TABLE,
  type ServerParamName,
  type ServerParams,
} from './server-params.js';
export { SERVER_VERSION } from './server-version.js';
export { settledTeamName, settledValue, TEAM_NAME_MAX } from './set-rules.js';
export { expandTilde, type HomeLookup } from './tilde.js';
