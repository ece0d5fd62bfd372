/**
 * The parameters of the server program: those of the modules `rcss` and `CSVSaver`, and `server::random_seed`. They set
 * up the process around a match (addresses, limits, files); no message contains them.
 */
export { pickGameParams } from '../create-params.js';
export {
  CSV_SAVER_PARAM_ROWS,
  CSV_SAVER_PARAM_TABLE,
  type CsvSaverParamName,
  type CsvSaverParams,
  DEFAULT_CSV_SAVER_PARAMS,
} from '../csv-saver-params.js';
export {
  DEFAULT_EXTENSION_PARAMS,
  EXTENSION_PARAM_ROWS,
  type ExtensionParamName,
  type ExtensionParams,
  PROGRAM_PARAM_TABLE,
  type RcssParams,
} from '../extension-params.js';
export type { ExtensionParamRow } from '../game-params.js';
