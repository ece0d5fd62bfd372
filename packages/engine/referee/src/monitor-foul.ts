import { isShootoutMode } from '@rcss/core';
import { moveIntoPitch } from './areas.js';
import { type RefereeContext, releaseBall } from './context.js';
import { keepPlayersInField, placeBallInMode } from './placement.js';
import { resumeWithDropBall } from './rules/drop-ball.js';

/**
 * Executes `(dispfoul x y side)` of a monitor: awards a free kick to the left side (1) or the right side (any
 * other number), or drops the ball (0), at (x, y) in meters.
 *
 * The position is not moved out of penalty areas (spec 06 §18.4, spec 10 §10.5). Works without rules.
 */
export function callMonitorFoul(ctx: RefereeContext, x: number, y: number, side: number): void {
  if (side !== 0) {
    if (isShootoutMode(ctx.world.playMode)) return;
    ctx.host.announce(side === -1 ? 'foul_l' : 'foul_r');
  }
  releaseBall(ctx);
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  moveIntoPitch(p);
  if (side === 0) {
    resumeWithDropBall(ctx, p.x, p.y);
    return;
  }
  if (side === 1) placeBallInMode(ctx, 'free_kick_l', 'l', p.x, p.y);
  else placeBallInMode(ctx, 'free_kick_r', 'r', p.x, p.y);
  keepPlayersInField(ctx);
  releaseBall(ctx);
}
