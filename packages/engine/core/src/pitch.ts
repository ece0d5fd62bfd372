import { type Rect, rectAround } from './geometry.js';
import { type Side, sideSign } from './side.js';

/** Length of the field between the goal lines, meters. All dimensions here are constants, not parameters (spec 05 §2.2). */
export const PITCH_LENGTH = 105.0;
/** Width of the field between the touch lines, meters. */
export const PITCH_WIDTH = 68.0;
/** Distance of the goal lines from the center, meters. */
export const PITCH_HALF_LENGTH = 52.5;
/** Distance of the touch lines from the center, meters. */
export const PITCH_HALF_WIDTH = 34.0;
/** Width of the border around the field, meters. */
export const PITCH_MARGIN = 5.0;
/** Radius of the center circle in meters; also the distance that opponents keep at set plays. */
export const CENTER_CIRCLE_RADIUS = 9.15;
/** Extent of a penalty area along x, meters. */
export const PENALTY_AREA_LENGTH = 16.5;
/** Extent of a penalty area along y, meters. */
export const PENALTY_AREA_WIDTH = 40.32;
/** Extent of a goal area along x, meters. */
export const GOAL_AREA_LENGTH = 5.5;
/** Extent of a goal area along y, meters. */
export const GOAL_AREA_WIDTH = 18.32;
/** Depth of a goal behind the goal line, meters. */
export const GOAL_DEPTH = 2.44;
/** Radius of a goal post, meters. */
export const GOAL_POST_RADIUS = 0.06;
/** Distance of a penalty spot from the goal line, meters. */
export const PENALTY_SPOT_DISTANCE = 11.0;
/** Radius of a corner arc, meters. */
export const CORNER_ARC_RADIUS = 1.0;

/** The playing field, |x| <= 52.5 and |y| <= 34, meters. */
export const PITCH: Rect = rectAround(0, 0, PITCH_LENGTH, PITCH_WIDTH);
/** The field with its margin, |x| <= 57.5 and |y| <= 39, meters. */
export const PITCH_WITH_MARGIN: Rect = rectAround(
  0,
  0,
  PITCH_LENGTH + 2 * PITCH_MARGIN,
  PITCH_WIDTH + 2 * PITCH_MARGIN,
);

/** x coordinate of a player's bench position, meters; the positions are 3 m apart (spec 05 §2.5). */
export function benchX(side: Side, unum: number): number {
  return -3 * unum * sideSign(side);
}
/** y coordinate of all bench positions, meters: 3 m outside the upper touch line (spec 05 §2.5). */
export const BENCH_Y = -37;
