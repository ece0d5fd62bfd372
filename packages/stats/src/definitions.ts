/** Limits in the definitions of the statistics (docs/statistics.md), in meters and cycles. */

/** Roll of a lost ball below which it was lost by dribbling, not by a pass. */
export const MIN_PASS_LENGTH = 3;
/** Roll of the ball below which a touch by a teammate does not complete a pass. */
export const MIN_COMPLETED_LENGTH = 1;
/** Distance between two touches of one player above which they are a dribble. */
export const MIN_DRIBBLE_LENGTH = 3;
/** Distance from the middle of the goal above which a ball is not a shot. */
export const MAX_SHOT_DISTANCE = 35;
/** A ball that would cross the goal line up to this far beside a post is a shot off target. */
export const SHOT_MARGIN = 2;
/** Move in one cycle above which a player did not run but was placed. */
export const MAX_STEP = 2;
/** Width of the zones at the side lines from which crosses come: |y| beyond it. */
export const CROSS_ZONE_Y = 20.16;
/** A pass from here on towards the opponents' goal line can be a cross: x in the direction of play. */
export const CROSS_ZONE_X = 26;
