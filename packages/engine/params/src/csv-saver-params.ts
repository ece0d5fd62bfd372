/** The `CSVSaver::` parameters (spec 01 §4). They are never sent. */
import type { ParamRow, ParamValues } from './param-row.js';

/** The `CSVSaver::` parameters: one row per parameter, sorted by name. */
// biome-ignore format: one row per parameter
export const CSV_SAVER_PARAM_TABLE = [
  { name: 'filename', type: 'string', default: 'rcssserver.csv', doc: 'Path of the CSV file; created with a header line when missing, appended to otherwise.', note: 'A leading tilde is expanded when the file is opened.' },
  { name: 'save', type: 'bool', default: false, doc: 'Append the result of the game to the CSV file when the game ends.' },
] as const;

/** Name of a `CSVSaver::` parameter. */
export type CsvSaverParamName = (typeof CSV_SAVER_PARAM_TABLE)[number]['name'];

/** Values of all `CSVSaver::` parameters. */
export type CsvSaverParams = ParamValues<typeof CSV_SAVER_PARAM_TABLE>;

/** The rows of {@link CSV_SAVER_PARAM_TABLE} with the type `ParamRow`, which has every optional column. */
export const CSV_SAVER_PARAM_ROWS: readonly ParamRow<CsvSaverParamName>[] = CSV_SAVER_PARAM_TABLE;
