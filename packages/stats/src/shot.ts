import { type Side, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ServerParams } from '@rcss/params';
import { MAX_SHOT_DISTANCE, SHOT_MARGIN } from './definitions.js';

export type ShotAim = 'none' | 'off' | 'on';

/**
 * Where a ball heads that moved from (x0, y0) to (x1, y1) in the cycle of the touch: rolling freely it would still go
 * `step * decay / (1 - decay)`. `on` when it would cross the opponents' goal line between the posts, `off` when at most
 * `SHOT_MARGIN` beside them, and it was touched at most `MAX_SHOT_DISTANCE` from the middle of the goal.
 */
export function shotAim(
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
  const beside = Math.abs(y0 + (y1 - y0) * steps) - server.goal_width / 2;
  if (beside <= 0) return 'on';
  return beside <= SHOT_MARGIN ? 'off' : 'none';
}
