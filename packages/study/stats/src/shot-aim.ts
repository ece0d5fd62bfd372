import { type Side, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ServerParams } from '@rcss/params';
import { MAX_SHOT_DISTANCE, SHOT_MARGIN } from './definitions.js';

/** Whether a ball is aimed at the goal, and between the posts. */
export type ShotAim = 'none' | 'off' | 'on';

/**
 * Predicts where a ball crosses the opponents' goal line if it moved from (x0, y0) to (x1, y1), m, in the cycle of the touch of
 * `side` and then rolls freely (`ball_decay`). Returns `on` if it crosses the line between the posts, `off` if it crosses at most
 * `SHOT_MARGIN` outside of them, else `none`. A touch more than `MAX_SHOT_DISTANCE` from the middle of the goal gives `none`.
 */
export function predictShotAim(
  side: Side,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  server: Pick<ServerParams, 'ball_decay' | 'goal_width'>,
): ShotAim {
  const goalX = sideSign(side) * PITCH_HALF_LENGTH;
  if (Math.hypot(goalX - x0, y0) > MAX_SHOT_DISTANCE) return 'none';
  const dx = x1 - x0;
  if (dx * sideSign(side) <= 0) return 'none';
  const steps = (goalX - x0) / dx;
  if (steps < 0 || steps > 1 / (1 - server.ball_decay)) return 'none';
  const outside = Math.abs(y0 + (y1 - y0) * steps) - server.goal_width / 2;
  if (outside <= 0) return 'on';
  return outside <= SHOT_MARGIN ? 'off' : 'none';
}
