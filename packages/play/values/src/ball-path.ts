/** Places of a ball that rolls freely (spec 05 §6.6). */
import type { Frame } from '@rcss/core';

/** Cycles for which the way of the ball is computed. */
export const MAX_BALL_CYCLES = 60;

/** Writes the places of the ball by cycle, 0 to {@link MAX_BALL_CYCLES}, meters. */
export function rollBall(frame: Frame, decay: number, xs: Float64Array, ys: Float64Array): void {
  let x = frame.ballX;
  let y = frame.ballY;
  let vx = frame.ballVx;
  let vy = frame.ballVy;
  for (let n = 0; n <= MAX_BALL_CYCLES; n++) {
    xs[n] = x;
    ys[n] = y;
    x += vx;
    y += vy;
    vx *= decay;
    vy *= decay;
  }
}
