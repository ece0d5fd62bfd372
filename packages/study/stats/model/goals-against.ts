/**
 * Prints a table of the causes of the goals against a team in game logs: how the other team got the ball, and how the goal was made.
 *   tsx --conditions=@rcss/source model/goals-against.ts [--list] TEAM LOG...
 * `--list` also prints a line for each goal. Positions are in the frame of the team, which attacks towards x = 52.5.
 */
import { explainGoalsAgainst, formatGoalAgainst, formatGoalTable } from '../src/defense/goals-against.js';
import { runTeamTool } from './read-team-logs.js';

runTeamTool({
  flags: ['list'],
  inspect: ({ analysis, side }) => explainGoalsAgainst(analysis, side),
  formatLine: formatGoalAgainst,
  summarize: formatGoalTable,
  hasLines: ({ list }) => list,
});
