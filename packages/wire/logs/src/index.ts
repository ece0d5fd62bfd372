/** Writes, reads, opens and converts game logs. The README lists the subpaths. */
export { convertLog, convertLogStream } from './convert-log.js';
export type { DecodeOptions } from './log-decoder.js';
export { createLogWriter, type FinalState, type LogParams, type LogWriter } from './log-writer.js';
export {
  type GrowingLog,
  type LoadInStepsOptions,
  loadLog,
  loadLogInSteps,
  type OpenLog,
  type OpenLogOptions,
  openLog,
} from './open-log.js';
export { type ByteSource, parseLog, readLog, readLogBytes, readLogPieces } from './read-log.js';
export type { LogRecord } from './record.js';
export {
  DEFAULT_LOG_VERSION,
  detectLogVersion,
  formatLogVersion,
  isLogVersion,
  LOG_VERSIONS,
  type LogFeatures,
  type LogVersion,
  logFeatures,
} from './version.js';
