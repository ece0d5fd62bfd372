/** Text logs (`.rcl`), the commands in them with tables of them, and keepaway logs. */
export {
  CLIENT_COLUMNS,
  ClientCounter,
  COMMAND_COLUMNS,
  COMMAND_TYPES,
  type CommandFilter,
  createCallRow,
  createCommandRow,
  createStepRow,
  formatArguments,
  JOINED_COLUMNS,
  type JoinedCommand,
  joinStep,
  REFEREE_NAME,
  STEP_COLUMNS,
  selectsCommand,
  selectsTime,
} from '../commands/command-rows.js';
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
export { GameLogStates, type StateOfStep } from '../commands/game-log-states.js';
export { type KeepawayEpisode, type KeepawayLog, parseKeepawayLog } from '../keepaway-log.js';
export {
  formatTextLogClient,
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
