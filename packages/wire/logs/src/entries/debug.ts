/** Debug channel: JSON lines, and the files and datagrams that teams write for soccerwindow2. */
export {
  type DebugLog,
  type DebugLogProblem,
  formatDebugHeader,
  formatDebugRecord,
  parseDebugLine,
  readDebugLog,
} from '../debug/debug-log.js';
export {
  type DebugLogFormat,
  detectDebugLogFormat,
  type OpenDebugLog,
  openDebugLog,
  parseDebugFileName,
} from '../debug/open-debug-log.js';
export {
  type DebugClient,
  readClientLog,
  readDebugServerLog,
  readTeamDebugLog,
} from '../debug/team-debug-logs.js';
export { parseTeamDebugMessage, type TeamDebugMessage } from '../debug/team-debug-message.js';
