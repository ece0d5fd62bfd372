/** The base team and the small agents as a library. See the README. */

export { type BaseTeamOptions, createBaseTeam } from '@rcss/base-team';
export { type ChaserOptions, runChasers } from './chaser/run-chasers.js';
export { ConnectionError } from './connection.js';
export { runSampleTeam as runTeam, type TeamOptions } from './run-team.js';
