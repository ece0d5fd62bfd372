/** Exports logs as tables and in formats of tracking data, several at once in worker threads. */
export {
  type ExportJob,
  type ExportResult,
  gameIdOf,
  MATCH_FORMATS,
  type MatchFormat,
  TABLE_FORMATS,
  type TableFormat,
} from '../export/export-log.js';
export { exportLogs } from '../export/export-pool.js';
export { CONTROL_STEP, LOG_TABLES, type LogTable } from '../export/log-tables.js';
