/** The records of game logs by type, and the result message. */
export type {
  DamageRecord,
  DrawRecord,
  DrawShape,
  EndRecord,
  HeaderRecord,
  LogRecord,
  MessageRecord,
  PlayerParamRecord,
  PlayerTypeRecord,
  PlayModeRecord,
  ServerParamRecord,
  ServerVersionRecord,
  ShowRecord,
  TeamGraphicRecord,
  TeamRecord,
  TimestampRecord,
} from './record.js';
export { trimStray } from './record.js';
export { type ResultMessage, readResultMessage } from './result-message.js';
