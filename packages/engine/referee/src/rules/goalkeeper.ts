/**
 * What a catch is worth: a fault, a back pass, or a free kick for the goalie's own side (spec 06 §12).
 *
 * Three things can be wrong with a catch, and they are judged in this order: its place (catch fault), the pass before it (back pass),
 * nothing (free kick at the ball). A punch is judged in the same order, but nothing wrong means that play goes on.
 *
 * The touch flags of both teams are of one cycle: they are set by `onTouch`, used by catches of this cycle, and cleared at the end of the
 * step, before anything else.
 *
 * Surprising: holding the ball is judged too. A goalie that carries the ball out of its area commits a catch fault, also over its own goal
 * line beside the goal, where the manuals speak of a corner kick.
 */
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
