/** The numbers in the definitions of the statistics (docs/statistics.md). Metres and cycles. */

/** A lost ball that rolled less is lost by dribbling, not by a pass. */
export const MIN_PASS_LENGTH = 3;
/** A ball that a team mate takes over after less is no pass. */
export const MIN_COMPLETED_LENGTH = 1;
/** Two touches of one player that lie farther apart are a dribble. */
export const MIN_DRIBBLE_LENGTH = 3;
/** Farther from the middle of the goal nothing is a shot. */
export const MAX_SHOT_DISTANCE = 35;
/** A ball that would cross the goal line up to this far beside a post is a shot off target. */
export const SHOT_MARGIN = 2;
/** A player who moved more in one cycle did not run: he was put there. */
export const MAX_STEP = 2;
/** Width of the zones at the side lines from which crosses come: |y| beyond it. */
export const CROSS_ZONE_Y = 20.16;
/** A pass from here on towards the opponents' goal line can be a cross: x in the direction of play. */
export const CROSS_ZONE_X = 26;
