import { type Side, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Awards a corner kick to a side, at the corner of the opponent's half with the same sign of y (spec 06 §5.3). */
export function awardCornerKick(ctx: RefereeContext, side: Side, y: number): void {
  releaseBall(ctx);
  const margin = ctx.params.server.ckick_margin;
  const toTouchLine = PITCH_HALF_WIDTH - margin;
  placeBallInMode(
    ctx,
    `corner_kick_${side}`,
    side,
    sideSign(side) * (PITCH_HALF_LENGTH - margin),
    y > 0 ? toTouchLine : -toTouchLine,
  );
}
