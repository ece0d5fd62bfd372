/** The base team and the small agents as a library. See the README. */

export { TeamConnectionError as ConnectionError } from '@rcss/agent/node';
export { type BaseTeamOptions, createBaseTeam } from '@rcss/base-team';
export { type ChaserOptions, runChasers } from './chaser/run-chasers.js';
export {
  createEpisodeReport,
  type EndingShare,
  type EpisodeReport,
  formatEpisodeReport,
} from './episode-report.js';
export { type PolicyFile, PolicyFileError, readPolicyFile, runPolicyTeam } from './policy-file.js';
export { runScenario, type ScenarioOptions, type ScenarioOutput } from './run-scenario.js';
export { runSampleTeam as runTeam, type TeamOptions } from './run-team.js';
