/** Teams over UDP, and teams whose decisions a process makes; needs Node. */
export { DebugOutputError } from '../node/debug-output.js';
export {
  type RunTeamOptions,
  type RunTrainerOptions,
  resolveHost,
  runTeam,
  runTrainer,
  TeamConnectionError,
} from '../node/run-team.js';
export { startCommand } from '../node/start-command.js';
export {
  readTeamArguments,
  readTeamOptions,
  type TeamArguments,
  type TeamOptionSources,
} from '../node/team-options.js';
export type { DecidingProcess, ProcessEvents, StartProcess } from '../process/deciding-process.js';
export type { DecisionReport } from '../process/decision-times.js';
export { encodeMessageFrame, FrameError, MessageFrameReader } from '../process/frames.js';
export { teamProcessJsonSchema } from '../process/json-schema.js';
export {
  createProcessTeam,
  type ProcessTeam,
  ProcessTeamError,
  type ProcessTeamOptions,
} from '../process/process-team.js';
