import { oppositeSide, type Player, type Side, sideSign } from '@rcss/core';
import { GOAL_AREA_LENGTH, GOAL_AREA_WIDTH, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { isInPenaltyArea } from '../areas.js';
import { playerAt, type RefereeContext, releaseBall } from '../context.js';
import { clearPenaltyArea, keepPlayersInField, placeBallInMode } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { dropBall } from './drop-ball.js';
import { awardFreeKick } from './free-kick.js';
import { callFreeKickFault, recordTaker } from './free-kick-fault.js';

/** Awards a goal kick to a side, at the corner of its goal area with the same sign of y (spec 06 §5.3). */
export function awardGoalKick(ctx: RefereeContext, side: Side, y: number): void {
  releaseBall(ctx);
  const x = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
  const half = GOAL_AREA_WIDTH / 2;
  placeBallInMode(ctx, `goal_kick_${side}`, side, -sideSign(side) * x, y > 0 ? half : -half);
}

/** Handles a kick of a player during a goal kick of `side` (spec 06 §10.2). */
export function handleKickInGoalKick(ctx: RefereeContext, player: Player, side: Side): void {
  const { server } = ctx.params;
  const state = ctx.state.freeKickFault;
  if (player.side !== side) {
    repeatGoalKick(ctx, side);
    return;
  }
  if (state.taken) {
    const taker = playerAt(ctx, state.taker);
    if (player.index !== state.taker) {
      if (server.proper_goal_kicks) awardGoalKick(ctx, taker?.side ?? side, ctx.world.ball.pos.y);
    } else if (player.dashCount !== state.takerDashes) {
      if (server.free_kick_faults) callFreeKickFault(ctx, player);
      else if (server.proper_goal_kicks) awardGoalKick(ctx, side, ctx.world.ball.pos.y);
    }
  }
  recordTaker(ctx, player);
}

/** Repeats the goal kick after an opponent interfered (spec 06 §10.2, §10.3). */
export function repeatGoalKick(ctx: RefereeContext, side: Side): void {
  awardGoalKick(ctx, side, ctx.world.ball.pos.y);
  ctx.state.setPlay.goalKicks = -1;
  ctx.state.freeKickFault.taken = false;
}

/** Decrements the time limit of a restart; returns whether it is over. */
export function countDownRestart(ctx: RefereeContext): boolean {
  const state = ctx.state.setPlay;
  if (state.timer > -1) state.timer -= 1;
  return state.timer === 0;
}

/** Handles the end of a step in a goal kick of `side` (spec 06 §10.3). */
export function evaluateGoalKick(ctx: RefereeContext, side: Side): void {
  const { world, params } = ctx;
  const { server } = params;
  const state = ctx.state.freeKickFault;
  const { ball } = world;
  clearPenaltyArea(ctx, side);
  keepPlayersInField(ctx);
  if (!isInPenaltyArea(params, 'n', ball.pos)) {
    setPlayMode(ctx, 'play_on');
  } else if (state.taken && server.proper_goal_kicks) {
    if (vec2.length(ball.vel) >= server.stopped_ball_vel) return;
    const taking = playerAt(ctx, state.taker)?.side ?? side;
    if (ctx.state.setPlay.goalKicks >= server.max_goal_kicks) {
      awardFreeKick(ctx, oppositeSide(taking), ball.pos.x, ball.pos.y);
    } else {
      awardGoalKick(ctx, taking, ball.pos.y);
    }
  } else if (countDownRestart(ctx)) {
    dropBall(ctx, ball.pos.x, ball.pos.y);
  }
}
