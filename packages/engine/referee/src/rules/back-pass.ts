/**
 * Whether a goalie may catch a ball that came from its own team (spec 06 §12).
 *
 * The last two kickers are kept, A and the one before. A catch after a kick of A, a teammate, is a back pass, except if A is the goalie
 * itself and the one before was an opponent, or if the kick was in this very cycle and the one before is none or an opponent. Both teams
 * touching the ball in one cycle clears the passers: then there is no pass.
 *
 * The fault is called at the catch, the free kick is indirect and, after a wait, at the place of the catch outside the goal area.
 *
 * Surprising: tackles count as passes, touches do not.
 */
import { oppositeSide, type Player, PlayerState, type PlayMode, type Side } from '@rcss/core';
import { moveIntoPitch, moveOutOfGoalArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { playerAt, type RefereeContext, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';
import { NO_PLAYER } from '../state.js';
import { isJudged } from './catch-fault.js';

/** Sets the touch flag of the player's team. If both teams touched the ball in this cycle, it clears the passers and returns true. */
export function markTeamTouched(ctx: RefereeContext, player: Player): boolean {
  const state = ctx.state.backPass;
  if (player.side === 'l') state.leftTouched = true;
  else state.rightTouched = true;
  if (!state.leftTouched || !state.rightTouched) return false;
  clearPassers(ctx);
  return true;
}

function clearPassers(ctx: RefereeContext): void {
  ctx.state.backPass.passer = NO_PLAYER;
  ctx.state.backPass.previousPasser = NO_PLAYER;
}

/** Clears the touch flags of both teams. */
export function clearTouches(ctx: RefereeContext): void {
  ctx.state.backPass.leftTouched = false;
  ctx.state.backPass.rightTouched = false;
}

/** Stores the player of a kick or tackle as the last passer. */
export function recordPass(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.backPass;
  if (markTeamTouched(ctx, player)) return;
  if (player.index !== state.passer) {
    state.previousPasser = state.passer;
    state.passer = player.index;
  }
  state.passTime = ctx.world.time;
}

/** Returns the last passer if it is the goalie or a teammate of the goalie, and back passes are judged. */
function findOwnPasser(ctx: RefereeContext, goalie: Player): Player | undefined {
  if (!ctx.params.server.back_passes || !isJudged(ctx.world.playMode)) return undefined;
  const passer = playerAt(ctx, ctx.state.backPass.passer);
  return passer?.side === goalie.side ? passer : undefined;
}

/**
 * Judges the pass before a catch. Calls a back pass if the catch is not allowed; otherwise clears the passers.
 * Returns whether it called a back pass (spec 06 §12.2).
 */
export function judgePassBeforeCatch(ctx: RefereeContext, goalie: Player): boolean {
  const state = ctx.state.backPass;
  const passer = findOwnPasser(ctx, goalie);
  if (passer !== undefined) {
    const before = playerAt(ctx, state.previousPasser);
    const isFromOpponent = before !== undefined && before.side !== goalie.side;
    const isLegal =
      (passer === goalie && isFromOpponent) ||
      (state.passTime === ctx.world.time && (before === undefined || isFromOpponent));
    if (!isLegal) {
      callBackPass(ctx, passer, goalie.side);
      return true;
    }
  }
  clearPassers(ctx);
  return false;
}

/** Judges the pass before a punch: calls a back pass if the punch is not allowed (spec 06 §12.3). */
export function judgePassBeforePunch(ctx: RefereeContext, goalie: Player): void {
  const state = ctx.state.backPass;
  const passer = findOwnPasser(ctx, goalie);
  if (passer === undefined) {
    clearPassers(ctx);
    return;
  }
  if (state.passTime === ctx.world.time) return;
  const before = playerAt(ctx, state.previousPasser);
  const isLegal = passer === goalie && before !== undefined && before.side !== goalie.side;
  if (!isLegal) callBackPass(ctx, passer, goalie.side);
}

/** Calls a back pass (spec 06 §12.4). */
function callBackPass(ctx: RefereeContext, passer: Player, side: Side): void {
  passer.state |= PlayerState.BACK_PASS;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  moveOutOfGoalArea(side, moveIntoPitch(p));
  releaseBall(ctx);
  placeBallInMode(ctx, `back_pass_${side}`, oppositeSide(side), p.x, p.y);
  ctx.state.backPass.wait = 0;
}

/** Clears the passers when play stops; releases the ball and restarts the wait when `back_pass_l` is set. */
export function handlePlayModeForBackPass(ctx: RefereeContext, mode: PlayMode): void {
  if (mode !== 'play_on') clearPassers(ctx);
  // The left side only: if a trainer sets the mode for the right side again, the old wait continues
  // (spec 06 §12.4).
  if (mode !== 'back_pass_l') return;
  releaseBall(ctx);
  ctx.state.backPass.wait = 0;
}

/** Runs one step of the wait between the call and the indirect free kick. */
export function waitAfterBackPass(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.backPass;
  state.wait += 1;
  clearBeforeRestart(ctx, state.wait, offender);
  awardAfterWait(ctx, state.wait, offender, 'indirect_free_kick');
}
