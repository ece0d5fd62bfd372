/**
 * The taker of a restart must not play the ball a second time before another player (spec 06 §10.4).
 *
 * The taker is stored at the first kick of a restart and forgotten when another player touches the ball or play stops.
 *
 * Surprising: a second kick is a fault only if the taker has dashed in between. Without a dash, all its kicks are one kick, which a team
 * needs to push the ball out of its kickable area. So the dash count at the first kick is part of the state, and `(dash 0)` counts as a
 * dash.
 */
import { oppositeSide, type Player, PlayerState, type PlayMode, type Side } from '@rcss/core';
import { moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';

/** Stores the taker of a restart and its dash count. */
export function recordTaker(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.freeKickFault;
  state.taken = true;
  state.taker = player.index;
  state.takerDashes = player.dashCount;
}

/**
 * Calls a fault if the taker of a restart plays the ball again before another player. If the taker did not dash
 * since its first kick, a further kick is part of the first one and not a fault.
 */
export function judgeSecondTouch(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.freeKickFault;
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
  ctx.state.freeKickFault.wait = 0;
}

/** Clears the taker when play stops; releases the ball and restarts the wait when a free kick fault is set. */
export function handlePlayModeForFreeKickFault(ctx: RefereeContext, mode: PlayMode): void {
  const kind = playModeKind(mode);
  if (kind !== 'play_on') ctx.state.freeKickFault.taken = false;
  if (kind !== 'free_kick_fault') return;
  releaseBall(ctx);
  ctx.state.freeKickFault.wait = 0;
}

/** Runs one step of the wait between the call and the free kick. */
export function waitAfterFreeKickFault(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.freeKickFault;
  state.wait += 1;
  clearBeforeRestart(ctx, state.wait, offender);
  awardAfterWait(ctx, state.wait, offender, 'free_kick');
}
