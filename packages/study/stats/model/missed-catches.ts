/**
 * Lists the balls in the catchable area of a team's goalie that it was allowed to catch in play_on, and did not:
 *   tsx --conditions=@rcss/source model/missed-catches.ts TEAM LOG...
 * A line has the cycle, what ended it (kick, tackle, or the ball left), the distance of the ball in meters and its angle to the body in degrees
 * at the beginning, and the cycle of a goal within 30 cycles.
 */
import {
  findMissedCatches,
  formatMissedCatch,
  formatMissedCatchCount,
} from '../src/defense/missed-catches.js';
import { runTeamTool } from './read-team-logs.js';

runTeamTool({
  flags: [],
  inspect: ({ frames, analysis, side }) => {
    const goalie = analysis.goalies[side];
    return goalie < 0 ? [] : findMissedCatches(frames, goalie);
  },
  formatLine: formatMissedCatch,
  summarize: formatMissedCatchCount,
});
