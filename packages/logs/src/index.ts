/** Game logs and text logs. See the README. */
export { convertLog, convertLogStream, createLogConverter, type LogConverter } from './convert-log.js';
export type { LogPosition } from './decode-state.js';
export { createLogEncoder } from './encoder.js';
export { GzipReader, isGzip, pack, unpack } from './gzip.js';
export {
  type KeepawayEpisode,
  type KeepawayLog,
  keepawayHeader,
  keepawayLine,
  readKeepawayLog,
} from './keepaway-log.js';
export { type DecodeOptions, LogDecoder } from './log-decoder.js';
export type { LogEncoder, LogHeader } from './log-encoder.js';
export {
  createLogIndexer,
  type GoalPoint,
  type IndexPoint,
  type LogIndex,
  type LogIndexer,
  type PlayModePoint,
  type SeekPoint,
  type TeamsPoint,
} from './log-index.js';
export { createLogWriter, type FinalState, type LogParams, type LogWriter } from './log-writer.js';
export { type AtFrame, loadLog, type OpenLog, type OpenLogOptions, openLog, pointAt } from './open-log.js';
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
export { type ResultMessage, readResultMessage } from './result-message.js';
export {
  MAX_TEXT_LOG_ENTRY,
  readTextLog,
  type TextLogClient,
  type TextLogDamage,
  TextLogDecoder,
  type TextLogEntry,
  type TextLogPlace,
  textLogClient,
  textLogEntries,
  textLogEntry,
  textLogEntryText,
  textLogLine,
} from './text-log.js';
export {
  DEFAULT_LOG_VERSION,
  detectLogVersion,
  isLogVersion,
  LOG_VERSIONS,
  type LogFeatures,
  type LogVersion,
  logFeatures,
} from './version.js';
