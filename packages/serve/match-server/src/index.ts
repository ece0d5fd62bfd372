export {
  CSV_SAVER_PARAM_TABLE,
  type CsvSaverParams,
  EXTENSION_PARAM_ROWS,
  type ExtensionParams,
  type RcssParams,
} from '@rcss/params/program';
export { type Configuration, type ConfigurationValues, createConfiguration } from './config/configuration.js';
export { createMatchConfiguration, type MatchPlace } from './config/match-configuration.js';
export { MYSQL_SAVER_PARAM_TABLE, type MySqlSaverParams } from './config/mysql-saver-params.js';
export type { ConsoleOutput, ConsoleRecord, LogLevel } from './console/console-output.js';
export type { MatchConditions } from './lifecycle/match-conditions.js';
export {
  type RunningMatch,
  type SoccerServer,
  StartError,
  startServer,
} from './lifecycle/start-server.js';
export { type MatchRecorder, type MatchRecorderOptions, recordMatch } from './logs/record-match.js';
export {
  type ServedTeam,
  ServedTeams,
  type ServedTeamsOptions,
  type TeamFault,
} from './matches/served-teams.js';
export { openServerLog, type ServerLog } from './matches/server-log.js';
export type { ServerPorts } from './net/network.js';
export type { TeamClients, TeamPlayer } from './sessions/team-clients.js';
export type { ReportedCommand } from './state/referees.js';
export type { Ending, LogPaths } from './state/run-state.js';
export type { SeatOwner, SeatRequest } from './state/team-places.js';
