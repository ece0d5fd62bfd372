/** Limits in the definitions of the statistics (docs/use/analyst/statistics.md), in meters if nothing else is said. */

/** A ball that goes to an opponent after less than this distance counts as a loss, not as a pass. */
export const MIN_PASS_LENGTH = 3;
/** A ball that a teammate plays after less than this distance is not a pass. */
export const MIN_COMPLETED_LENGTH = 1;
/** First and last touch of a player that are at least this far apart are a dribble. */
export const MIN_DRIBBLE_LENGTH = 3;
/** A ball that is farther from the middle of the goal is not a shot. */
export const MAX_SHOT_DISTANCE = 35;
/** A ball that would cross the goal line at most this far outside of a post is a shot off target. */
export const SHOT_MARGIN = 2;
/** A player that moved farther in one cycle was placed; the distance does not count as run. */
export const MAX_STEP = 2;
/** A ball that turns by less than this many degrees at a post is not counted as a hit: noise turns it too. */
export const FRAME_HIT_MIN_TURN = 10;
/** A slower ball does not count as a hit of a post, m/cycle. */
export const FRAME_HIT_MIN_SPEED = 0.1;
/** A cross starts at this |y| or more: in the zones at the side lines. */
export const CROSS_ZONE_Y = 20.16;
/** A cross starts at this x or more; x increases towards the opponents' goal line. */
export const CROSS_ZONE_X = 26;
