import { oppositeSide, type Player, type PlayMode, type Side } from '@rcss/core';
import { isInPenaltyArea, moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Returns whether a ball in the wrong place is a catch fault in this play mode (spec 06 §12.2 point 1). */
export function isJudged(mode: PlayMode): boolean {
  return mode !== 'goal_l' && mode !== 'goal_r' && mode !== 'time_over';
}

/**
 * Returns whether the ball that a goalie caught, punched or holds is outside its penalty area, in a judged play
 * mode.
 */
export function isCatchFault(ctx: RefereeContext, goalie: Player): boolean {
  const { world, params } = ctx;
  return isJudged(world.playMode) && !isInPenaltyArea(params, goalie.side, world.ball.pos);
}

/** Calls a catch fault (spec 06 §12.4). */
export function callCatchFault(ctx: RefereeContext, side: Side): void {
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  moveOutOfPenaltyArea(side, moveIntoPitch(p));
  releaseBall(ctx);
  placeBallInMode(ctx, `catch_fault_${side}`, oppositeSide(side), p.x, p.y);
  ctx.state.goalkeeper.catchFaultWait = 0;
}

/** Runs one step of the wait between the call and the free kick. */
export function waitAfterCatchFault(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.goalkeeper;
  state.catchFaultWait += 1;
  clearBeforeRestart(ctx, state.catchFaultWait, offender);
  awardAfterWait(ctx, state.catchFaultWait, offender, 'free_kick');
}
