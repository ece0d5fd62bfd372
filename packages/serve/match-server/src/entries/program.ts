/** What the program `rcss-server` and other hosts of a match need: configuration files, consoles, recordings. */
export { checkConfiguration, isChanged } from '../config/check-configuration.js';
export type { OutputLine } from '../config/conf-source.js';
export { type Configuration, type ConfigurationOutcome, loadConfiguration } from '../config/configuration.js';
export {
  type ConfigurationCheck,
  type ConfigurationProblem,
  type EffectiveSetting,
  formatOrigin,
  SECRET_PARAMETERS,
  type SettingOrigin,
} from '../config/configuration-check.js';
export { createMemoryFiles, describeUnreadable, type FileAccess } from '../config/file-access.js';
export { hostFiles } from '../config/host-files.js';
export { findTokenProblem, HTTP_TOKEN_VARIABLE } from '../config/http-problems.js';
export { MYSQL_SAVER_PARAM_ROWS } from '../config/mysql-saver-params.js';
export { findNetworkProblems } from '../config/network-problems.js';
export { REFEREE_TOKEN_VARIABLE } from '../config/referee-settings.js';
export type { ConsoleOutput } from '../console/console-output.js';
export { createLogConsole, createLogSettings, type LogSettings } from '../console/log-console.js';
export {
  type LaunchedServer,
  launchServer,
  type SoccerServer,
  StartError,
} from '../lifecycle/start-server.js';
export { readStartTime } from '../logs/start-time.js';
export { findBindProblem } from '../net/bind-address.js';
export { findLogDifference } from '../recordings/log-difference.js';
export { type Replayed, replayWithLog } from '../recordings/replay-log.js';
export { replayMessages } from '../recordings/replay-messages.js';
export { createResumption } from '../recordings/resumption.js';
export { parseChange } from '../rehearsal/changed-commands.js';
export {
  type DecidedAgain,
  type DecideQuestion,
  type DecisionTime,
  decideAgain,
  isAsRecorded,
} from '../rehearsal/decide-again.js';
export { formatDecidedAgain } from '../rehearsal/format-decided-again.js';
export { describeClient, type RecordedClient } from '../rehearsal/recorded-places.js';
export {
  type ChangedCommands,
  formatCycle,
  type OpenClient,
  type RecordedPlayer,
  RehearsalError,
  type RehearsalOptions,
  type RehearsalSwitch,
  type RehearsedDecision,
} from '../rehearsal/rehearsal.js';
export { type RehearsalPlan, type Rehearsed, rehearse } from '../rehearsal/rehearse.js';
export { RehearsedTeam } from '../rehearsal/rehearsed-team.js';
export { readRequestedTeam } from '../sessions/requested-team.js';
export { raisePriority } from '../teams/thread-priority.js';
