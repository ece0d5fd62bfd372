import { oppositeSide, type Player, PlayerState, type Side } from '@rcss/core';
import { awardAfterWait, clearBeforeRestart } from '../announce-wait.js';
import { outOfPenaltyArea, toPitch } from '../areas.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallIn } from '../placement.js';

/** Stores the taker of a restart and its dash count. */
export function rememberTaker(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.setPlay;
  memory.taken = true;
  memory.taker = player.index;
  memory.takerDashes = player.dashCount;
}

/**
 * Calls a fault if the taker of a restart plays the ball again before another player. Kicks without a dash
 * count as one kick.
 */
export function playedAgain(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.setPlay;
  if (!memory.taken) return;
  if (player.index === memory.taker && ctx.params.server.free_kick_faults) {
    if (player.dashCount > memory.takerDashes) callFreeKickFault(ctx, player);
  } else {
    memory.taken = false;
  }
}

/** Calls a free-kick fault against the side of a player, at the ball (spec 06 §10.4). */
export function callFreeKickFault(ctx: RefereeContext, player: Player): void {
  player.state |= PlayerState.FREE_KICK_FAULT;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  outOfPenaltyArea(player.side, toPitch(p));
  releaseBall(ctx);
  placeBallIn(ctx, `free_kick_fault_${player.side}`, oppositeSide(player.side), p.x, p.y);
  ctx.state.setPlay.faultWait = 0;
}

/** Runs one step of the wait between the call and the free kick. */
export function waitAfterFreeKickFault(ctx: RefereeContext, offender: Side): void {
  const memory = ctx.state.setPlay;
  memory.faultWait += 1;
  clearBeforeRestart(ctx, memory.faultWait, offender);
  awardAfterWait(ctx, memory.faultWait, offender, 'free_kick');
}
