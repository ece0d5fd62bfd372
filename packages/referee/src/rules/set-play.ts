import {
  isShootoutMode,
  length,
  opposite,
  type Player,
  PlayerState,
  type PlayMode,
  playModeClock,
  playModeSide,
  type Side,
} from '@rcss/core';
import { clearLate, endWait } from '../announce-wait.js';
import { inPenaltyArea, outOfPenaltyArea, toPitch } from '../areas.js';
import { awardFreeKick, awardGoalKick, dropBall } from '../awards.js';
import { clearPlayersFromBall } from '../clearing.js';
import { playerAt, type RefereeContext, type Rule, releaseBall } from '../context.js';
import { clearGoalKickArea, keepPlayersInField, placeBallIn } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { isSetPlay, playModeKind } from '../play-mode-kind.js';

/** Restarts: distance of the opponents, kicks, double touches, time limits (06 §10). */
export const setPlayRule: Rule = { name: 'set play', kick, tackle: kick, touch, modeSet, evaluate };

function kick(ctx: RefereeContext, player: Player): void {
  const { world } = ctx;
  if (isShootoutMode(world.playMode)) return;
  switch (playModeKind(world.playMode)) {
    case 'goal_kick':
      kickInGoalKick(ctx, player, playModeSide(world.playMode) as Side);
      return;
    case 'offside':
      return;
    case 'play_on':
      playedAgain(ctx, player);
      return;
    default:
      remember(ctx, player);
      setPlayMode(ctx, 'play_on');
  }
}

function kickInGoalKick(ctx: RefereeContext, player: Player, side: Side): void {
  const { server } = ctx.params;
  const memory = ctx.state.setPlay;
  if (player.side !== side) {
    repeatGoalKick(ctx, side);
    return;
  }
  if (memory.taken) {
    const taker = playerAt(ctx, memory.taker);
    if (player.index !== memory.taker) {
      if (server.proper_goal_kicks) awardGoalKick(ctx, taker?.side ?? side, ctx.world.ball.pos.y);
    } else if (player.dashCount !== memory.takerDashes) {
      if (server.free_kick_faults) callFreeKickFault(ctx, player);
      else if (server.proper_goal_kicks) awardGoalKick(ctx, side, ctx.world.ball.pos.y);
    }
  }
  remember(ctx, player);
}

/** An opponent interfered (06 §10.2, §10.3). */
function repeatGoalKick(ctx: RefereeContext, side: Side): void {
  awardGoalKick(ctx, side, ctx.world.ball.pos.y);
  ctx.state.setPlay.goalKicks = -1;
  ctx.state.setPlay.taken = false;
}

function remember(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.setPlay;
  memory.taken = true;
  memory.taker = player.index;
  memory.takerDashes = player.dashCount;
}

/** After a restart the taker must not play the ball again before another does; kicks without a dash are one kick. */
function playedAgain(ctx: RefereeContext, player: Player): void {
  const memory = ctx.state.setPlay;
  if (!memory.taken) return;
  if (player.index === memory.taker && ctx.params.server.free_kick_faults) {
    if (player.dashCount > memory.takerDashes) callFreeKickFault(ctx, player);
  } else {
    memory.taken = false;
  }
}

function touch(ctx: RefereeContext, player: Player): void {
  const mode = ctx.world.playMode;
  if (playModeKind(mode) === 'goal_kick' && player.side !== playModeSide(mode)) {
    repeatGoalKick(ctx, playModeSide(mode) as Side);
    return;
  }
  playedAgain(ctx, player);
}

/** Free kick fault of a player's side at the ball (06 §10.4). */
function callFreeKickFault(ctx: RefereeContext, player: Player): void {
  player.state |= PlayerState.FREE_KICK_FAULT;
  const p = ctx.scratch;
  p.x = ctx.world.ball.pos.x;
  p.y = ctx.world.ball.pos.y;
  outOfPenaltyArea(player.side, toPitch(p));
  releaseBall(ctx);
  placeBallIn(ctx, `free_kick_fault_${player.side}`, opposite(player.side), p.x, p.y);
  ctx.state.setPlay.faultWait = 0;
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  const memory = ctx.state.setPlay;
  const kind = playModeKind(mode);
  const setPlay = isSetPlay(kind);
  if (kind !== 'play_on') memory.taken = false;
  if (setPlay || kind === 'goal_kick') clearPlayersFromBall(ctx, opposite(playModeSide(mode)));
  else if (kind === 'drop_ball') clearPlayersFromBall(ctx, 'n');
  memory.goalKicks = kind === 'goal_kick' ? memory.goalKicks + 1 : 0;
  memory.timer = setPlay || kind === 'goal_kick' ? ctx.params.server.drop_ball_time : -1;
  if (kind === 'free_kick_fault') {
    releaseBall(ctx);
    memory.faultWait = 0;
  }
}

function evaluate(ctx: RefereeContext): void {
  const { world } = ctx;
  const mode = world.playMode;
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'free_kick_fault') {
    waitForFreeKick(ctx, playModeSide(mode) as Side);
    return;
  }
  if (kind === 'back_pass' || kind === 'catch_fault') return;
  if (kind === 'goal_kick') {
    evaluateGoalKick(ctx, playModeSide(mode) as Side);
    return;
  }
  const clock = playModeClock(mode);
  const { vel } = world.ball;
  const waiting = kind !== 'play_on' && kind !== 'before_kick_off' && clock === 'R';
  if (waiting && (vel.x !== 0 || vel.y !== 0)) setPlayMode(ctx, 'play_on');
  keepPlayersInField(ctx);
  if (waiting || kind === 'before_kick_off' || kind === 'goal') {
    clearPlayersFromBall(ctx, opposite(world.kickOffSide));
  }
  if (isSetPlay(kind) && timeIsUp(ctx)) dropBall(ctx, world.ball.pos.x, world.ball.pos.y);
}

function waitForFreeKick(ctx: RefereeContext, offender: Side): void {
  const memory = ctx.state.setPlay;
  memory.faultWait += 1;
  clearLate(ctx, memory.faultWait, offender);
  endWait(ctx, memory.faultWait, offender, 'free_kick');
}

function timeIsUp(ctx: RefereeContext): boolean {
  const memory = ctx.state.setPlay;
  if (memory.timer > -1) memory.timer -= 1;
  return memory.timer === 0;
}

function evaluateGoalKick(ctx: RefereeContext, side: Side): void {
  const { world, params } = ctx;
  const { server } = params;
  const memory = ctx.state.setPlay;
  const { ball } = world;
  clearGoalKickArea(ctx, side);
  keepPlayersInField(ctx);
  if (!inPenaltyArea(params, 'n', ball.pos)) {
    setPlayMode(ctx, 'play_on');
  } else if (memory.taken && server.proper_goal_kicks) {
    if (length(ball.vel) >= server.stopped_ball_vel) return;
    const taking = playerAt(ctx, memory.taker)?.side ?? side;
    if (memory.goalKicks >= server.max_goal_kicks) {
      awardFreeKick(ctx, opposite(taking), ball.pos.x, ball.pos.y);
    } else {
      awardGoalKick(ctx, taking, ball.pos.y);
    }
  } else if (timeIsUp(ctx)) {
    dropBall(ctx, ball.pos.x, ball.pos.y);
  }
}
