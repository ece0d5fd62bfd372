/** Text logs (`.rcl`), the commands in them with tables of them, and keepaway logs. */
export * from '../commands/command-rows.js';
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
export * from '../text-log.js';
