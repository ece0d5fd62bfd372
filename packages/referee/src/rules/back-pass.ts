import { oppositeSide, type Player, PlayerState, type Side } from '@rcss/core';
import { awardAfterWait, clearBeforeRestart } from '../announce-wait.js';
import { outOfGoalArea, toPitch } from '../areas.js';
import { playerAt, type RefereeContext, releaseBall } from '../context.js';
import { placeBallIn } from '../placement.js';
import { NOBODY } from '../state.js';
import { isJudged } from './catch-fault.js';

/**
 * Sets the touch flag of the player's team. Returns true if both teams had the ball in this cycle; that clears
 * the last passer.
 */
export function setTouched(ctx: RefereeContext, player: Player): boolean {
  const memory = ctx.state.goalkeeper;
  if (player.side === 'l') memory.leftTouched = true;
  else memory.rightTouched = true;
  if (!memory.leftTouched || !memory.rightTouched) return false;
  forgetPassers(ctx);
  return true;
}

export function forgetPassers(ctx: RefereeContext): void {
  ctx.state.goalkeeper.passer = NOBODY;
  ctx.state.goalkeeper.previousPasser = NOBODY;
}

/** Stores the player of a kick or tackle as the last passer. */
export function rememberPass(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.goalkeeper;
  if (setTouched(ctx, player)) return;
  if (player.index !== memory.passer) {
    memory.previousPasser = memory.passer;
    memory.passer = player.index;
  }
  memory.passTime = ctx.world.time;
}

/** Returns the last passer if it is the goalie or a teammate of the goalie, and back passes are judged. */
export function ownPasser(ctx: RefereeContext, goalie: Player): Player | undefined {
  if (!ctx.params.server.back_passes || !isJudged(ctx.world.playMode)) return undefined;
  const passer = playerAt(ctx, ctx.state.goalkeeper.passer);
  return passer?.side === goalie.side ? passer : undefined;
}

/** Calls a back pass (spec 06 §12.4). */
export function callBackPass(ctx: RefereeContext, passer: Player, side: Side): void {
  passer.state |= PlayerState.BACK_PASS;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  outOfGoalArea(side, toPitch(p));
  releaseBall(ctx);
  placeBallIn(ctx, `back_pass_${side}`, oppositeSide(side), p.x, p.y);
  ctx.state.goalkeeper.backPassWait = 0;
}

/** Runs one step of the wait between the call and the indirect free kick. */
export function waitAfterBackPass(ctx: RefereeContext, offender: Side): void {
  const memory = ctx.state.goalkeeper;
  memory.backPassWait += 1;
  clearBeforeRestart(ctx, memory.backPassWait, offender);
  awardAfterWait(ctx, memory.backPassWait, offender, 'indirect_free_kick');
}
