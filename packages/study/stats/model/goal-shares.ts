/**
 * Prints how often goals follow when a team has the ball at a place of the pitch.
 *   tsx --conditions=@rcss/source model/goal-shares.ts TEAM LOG...
 * Positions are in the frame of the team, which attacks towards x = 52.5; columns are distances from the middle of the pitch across it.
 */
import { countGoalShares, formatGoalShares } from '../src/defense/goal-shares.js';
import { runTeamTool } from './read-team-logs.js';

runTeamTool({
  flags: [],
  inspect: ({ frames, side }) => countGoalShares(frames, side),
  formatLine: () => '',
  summarize: formatGoalShares,
  hasLines: () => false,
});
