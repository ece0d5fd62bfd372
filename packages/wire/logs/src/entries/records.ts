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
  ResultMessage,
  ServerParamRecord,
  ServerVersionRecord,
  ShowRecord,
  TeamGraphicRecord,
  TeamRecord,
  TimestampRecord,
} from '../record.js';
export { parseResultMessage, trimStrayBytes } from '../record.js';
