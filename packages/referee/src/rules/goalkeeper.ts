import { isShootoutMode, type Player, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { playerAt, type RefereeContext, type Rule, releaseBall } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import {
  callBackPass,
  forgetPassers,
  ownPasser,
  rememberPass,
  setTouched,
  waitAfterBackPass,
} from './back-pass.js';
import { callCatchFault, isCatchFault, waitAfterCatchFault } from './catch-fault.js';
import { awardFreeKick } from './free-kick.js';

/** Judges catches: their position, and the pass before them (spec 06 §12). */
export const goalkeeperRule: Rule = {
  name: 'goalkeeper',
  kick: rememberPass,
  tackle: rememberPass,
  touch: (ctx, player) => {
    setTouched(ctx, player);
  },
  caught,
  punched,
  modeSet,
  evaluate,
};

function caught(ctx: RefereeContext, goalie: Player): void {
  const { world } = ctx;
  const memory = ctx.state.goalkeeper;
  if (isShootoutMode(world.playMode)) return;
  if (isCatchFault(ctx, goalie)) {
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
  const { world } = ctx;
  const memory = ctx.state.goalkeeper;
  if (isShootoutMode(world.playMode)) return;
  if (isCatchFault(ctx, goalie)) {
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

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  const memory = ctx.state.goalkeeper;
  if (mode !== 'play_on') forgetPassers(ctx);
  // The left side only: if a trainer sets the mode for the right side again, the old wait continues
  // (spec 06 §12.4).
  if (mode === 'back_pass_l') {
    releaseBall(ctx);
    memory.backPassWait = 0;
  } else if (mode === 'catch_fault_l') {
    releaseBall(ctx);
    memory.catchFaultWait = 0;
  }
}

function evaluate(ctx: RefereeContext): void {
  const { world } = ctx;
  const memory = ctx.state.goalkeeper;
  const mode = world.playMode;
  memory.leftTouched = false;
  memory.rightTouched = false;
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'back_pass') waitAfterBackPass(ctx, playModeSide(mode) as Side);
  else if (kind === 'catch_fault') waitAfterCatchFault(ctx, playModeSide(mode) as Side);
  else {
    const holder = playerAt(ctx, world.catcher);
    if (holder !== undefined && isCatchFault(ctx, holder)) callCatchFault(ctx, holder.side);
  }
}
