import { oppositeSide, type Side } from '@rcss/core';
import { moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import type { RefereeContext } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Awards a free kick to a side at (x, y), outside the opponent's penalty area (spec 06 §5.3). */
export function awardFreeKick(ctx: RefereeContext, side: Side, x: number, y: number): void {
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  moveOutOfPenaltyArea(oppositeSide(side), moveIntoPitch(p));
  placeBallInMode(ctx, `free_kick_${side}`, side, p.x, p.y);
}
