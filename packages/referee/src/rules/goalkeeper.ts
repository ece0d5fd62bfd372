import { isShootoutMode, type Player, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { playerAt, type RefereeContext, type Rule, releaseBall } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import {
  clearPassers,
  judgePassBeforeCatch,
  judgePassBeforePunch,
  markTeamTouched,
  recordPass,
  waitAfterBackPass,
} from './back-pass.js';
import { callCatchFault, isCatchFault, waitAfterCatchFault } from './catch-fault.js';
import { awardFreeKick } from './free-kick.js';

/** Judges catches: their position, and the pass before them (spec 06 §12). */
export const goalkeeperRule: Rule = {
  name: 'goalkeeper',
  onKick: recordPass,
  onTackle: recordPass,
  onTouch: (ctx, player) => {
    markTeamTouched(ctx, player);
  },
  onCatch: judgeCatch,
  onPunch: judgePunch,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

function judgeCatch(ctx: RefereeContext, goalie: Player): void {
  const { world } = ctx;
  if (isShootoutMode(world.playMode)) return;
  if (isCatchFault(ctx, goalie)) callCatchFault(ctx, goalie.side);
  else if (!judgePassBeforeCatch(ctx, goalie))
    awardFreeKick(ctx, goalie.side, world.ball.pos.x, world.ball.pos.y);
}

function judgePunch(ctx: RefereeContext, goalie: Player): void {
  if (isShootoutMode(ctx.world.playMode)) return;
  if (isCatchFault(ctx, goalie)) callCatchFault(ctx, goalie.side);
  else judgePassBeforePunch(ctx, goalie);
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  const state = ctx.state.goalkeeper;
  if (mode !== 'play_on') clearPassers(ctx);
  // The left side only: if a trainer sets the mode for the right side again, the old wait continues
  // (spec 06 §12.4).
  if (mode === 'back_pass_l') {
    releaseBall(ctx);
    state.backPassWait = 0;
  } else if (mode === 'catch_fault_l') {
    releaseBall(ctx);
    state.catchFaultWait = 0;
  }
}

function evaluate(ctx: RefereeContext): void {
  const { world } = ctx;
  const state = ctx.state.goalkeeper;
  const mode = world.playMode;
  state.leftTouched = false;
  state.rightTouched = false;
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'back_pass') waitAfterBackPass(ctx, playModeSide(mode) as Side);
  else if (kind === 'catch_fault') waitAfterCatchFault(ctx, playModeSide(mode) as Side);
  else {
    const holder = playerAt(ctx, world.catcher);
    if (holder !== undefined && isCatchFault(ctx, holder)) callCatchFault(ctx, holder.side);
  }
}
