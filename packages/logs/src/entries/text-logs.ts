/** Text logs (`.rcl`) and keepaway logs. */
export {
  formatKeepawayHeader,
  formatKeepawayLine,
  type KeepawayEpisode,
  type KeepawayLog,
  parseKeepawayLog,
} from '../keepaway-log.js';
export {
  formatTextLogClient,
  formatTextLogEntry,
  formatTextLogLine,
  MAX_TEXT_LOG_ENTRY,
  parseTextLogEntry,
  readTextLog,
  readTextLogBytes,
  type TextLogClient,
  type TextLogDamage,
  TextLogDecoder,
  type TextLogEntry,
  type TextLogPosition,
} from '../text-log.js';
