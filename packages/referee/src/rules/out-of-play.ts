import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
} from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { isOutByX, isOutByY } from '../areas.js';
import { playerAt, type RefereeContext, type Rule } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';
import { awardCornerKick } from './corner-kick.js';
import { dropBall } from './drop-ball.js';
import { judgeGoal, waitForKickOff } from './goal.js';
import { awardGoalKick } from './goal-kick.js';
import { awardKickIn } from './kick-in.js';

/** Judges goals and balls that leave the field (spec 06 §11). */
export const outOfPlayRule: Rule = {
  name: 'out of play',
  kick: contact,
  tackle: contact,
  touch: (ctx, player) => contact(ctx, player, 0),
  modeSet,
  evaluate,
};

/** Handles a kick, a tackle or a touch by a player; `strength` is 0 for touches (spec 06 §11.1). */
function contact(ctx: RefereeContext, player: Player, strength: number): void {
  const { world, params } = ctx;
  const memory = ctx.state.outOfPlay;
  if (Math.abs(world.ball.pos.x) > PITCH_HALF_LENGTH + params.server.ball_size) return;
  if (world.playMode === 'play_on' && memory.firstKicker !== NOBODY && memory.firstKicker !== player.index) {
    memory.indirect = false;
    memory.firstKicker = NOBODY;
  }
  if (memory.indirect) memory.firstKicker = player.index;
  if (memory.lastTime === world.time && memory.lastStrength > strength) return;
  memory.lastToucher = player.index;
  memory.lastTime = world.time;
  memory.lastStrength = strength;
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  const memory = ctx.state.outOfPlay;
  const kind = playModeKind(mode);
  if (kind === 'play_on') return;
  memory.lastToucher = NOBODY;
  // A drop ball keeps the flag: an indirect free kick that timed out stays indirect.
  if (kind === 'drop_ball') return;
  memory.firstKicker = NOBODY;
  memory.indirect = kind === 'indirect_free_kick';
}

function evaluate(ctx: RefereeContext): void {
  judge(ctx);
  const memory = ctx.state.outOfPlay;
  memory.previousX = ctx.world.ball.pos.x;
  memory.previousY = ctx.world.ball.pos.y;
}

function judge(ctx: RefereeContext): void {
  const { world } = ctx;
  const mode = world.playMode;
  if (isShootoutMode(mode)) return;
  if (playModeKind(mode) === 'goal') waitForKickOff(ctx, playModeSide(mode) as Side);
  else if (mode !== 'time_over' && !judgeGoal(ctx)) judgeOut(ctx);
}

/** Selects the restart after the ball left the field (spec 06 §11.2 point 4). */
function judgeOut(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const { x, y } = world.ball.pos;
  const toucher = playerAt(ctx, ctx.state.outOfPlay.lastToucher);
  if (isOutByX(params, world.ball.pos)) {
    const defender: Side = x > 0 ? 'r' : 'l';
    if (toucher?.side === defender) awardCornerKick(ctx, oppositeSide(defender), y);
    // The goalkeeper rule judges a ball that a goalie carries over its own goal line.
    else if (world.catcher < 0) awardGoalKick(ctx, defender, y);
  } else if (isOutByY(params, world.ball.pos)) {
    if (toucher === undefined) dropBall(ctx, x, y);
    else awardKickIn(ctx, oppositeSide(toucher.side), x, y);
  }
}
