/** Game logs and text logs. See the README. */
export type { LogPosition } from './decode-state.js';
export { createLogEncoder, type LogEncoder, type LogHeader } from './encoder.js';
export { GzipReader, isGzip, pack, unpack } from './gzip.js';
export { type DecodeOptions, LogDecoder } from './log-decoder.js';
export { createLogWriter, type FinalState, type LogParams, type LogWriter } from './log-writer.js';
export { type ByteSource, logRecords, parseLog, readLog, unpackedPieces } from './read-log.js';
export {
  type DamageRecord,
  type DrawRecord,
  type DrawShape,
  type EndRecord,
  type HeaderRecord,
  type LogRecord,
  type MessageRecord,
  type PlayerParamRecord,
  type PlayerTypeRecord,
  type PlayModeRecord,
  type ServerParamRecord,
  type ServerVersionRecord,
  type ShowRecord,
  type TeamGraphicRecord,
  type TeamRecord,
  type TimestampRecord,
  trimStray,
} from './record.js';
export {
  DEFAULT_LOG_VERSION,
  detectLogVersion,
  isLogVersion,
  LOG_VERSIONS,
  type LogFeatures,
  type LogVersion,
  logFeatures,
} from './version.js';
