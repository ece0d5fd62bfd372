/** The base team and the small agents as a library. See the README. */
export { type ChaserOptions, runChasers } from './chaser/run-chasers.js';
export { ConnectionError } from './connection.js';
export { type BaseTeamOptions, createBaseTeam } from './team/base-team.js';
export { runTeam, type TeamOptions } from './team/run-team.js';
