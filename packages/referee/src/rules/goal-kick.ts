import { oppositeSide, type Player, type Side, sideSign } from '@rcss/core';
import { GOAL_AREA_LENGTH, GOAL_AREA_WIDTH, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { inPenaltyArea } from '../areas.js';
import { playerAt, type RefereeContext, releaseBall } from '../context.js';
import { clearGoalKickArea, keepPlayersInField, placeBallIn } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { dropBall } from './drop-ball.js';
import { awardFreeKick } from './free-kick.js';
import { callFreeKickFault, rememberTaker } from './free-kick-fault.js';

/** Awards a goal kick to a side, at the corner of its goal area with the same sign of y (spec 06 §5.3). */
export function awardGoalKick(ctx: RefereeContext, side: Side, y: number): void {
  releaseBall(ctx);
  const x = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
  const half = GOAL_AREA_WIDTH / 2;
  placeBallIn(ctx, `goal_kick_${side}`, side, -sideSign(side) * x, y > 0 ? half : -half);
}

/** Handles a kick of a player during a goal kick of `side` (spec 06 §10.2). */
export function kickInGoalKick(ctx: RefereeContext, player: Player, side: Side): void {
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
  rememberTaker(ctx, player);
}

/** Repeats the goal kick after an opponent interfered (spec 06 §10.2, §10.3). */
export function repeatGoalKick(ctx: RefereeContext, side: Side): void {
  awardGoalKick(ctx, side, ctx.world.ball.pos.y);
  ctx.state.setPlay.goalKicks = -1;
  ctx.state.setPlay.taken = false;
}

/** Decrements the time limit of a restart; returns whether it is over. */
export function isRestartTimeUp(ctx: RefereeContext): boolean {
  const memory = ctx.state.setPlay;
  if (memory.timer > -1) memory.timer -= 1;
  return memory.timer === 0;
}

/** Handles the end of a step in a goal kick of `side` (spec 06 §10.3). */
export function evaluateGoalKick(ctx: RefereeContext, side: Side): void {
  const { world, params } = ctx;
  const { server } = params;
  const memory = ctx.state.setPlay;
  const { ball } = world;
  clearGoalKickArea(ctx, side);
  keepPlayersInField(ctx);
  if (!inPenaltyArea(params, 'n', ball.pos)) {
    setPlayMode(ctx, 'play_on');
  } else if (memory.taken && server.proper_goal_kicks) {
    if (vec2.length(ball.vel) >= server.stopped_ball_vel) return;
    const taking = playerAt(ctx, memory.taker)?.side ?? side;
    if (memory.goalKicks >= server.max_goal_kicks) {
      awardFreeKick(ctx, oppositeSide(taking), ball.pos.x, ball.pos.y);
    } else {
      awardGoalKick(ctx, taking, ball.pos.y);
    }
  } else if (isRestartTimeUp(ctx)) {
    dropBall(ctx, ball.pos.x, ball.pos.y);
  }
}
