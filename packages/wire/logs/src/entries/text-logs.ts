/** Text logs (`.rcl`), the commands in them, and keepaway logs. */
export {
  COMMAND_STATUSES,
  type CommandStatus,
  type CommandStep,
  CommandTracker,
  type LoggedCommand,
} from '../commands/command-tracker.js';
export {
  type ClientCommand,
  CommandDecoder,
  type ConnectCommand,
  type MalformedCommand,
} from '../commands/decode-commands.js';
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
