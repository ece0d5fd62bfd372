import { oppositeSide, type Player, PlayerState, type Side } from '@rcss/core';
import { moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';

/** Stores the taker of a restart and its dash count. */
export function recordTaker(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.setPlay;
  state.taken = true;
  state.taker = player.index;
  state.takerDashes = player.dashCount;
}

/**
 * Calls a fault if the taker of a restart plays the ball again before another player. Kicks without a dash
 * count as one kick.
 */
export function judgeSecondTouch(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.setPlay;
  if (!state.taken) return;
  if (player.index === state.taker && ctx.params.server.free_kick_faults) {
    if (player.dashCount > state.takerDashes) callFreeKickFault(ctx, player);
  } else {
    state.taken = false;
  }
}

/** Calls a free-kick fault against the side of a player, at the ball (spec 06 §10.4). */
export function callFreeKickFault(ctx: RefereeContext, player: Player): void {
  player.state |= PlayerState.FREE_KICK_FAULT;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  moveOutOfPenaltyArea(player.side, moveIntoPitch(p));
  releaseBall(ctx);
  placeBallInMode(ctx, `free_kick_fault_${player.side}`, oppositeSide(player.side), p.x, p.y);
  ctx.state.setPlay.faultWait = 0;
}

/** Runs one step of the wait between the call and the free kick. */
export function waitAfterFreeKickFault(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.setPlay;
  state.faultWait += 1;
  clearBeforeRestart(ctx, state.faultWait, offender);
  awardAfterWait(ctx, state.faultWait, offender, 'free_kick');
}
