/** Text logs (`.rcl`) and keepaway logs. */
export {
  type KeepawayEpisode,
  type KeepawayLog,
  keepawayHeader,
  keepawayLine,
  readKeepawayLog,
} from './keepaway-log.js';
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
