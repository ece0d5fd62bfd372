/** Finds, reads and writes logs of any version, with reports of damage. */
export { findLogs } from '../files/find-logs.js';
export {
  formatDamage,
  MAX_REPORTED,
  openLogInput,
  type ReadOptions,
  readRecordPieces,
  readRecords,
} from '../files/input.js';
export { writeRecords } from '../files/write-log.js';
