import {
  isShootoutMode,
  opposite,
  type Player,
  PlayerState,
  type PlayMode,
  playModeSide,
  type Side,
} from '@rcss/core';
import { clearLate, endWait } from '../announce-wait.js';
import { inPenaltyArea, outOfGoalArea, outOfPenaltyArea, toPitch } from '../areas.js';
import { awardFreeKick } from '../awards.js';
import { playerAt, type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallIn } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';

/** Catches: where, and after whose pass (06 §12). */
export const goalkeeperRule: Rule = {
  name: 'goalkeeper',
  kick,
  tackle: kick,
  touch: (ctx, player) => {
    setTouched(ctx, player);
  },
  caught,
  punched,
  modeSet,
  evaluate,
};

/** Sets the flag of the player's team; whether both teams had the ball in this cycle, which ends every pass. */
function setTouched(ctx: RefereeContext, player: Player): boolean {
  const memory = ctx.state.goalkeeper;
  if (player.side === 'l') memory.leftTouched = true;
  else memory.rightTouched = true;
  if (!memory.leftTouched || !memory.rightTouched) return false;
  forgetPassers(ctx);
  return true;
}

function forgetPassers(ctx: RefereeContext): void {
  ctx.state.goalkeeper.passer = NOBODY;
  ctx.state.goalkeeper.previousPasser = NOBODY;
}

function kick(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.goalkeeper;
  if (setTouched(ctx, player)) return;
  if (player.index !== memory.passer) {
    memory.previousPasser = memory.passer;
    memory.passer = player.index;
  }
  memory.passTime = ctx.world.time;
}

/** Modes in which a ball in the wrong place is a catch fault (06 §12.2 point 1). */
function isJudged(mode: PlayMode): boolean {
  return mode !== 'goal_l' && mode !== 'goal_r' && mode !== 'time_over';
}

/** The last passer when he is a team mate of the goalie, or the goalie himself, and back passes are judged. */
function ownPasser(ctx: RefereeContext, goalie: Player): Player | undefined {
  if (!ctx.params.server.back_passes || !isJudged(ctx.world.playMode)) return undefined;
  const passer = playerAt(ctx, ctx.state.goalkeeper.passer);
  return passer?.side === goalie.side ? passer : undefined;
}

function caught(ctx: RefereeContext, goalie: Player): void {
  const { world, params } = ctx;
  const memory = ctx.state.goalkeeper;
  if (isShootoutMode(world.playMode)) return;
  if (isJudged(world.playMode) && !inPenaltyArea(params, goalie.side, world.ball.pos)) {
    callCatchFault(ctx, goalie.side);
    return;
  }
  const passer = ownPasser(ctx, goalie);
  if (passer !== undefined) {
    const before = playerAt(ctx, memory.previousPasser);
    const fromOpponent = before !== undefined && before.side !== goalie.side;
    const legal =
      (passer === goalie && fromOpponent) ||
      (memory.passTime === world.time && (before === undefined || fromOpponent));
    if (!legal) {
      callBackPass(ctx, passer, goalie.side);
      return;
    }
  }
  forgetPassers(ctx);
  awardFreeKick(ctx, goalie.side, world.ball.pos.x, world.ball.pos.y);
}

function punched(ctx: RefereeContext, goalie: Player): void {
  const { world, params } = ctx;
  const memory = ctx.state.goalkeeper;
  if (isShootoutMode(world.playMode)) return;
  if (isJudged(world.playMode) && !inPenaltyArea(params, goalie.side, world.ball.pos)) {
    callCatchFault(ctx, goalie.side);
    return;
  }
  const passer = ownPasser(ctx, goalie);
  if (passer === undefined) {
    forgetPassers(ctx);
    return;
  }
  if (memory.passTime === world.time) return;
  const before = playerAt(ctx, memory.previousPasser);
  const legal = passer === goalie && before !== undefined && before.side !== goalie.side;
  if (!legal) callBackPass(ctx, passer, goalie.side);
}

/** Back pass (06 §12.4). */
function callBackPass(ctx: RefereeContext, passer: Player, side: Side): void {
  passer.state |= PlayerState.BACK_PASS;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  outOfGoalArea(side, toPitch(p));
  releaseBall(ctx);
  placeBallIn(ctx, `back_pass_${side}`, opposite(side), p.x, p.y);
  ctx.state.goalkeeper.backPassWait = 0;
}

/** Catch fault (06 §12.4). */
function callCatchFault(ctx: RefereeContext, side: Side): void {
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  outOfPenaltyArea(side, toPitch(p));
  releaseBall(ctx);
  placeBallIn(ctx, `catch_fault_${side}`, opposite(side), p.x, p.y);
  ctx.state.goalkeeper.catchFaultWait = 0;
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  const memory = ctx.state.goalkeeper;
  if (mode !== 'play_on') forgetPassers(ctx);
  // Only for the left side: a right one set again by a trainer goes on with the old wait (06 §12.4).
  if (mode === 'back_pass_l') {
    releaseBall(ctx);
    memory.backPassWait = 0;
  } else if (mode === 'catch_fault_l') {
    releaseBall(ctx);
    memory.catchFaultWait = 0;
  }
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const memory = ctx.state.goalkeeper;
  const mode = world.playMode;
  memory.leftTouched = false;
  memory.rightTouched = false;
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'back_pass') {
    const offender = playModeSide(mode) as Side;
    memory.backPassWait += 1;
    clearLate(ctx, memory.backPassWait, offender);
    endWait(ctx, memory.backPassWait, offender, 'indirect_free_kick');
  } else if (kind === 'catch_fault') {
    const offender = playModeSide(mode) as Side;
    memory.catchFaultWait += 1;
    clearLate(ctx, memory.catchFaultWait, offender);
    endWait(ctx, memory.catchFaultWait, offender, 'free_kick');
  } else {
    const holder = playerAt(ctx, world.catcher);
    if (holder !== undefined && isJudged(mode) && !inPenaltyArea(params, holder.side, world.ball.pos)) {
      callCatchFault(ctx, holder.side);
    }
  }
}
