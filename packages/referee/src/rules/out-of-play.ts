import {
  isShootoutMode,
  opposite,
  PITCH_HALF_LENGTH,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
  sideSign,
  teamOf,
} from '@rcss/core';
import { crossedGoalLine, isOutByX, isOutByY } from '../areas.js';
import { awardCornerKick, awardGoalKick, awardKickIn, dropBall } from '../awards.js';
import { playerAt, type RefereeContext, type Rule } from '../context.js';
import { placeBall, placeBallIn, sendPlayersHome } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';

/** Cycles between a goal and the kick-off (06 §1). */
const AFTER_GOAL_WAIT = 50;

/** Goals and balls that leave the field (06 §11). */
export const outOfPlayRule: Rule = {
  name: 'out of play',
  kick: contact,
  tackle: contact,
  touch: (ctx, player) => contact(ctx, player, 0),
  modeSet,
  evaluate,
};

/** Somebody plays or touches the ball with a strength, 0 for touches (06 §11.1). */
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

function waitForKickOff(ctx: RefereeContext, scorer: Side): void {
  const memory = ctx.state.outOfPlay;
  memory.goalWait += 1;
  if (memory.goalWait <= AFTER_GOAL_WAIT) return;
  const side = opposite(scorer);
  placeBallIn(ctx, `kick_off_${side}`, side, 0, 0);
  sendPlayersHome(ctx);
}

/** Whether a goal was given (06 §11.3). */
function judgeGoal(ctx: RefereeContext): boolean {
  const { world, params } = ctx;
  const memory = ctx.state.outOfPlay;
  if (memory.indirect || !isOutByX(params, world.ball.pos)) return false;
  const defender: Side = world.ball.pos.x < 0 ? 'l' : 'r';
  const holder = playerAt(ctx, world.catcher);
  if (holder !== undefined && holder.side !== defender) return false;
  const sign = -sideSign(defender);
  if (!crossedGoalLine(params, sign, memory.previousX, memory.previousY, world.ball.pos)) return false;
  giveGoal(ctx, opposite(defender));
  return true;
}

function giveGoal(ctx: RefereeContext, scorer: Side): void {
  const { world, lengths, params } = ctx;
  const team = teamOf(world, scorer);
  if (team.name !== '') team.score += 1;
  ctx.host.announce(`goal_${scorer}_${team.score}`);
  ctx.state.outOfPlay.goalWait = 0;
  placeBall(ctx, opposite(scorer), world.ball.pos.x, world.ball.pos.y);
  const golden = params.server.golden_goal && lengths.half >= 0 && world.time >= lengths.normal;
  setPlayMode(ctx, golden ? 'time_over' : `goal_${scorer}`);
}

/** Restarts after the ball left the field (06 §11.2 point 4). */
function judgeOut(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const { x, y } = world.ball.pos;
  const toucher = playerAt(ctx, ctx.state.outOfPlay.lastToucher);
  if (isOutByX(params, world.ball.pos)) {
    const defender: Side = x > 0 ? 'r' : 'l';
    if (toucher?.side === defender) awardCornerKick(ctx, opposite(defender), y);
    // A ball that a goalie carries over his line is judged by the goalkeeper rule.
    else if (world.catcher < 0) awardGoalKick(ctx, defender, y);
  } else if (isOutByY(params, world.ball.pos)) {
    if (toucher === undefined) dropBall(ctx, x, y);
    else awardKickIn(ctx, opposite(toucher.side), x, y);
  }
}
