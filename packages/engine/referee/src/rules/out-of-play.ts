/**
 * Goals, and the restart after the ball has left the field (spec 06 §11).
 *
 * The ball is judged once per step, on the way from its place after the step before to its present place: `previousX` to `previousZ`. They are
 * stored at the end of every evaluation, also when nothing is judged, so a ball that a trainer moves is judged from its old place.
 *
 * The last toucher decides between corner kick and goal kick, and who takes a kick-in. Of the contacts of one cycle the strongest counts; a
 * touch has strength 0. Contacts with the ball beyond the goal line do not count.
 *
 * Surprising: a ball over the touch line that no player has touched since the last restart becomes a drop ball. A drop ball keeps the indirect
 * flag, so an indirect free kick that timed out still gives no direct goal. A ball that a goalie carries over its goal line is not judged
 * here.
 */
import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
} from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { isBeyondGoalLine, isBeyondTouchLine } from '../areas.js';
import { playerAt, type RefereeContext, type Rule } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import { NO_PLAYER } from '../state.js';
import { awardCornerKick } from './corner-kick.js';
import { dropBall } from './drop-ball.js';
import { judgeGoal, waitAfterGoal } from './goal.js';
import { awardGoalKick } from './goal-kick.js';
import { awardKickIn } from './kick-in.js';

/** Judges goals and balls that leave the field (spec 06 §11). */
export const outOfPlayRule: Rule = {
  name: 'out of play',
  onKick: recordContact,
  onTackle: recordContact,
  onTouch: (ctx, player) => recordContact(ctx, player, 0),
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

/** Handles a kick, a tackle or a touch by a player; `strength` is 0 for touches (spec 06 §11.1). */
function recordContact(ctx: RefereeContext, player: Player, strength: number): void {
  const { world, params } = ctx;
  const state = ctx.state.outOfPlay;
  if (Math.abs(world.ball.pos.x) > PITCH_HALF_LENGTH + params.server.ball_size) return;
  if (world.playMode === 'play_on' && state.firstKicker !== NO_PLAYER && state.firstKicker !== player.index) {
    state.indirect = false;
    state.firstKicker = NO_PLAYER;
  }
  if (state.indirect) state.firstKicker = player.index;
  if (state.lastTime === world.time && state.lastStrength > strength) return;
  state.lastToucher = player.index;
  state.lastTime = world.time;
  state.lastStrength = strength;
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  const state = ctx.state.outOfPlay;
  const kind = playModeKind(mode);
  if (kind === 'play_on') return;
  state.lastToucher = NO_PLAYER;
  // A drop ball keeps the flag: an indirect free kick that timed out stays indirect.
  if (kind === 'drop_ball') return;
  state.firstKicker = NO_PLAYER;
  state.indirect = kind === 'indirect_free_kick';
}

function evaluate(ctx: RefereeContext): void {
  judgeBall(ctx);
  const state = ctx.state.outOfPlay;
  state.previousX = ctx.world.ball.pos.x;
  state.previousY = ctx.world.ball.pos.y;
  state.previousZ = ctx.world.ball.z;
}

function judgeBall(ctx: RefereeContext): void {
  const { world } = ctx;
  const mode = world.playMode;
  if (isShootoutMode(mode)) return;
  if (playModeKind(mode) === 'goal') waitAfterGoal(ctx, playModeSide(mode) as Side);
  else if (mode !== 'time_over' && !judgeGoal(ctx)) judgeBallOut(ctx);
}

/** Selects the restart after the ball left the field (spec 06 §11.2 point 4). */
function judgeBallOut(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const { x, y } = world.ball.pos;
  const toucher = playerAt(ctx, ctx.state.outOfPlay.lastToucher);
  if (isBeyondGoalLine(params, world.ball.pos)) {
    const defender: Side = x > 0 ? 'r' : 'l';
    if (toucher?.side === defender) awardCornerKick(ctx, oppositeSide(defender), y);
    // The goalkeeper rule judges a ball that a goalie carries over its own goal line.
    else if (world.catcher < 0) awardGoalKick(ctx, defender, y);
  } else if (isBeyondTouchLine(params, world.ball.pos)) {
    if (toucher === undefined) dropBall(ctx, x, y);
    else awardKickIn(ctx, oppositeSide(toucher.side), x, y);
  }
}
