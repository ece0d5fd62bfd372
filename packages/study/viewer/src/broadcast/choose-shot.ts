import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';

/** What the camera shows: its center, meters, and its zoom; 1 is the whole field. */
export interface CameraShot {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const WHOLE_FIELD: CameraShot = { x: 0, y: 0, zoom: 1 };
/** Distance of the ball from the goal line at which the camera cuts to the side of the goal, m, and at which it leaves it. */
const GOAL_METERS = 20;
const LEAVE_METERS = 27;
/** Time that the camera looks ahead of the ball, cycles. */
const AHEAD_CYCLES = 8;

/** Position and velocity of the ball: meters, meters per cycle. */
export interface BallMotion {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
}

/**
 * Chooses what the camera shows: the side of a goal while the ball is near to it, the play around the ball otherwise, the whole field in pauses.
 *
 * @param before What it shows now: the side of the goal is kept until the ball is clearly away from it.
 */
export function chooseShot(ball: BallMotion, isInPlay: boolean, before: CameraShot): CameraShot {
  if (!isInPlay) return WHOLE_FIELD;
  const side = Math.sign(ball.x) || 1;
  const isAtGoal = before.zoom > 2 && Math.sign(before.x) === side;
  if (PITCH_HALF_LENGTH - Math.abs(ball.x) < (isAtGoal ? LEAVE_METERS : GOAL_METERS))
    return { x: side * (PITCH_HALF_LENGTH - 16), y: clamp(ball.y * 0.6, 16), zoom: 2.3 };
  return {
    x: clamp(ball.x + AHEAD_CYCLES * ball.vx, 34),
    y: clamp(ball.y + AHEAD_CYCLES * ball.vy, 16),
    zoom: 1.6,
  };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
