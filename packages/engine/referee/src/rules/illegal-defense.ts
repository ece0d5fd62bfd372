/**
 * Too many defenders in front of the own goal for too long (spec 06 §14). Off by default: `illegal_defense_number` is 0.
 *
 * A side defends only while the other side attacks: it kicked last, and the ball is in the half of the defenders. If both sides kick in one
 * cycle, no side attacks and the counts restart. Each side has a count of successive cycles in play_on; it becomes a call at
 * `illegal_defense_duration`.
 *
 * Invariant: the state bit ILLEGAL_DEFENSE of players is set only while their side is over the limit; monitors show it before any call.
 *
 * Surprising: the free kick is at a fixed point, 41.5 m from the center on the axis of the pitch, wherever the ball was.
 */
import {
  oppositeSide,
  type Player,
  PlayerState,
  type PlayMode,
  playModeSide,
  type Side,
  sideSign,
} from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';

/** |x| of the free kick in meters; fixed (spec 06 §14.2). */
const FREE_KICK_X = 41.5;

/** Calls illegal defense against a side with too many defenders in front of its own goal (spec 06 §14). */
export const illegalDefenseRule: Rule = {
  name: 'illegal defense',
  onKick: recordAttack,
  onTackle: recordAttack,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

/** Stores the attacking side; if both sides kick in one cycle, no side attacks (spec 06 §14.1). */
function recordAttack(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.illegalDefense;
  if (state.kickTime === ctx.world.time && state.kickSide !== player.side) {
    state.kickSide = 'n';
    return;
  }
  state.kickTime = ctx.world.time;
  state.kickSide = player.side;
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (playModeKind(mode) === 'illegal_defense') ctx.state.illegalDefense.wait = 0;
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const state = ctx.state.illegalDefense;
  if (params.server.illegal_defense_number <= 0) return;
  const kind = playModeKind(world.playMode);
  if (kind === 'illegal_defense') {
    const offender = playModeSide(world.playMode) as Side;
    state.wait += 1;
    clearBeforeRestart(ctx, state.wait, offender);
    awardAfterWait(ctx, state.wait, offender, 'free_kick');
  } else if (kind === 'play_on') {
    state.leftCount = markDefenders(ctx, 'l') ? state.leftCount + 1 : 0;
    state.rightCount = markDefenders(ctx, 'r') ? state.rightCount + 1 : 0;
    if (state.leftCount >= params.server.illegal_defense_duration) {
      state.leftCount = 0;
      callIllegalDefense(ctx, 'l');
    }
    if (state.rightCount >= params.server.illegal_defense_duration) {
      state.rightCount = 0;
      callIllegalDefense(ctx, 'r');
    }
  }
}

/** Marks the offenders of a side in their state; returns whether there are too many (spec 06 §14.2). */
function markDefenders(ctx: RefereeContext, side: Side): boolean {
  const { world, params } = ctx;
  const { illegal_defense_dist_x, illegal_defense_width, illegal_defense_number } = params.server;
  const sign = sideSign(side);
  const attacked = ctx.state.illegalDefense.kickSide === oppositeSide(side) && world.ball.pos.x * sign < 0;
  let count = 0;
  if (attacked) {
    const line = PITCH_HALF_LENGTH - illegal_defense_dist_x;
    for (const player of world.players) {
      if (!player.enabled || player.side !== side) continue;
      if (-player.pos.x * sign <= line || Math.abs(player.pos.y) >= illegal_defense_width / 2) continue;
      player.state |= PlayerState.ILLEGAL_DEFENSE;
      count += 1;
    }
  }
  if (count >= illegal_defense_number) return true;
  for (const player of world.players) {
    if (player.side === side) player.state &= ~PlayerState.ILLEGAL_DEFENSE;
  }
  return false;
}

function callIllegalDefense(ctx: RefereeContext, side: Side): void {
  releaseBall(ctx);
  placeBallInMode(ctx, `illegal_defense_${side}`, oppositeSide(side), -sideSign(side) * FREE_KICK_X, 0);
}
