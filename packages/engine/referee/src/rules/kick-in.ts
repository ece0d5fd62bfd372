import type { Side } from '@rcss/core';
import { moveIntoPitch } from '../areas.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Awards a kick-in to a side at the touch line (spec 06 §5.3). */
export function awardKickIn(ctx: RefereeContext, side: Side, x: number, y: number): void {
  releaseBall(ctx);
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  moveIntoPitch(p);
  placeBallInMode(ctx, `kick_in_${side}`, side, p.x, p.y);
}
