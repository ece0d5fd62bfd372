import { oppositeSide, type Player, type PlayMode, type Side } from '@rcss/core';
import { isInPenaltyArea, moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Returns whether a ball in the wrong place is a catch fault in this play mode (spec 06 §12.2 point 1). */
export function isJudged(mode: PlayMode): boolean {
  return mode !== 'goal_l' && mode !== 'goal_r' && mode !== 'time_over';
}

/** Returns whether the ball that a goalie caught, punched or holds is outside its penalty area, in a judged play mode. */
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
  ctx.state.catchFault.wait = 0;
}

/** Releases the ball and restarts the wait when `catch_fault_l` is set. */
export function handlePlayModeForCatchFault(ctx: RefereeContext, mode: PlayMode): void {
  // The left side only: if a trainer sets the mode for the right side again, the old wait continues
  // (spec 06 §12.4).
  if (mode !== 'catch_fault_l') return;
  releaseBall(ctx);
  ctx.state.catchFault.wait = 0;
}

/** Runs one step of the wait between the call and the free kick. */
export function waitAfterCatchFault(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.catchFault;
  state.wait += 1;
  clearBeforeRestart(ctx, state.wait, offender);
  awardAfterWait(ctx, state.wait, offender, 'free_kick');
}
