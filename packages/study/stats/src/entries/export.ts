/** Tables of a match with typed columns, and formats of tracking data. */
export { formatCommonDataEvents } from '../export/common-data-events.js';
export { createCommonDataMetadata, formatCommonDataFrames } from '../export/common-data-format.js';
export { createCommonDataSheet } from '../export/common-data-sheet.js';
export { formatLeagueEvents } from '../export/league-csv.js';
export type { MatchInfo } from '../export/match-frames.js';
export { createMatchTable, MATCH_TABLES, type MatchTable, matchTableFields } from '../export/match-tables.js';
export {
  type ColumnType,
  type ColumnValues,
  type ExportColumn,
  type ExportTable,
  joinTables,
  selectColumns,
  selectNames,
} from '../export/table.js';
export { formatCsvHeader, formatCsvRows, formatJsonLines } from '../export/text-formats.js';
export { formatTracabFrames, formatTracabMetadata } from '../export/tracab.js';
export {
  DEFAULT_TRACKING_FIELDS,
  TRACKING_FIELDS,
  TrackingTableBuilder,
} from '../export/tracking-table.js';
export {
  createMatchValueTable,
  MATCH_VALUE_TABLES,
  type MatchValueTable,
} from '../export/value-table.js';
