import { isShootoutMode, type Player, playModeSide, type Side } from '@rcss/core';
import { playerAt, type RefereeContext, type Rule } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import {
  clearTouches,
  handlePlayModeForBackPass,
  judgePassBeforeCatch,
  judgePassBeforePunch,
  markTeamTouched,
  recordPass,
  waitAfterBackPass,
} from './back-pass.js';
import {
  callCatchFault,
  handlePlayModeForCatchFault,
  isCatchFault,
  waitAfterCatchFault,
} from './catch-fault.js';
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
  onPlayModeSet: (ctx, mode) => {
    handlePlayModeForBackPass(ctx, mode);
    handlePlayModeForCatchFault(ctx, mode);
  },
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

function evaluate(ctx: RefereeContext): void {
  const { world } = ctx;
  const mode = world.playMode;
  clearTouches(ctx);
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'back_pass') waitAfterBackPass(ctx, playModeSide(mode) as Side);
  else if (kind === 'catch_fault') waitAfterCatchFault(ctx, playModeSide(mode) as Side);
  else {
    const holder = playerAt(ctx, world.catcher);
    if (holder !== undefined && isCatchFault(ctx, holder)) callCatchFault(ctx, holder.side);
  }
}
