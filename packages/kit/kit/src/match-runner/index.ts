/** Processes of a match: start commands of teams, process trees, waiting for the players of both teams. */
export {
  connectTeams,
  countPlayers,
  describeMissing,
  type MissingTeamListener,
  type StartedTeamProcess,
  type TeamConnectFailure,
  type TeamServer,
  waitForFirstPlayer,
} from './connect-teams.js';
export { catchInterrupt, type Interrupt } from './interrupt.js';
export {
  chooseStart,
  findPolicyFile,
  loadTeamModule,
  resolveModule,
  resolveTeam,
  type TeamSources,
} from './match-team.js';
export {
  type ProcessEnd,
  type ProcessTree,
  resolveBin,
  type StartCommand,
  type SystemCalls,
  startProcessTree,
} from './process-tree.js';
export { toRelativePath } from './relative-path.js';
export {
  BUILT_IN_TEAMS,
  chooseImageTeam,
  chooseTeam,
  chooseTeamNames,
  describeMissingStart,
  formatCommand,
  formatShellLine,
  isShellCommand,
  isTeamFile,
  POLICY_PREFIX,
  type TeamAddress,
  type TeamChoice,
  type TeamFiles,
} from './team-choice.js';
export { pickTeamEnvironment } from './team-environment.js';
export {
  describeState,
  describeTeam,
  type NamedTeam,
  readLastLogLines,
  type StartedTeamOptions,
  startTeam,
  type TeamProcess,
} from './team-process.js';
export {
  listTreeProcesses,
  readTextOrEmpty,
  signalTreeProcesses,
  type TreeIdentity,
  type TreeProcess,
} from './tree-processes.js';
