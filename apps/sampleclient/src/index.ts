/** The demonstration team and the small agents as a library. See the README. */
export { Chaser } from './chaser/chaser.js';
export { type ChaserOptions, runChasers } from './chaser/run-chasers.js';
export { ConnectionError } from './connection.js';
export { Agent, type AgentOptions } from './team/agent.js';
export { runTeam, type TeamOptions } from './team/run-team.js';
