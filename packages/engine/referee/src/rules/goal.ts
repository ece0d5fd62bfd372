import { oppositeSide, type Side, sideSign, teamOf } from '@rcss/core';
import { hasScored, isBeyondGoalLine } from '../areas.js';
import { playerAt, type RefereeContext } from '../context.js';
import { movePlayersToOwnHalf, placeBallForSide, placeBallInMode } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';

/** Cycles between a goal and the kickoff (spec 06 §1). */
const GOAL_WAIT_CYCLES = 50;

/** Gives a goal if the ball crossed a goal line between the posts; returns whether it did (spec 06 §11.3). */
export function judgeGoal(ctx: RefereeContext): boolean {
  const { world, params } = ctx;
  const state = ctx.state.outOfPlay;
  if (state.indirect || !isBeyondGoalLine(params, world.ball.pos)) return false;
  const defender: Side = world.ball.pos.x < 0 ? 'l' : 'r';
  const holder = playerAt(ctx, world.catcher);
  if (holder !== undefined && holder.side !== defender) return false;
  const sign = -sideSign(defender);
  if (!hasScored(params, sign, state, world.ball)) return false;
  countGoal(ctx, oppositeSide(defender));
  return true;
}

/** Counts a goal; with `server::golden_goal`, the first goal in extra time ends the match. */
function countGoal(ctx: RefereeContext, scorer: Side): void {
  const { world, lengths, params } = ctx;
  const team = teamOf(world, scorer);
  if (team.name !== '') team.score += 1;
  ctx.host.announce(`goal_${scorer}_${team.score}`);
  ctx.state.outOfPlay.goalWait = 0;
  placeBallForSide(ctx, oppositeSide(scorer), world.ball.pos.x, world.ball.pos.y);
  const golden = params.server.golden_goal && lengths.half >= 0 && world.time >= lengths.normal;
  setPlayMode(ctx, golden ? 'time_over' : `goal_${scorer}`);
}

/** Runs one step of the wait between a goal and the kickoff of the other side. */
export function waitAfterGoal(ctx: RefereeContext, scorer: Side): void {
  const state = ctx.state.outOfPlay;
  state.goalWait += 1;
  if (state.goalWait <= GOAL_WAIT_CYCLES) return;
  const side = oppositeSide(scorer);
  placeBallInMode(ctx, `kick_off_${side}`, side, 0, 0);
  movePlayersToOwnHalf(ctx);
}
