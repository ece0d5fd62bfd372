/**
 * The parameters of the server program: those of the modules `rcss` and `CSVSaver`, and `server::random_seed`. They set
 * up the process around a match (addresses, limits, files); no message contains them.
 */
export { pickGameParams } from '../create-params.js';
export * from '../csv-saver-params.js';
export * from '../extension-params.js';
export type { ExtensionParamRow } from '../game-params.js';
