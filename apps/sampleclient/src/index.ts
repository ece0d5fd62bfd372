export { runChaser } from './commands/chaser.js';
export { runTeam } from './commands/team.js';
