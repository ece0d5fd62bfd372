/** Processes of a match: start commands of teams, process trees, waiting for the players of both teams. */
export * from './connect-teams.js';
export * from './interrupt.js';
export * from './match-team.js';
export * from './process-tree.js';
export * from './relative-path.js';
export * from './team-choice.js';
export * from './team-environment.js';
export * from './team-module.js';
export * from './team-process.js';
export * from './tree-processes.js';
