import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';

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
/** Part of the picture in which the ball is, as far as the camera has reached its place. */
const INNER_SHARE = 0.7;
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
    return keepInView(
      { x: side * (PITCH_HALF_LENGTH - 16), y: clamp(ball.y * 0.6, 16), zoom: 2.3 },
      ball,
      INNER_SHARE,
    );
  return keepInView(
    {
      x: clamp(ball.x + AHEAD_CYCLES * ball.vx, 34),
      y: clamp(ball.y + AHEAD_CYCLES * ball.vy, 16),
      zoom: 1.6,
    },
    ball,
    INNER_SHARE,
  );
}

/** Moves a shot so that the ball is in the inner share, 0 to 1, of what it shows. */
export function keepInView(
  { x, y, zoom }: CameraShot,
  ball: Pick<BallMotion, 'x' | 'y'>,
  share: number,
): CameraShot {
  const [halfLength, halfWidth] = [(share * VIEW_LENGTH) / 2 / zoom, (share * VIEW_WIDTH) / 2 / zoom];
  return {
    x: ball.x + clamp(x - ball.x, halfLength),
    y: ball.y + clamp(y - ball.y, halfWidth),
    zoom,
  };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
