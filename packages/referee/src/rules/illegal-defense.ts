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
import { awardAfterWait, clearBeforeRestart } from '../announce-wait.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallIn } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';

/** |x| of the free kick in meters; fixed (spec 06 §14.2). */
const FREE_KICK_X = 41.5;

/** Calls illegal defense against a side with too many defenders in front of its own goal (spec 06 §14). */
export const illegalDefenseRule: Rule = { name: 'illegal defense', kick, tackle: kick, modeSet, evaluate };

/** Stores the attacking side; if both sides kick in one cycle, no side attacks (spec 06 §14.1). */
function kick(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.illegalDefence;
  if (memory.kickTime === ctx.world.time && memory.kickSide !== player.side) {
    memory.kickSide = 'n';
    return;
  }
  memory.kickTime = ctx.world.time;
  memory.kickSide = player.side;
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (playModeKind(mode) === 'illegal_defense') ctx.state.illegalDefence.wait = 0;
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const memory = ctx.state.illegalDefence;
  if (params.server.illegal_defense_number <= 0) return;
  const kind = playModeKind(world.playMode);
  if (kind === 'illegal_defense') {
    const offender = playModeSide(world.playMode) as Side;
    memory.wait += 1;
    clearBeforeRestart(ctx, memory.wait, offender);
    awardAfterWait(ctx, memory.wait, offender, 'free_kick');
  } else if (kind === 'play_on') {
    memory.leftCount = countSide(ctx, 'l') ? memory.leftCount + 1 : 0;
    memory.rightCount = countSide(ctx, 'r') ? memory.rightCount + 1 : 0;
    if (memory.leftCount >= params.server.illegal_defense_duration) {
      memory.leftCount = 0;
      callIllegalDefense(ctx, 'l');
    }
    if (memory.rightCount >= params.server.illegal_defense_duration) {
      memory.rightCount = 0;
      callIllegalDefense(ctx, 'r');
    }
  }
}

/** Marks the offenders of a side in their state; returns whether there are too many (spec 06 §14.2). */
function countSide(ctx: RefereeContext, side: Side): boolean {
  const { world, params } = ctx;
  const { illegal_defense_dist_x, illegal_defense_width, illegal_defense_number } = params.server;
  const sign = sideSign(side);
  const attacked = ctx.state.illegalDefence.kickSide === oppositeSide(side) && world.ball.pos.x * sign < 0;
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
  placeBallIn(ctx, `illegal_defense_${side}`, oppositeSide(side), -sideSign(side) * FREE_KICK_X, 0);
}
