import type { Ball, BallPlace, SideOrNeutral, Vec2, World } from '@rcss/core';
import { clamp, EPS } from '@rcss/core/math';
import {
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  GOAL_DEPTH,
  GOAL_POST_RADIUS,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import type { MatchParams } from '@rcss/params';

const PENALTY_LINE = PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH;
const PENALTY_HALF_WIDTH = PENALTY_AREA_WIDTH / 2;
const GOAL_AREA_LINE = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
const GOAL_AREA_HALF_WIDTH = GOAL_AREA_WIDTH / 2;

/** Moves p to the nearest point of the pitch (spec 06 §5.2 "to pitch"). */
export function moveIntoPitch(p: Vec2): Vec2 {
  p.x = clamp(p.x, -PITCH_HALF_LENGTH, PITCH_HALF_LENGTH);
  p.y = clamp(p.y, -PITCH_HALF_WIDTH, PITCH_HALF_WIDTH);
  return p;
}

/** Moves p to a corner of the penalty area of a side if p is inside it; neutral means both areas (spec 06 §5.2). */
export function moveOutOfPenaltyArea(side: SideOrNeutral, p: Vec2): Vec2 {
  if (Math.abs(p.y) > PENALTY_HALF_WIDTH) return p;
  const left = side !== 'r' && p.x <= -PENALTY_LINE;
  const right = side !== 'l' && p.x >= PENALTY_LINE;
  if (!left && !right) return p;
  p.x = left ? -PENALTY_LINE + EPS : PENALTY_LINE - EPS;
  p.y = p.y > 0 ? PENALTY_HALF_WIDTH + EPS : -(PENALTY_HALF_WIDTH + EPS);
  return p;
}

/** Moves p to the front line of the goal area of a side if p is inside it; y stays. Neutral means both areas (spec 06 §5.2). */
export function moveOutOfGoalArea(side: SideOrNeutral, p: Vec2): Vec2 {
  if (Math.abs(p.y) > GOAL_AREA_HALF_WIDTH) return p;
  if (side !== 'r' && p.x <= -GOAL_AREA_LINE) p.x = -GOAL_AREA_LINE + EPS;
  else if (side !== 'l' && p.x >= GOAL_AREA_LINE) p.x = GOAL_AREA_LINE - EPS;
  return p;
}

/**
 * Returns whether p is in the penalty area of a side, enlarged by the radius of the ball (spec 06 §5.2).
 * Neutral means either area. A ball that `moveOutOfPenaltyArea` moved to the corner of the area still counts as
 * inside.
 */
export function isInPenaltyArea(params: MatchParams, side: SideOrNeutral, p: Readonly<Vec2>): boolean {
  const b = params.server.ball_size;
  if (Math.abs(p.y) > PENALTY_HALF_WIDTH + b) return false;
  const x = Math.abs(p.x);
  if (x > PITCH_HALF_LENGTH + b || x < PENALTY_LINE - b) return false;
  return side === 'n' || (side === 'l') === p.x < 0;
}

/** Returns whether the whole ball is beyond a goal line (spec 06 §1, strict). */
export function isBeyondGoalLine(params: MatchParams, p: Readonly<Vec2>): boolean {
  return Math.abs(p.x) > PITCH_HALF_LENGTH + params.server.ball_size;
}

/** Returns whether the whole ball is beyond a touch line (spec 06 §1, strict). */
export function isBeyondTouchLine(params: MatchParams, p: Readonly<Vec2>): boolean {
  return Math.abs(p.y) > PITCH_HALF_WIDTH + params.server.ball_size;
}

/**
 * Returns whether the straight line from (px, py) to p crosses the goal line of one goal between the posts (the
 * three conditions of spec 06 §11.3). `sign` is -1 for the left goal, 1 for the right goal and 0 for none.
 */
export function hasCrossedGoalLine(
  params: MatchParams,
  sign: number,
  px: number,
  py: number,
  p: Readonly<Vec2>,
): boolean {
  const line = PITCH_HALF_LENGTH + params.server.ball_size;
  const halfGoal = params.server.goal_width / 2 + GOAL_POST_RADIUS;
  if (px === p.x || !(p.x * sign > line) || Math.abs(px) > line) return false;
  if (Math.abs(py) > halfGoal && Math.abs(px) > PITCH_HALF_LENGTH) return false;
  const slope = (p.y - py) / (p.x - px);
  const y = py + slope * (sign * line - px);
  return Math.abs(y) <= halfGoal;
}

/** The place of the ball at the previous evaluation of a rule, meters. */
interface PreviousPlace {
  readonly previousX: number;
  readonly previousY: number;
  readonly previousZ: number;
}

/**
 * Returns whether the ball has crossed the goal line of one goal between the posts and not above the bar. Its height on the line
 * is on the straight line between its heights before and after the step (spec 12 §8.3). `sign` as for {@link hasCrossedGoalLine}.
 */
export function hasScored(
  params: MatchParams,
  sign: number,
  { previousX, previousY, previousZ }: PreviousPlace,
  { pos, z }: Pick<Ball, 'pos' | 'z'>,
): boolean {
  if (!hasCrossedGoalLine(params, sign, previousX, previousY, pos)) return false;
  const line = sign * (PITCH_HALF_LENGTH + params.server.ball_size);
  const height = previousZ + ((line - previousX) / (pos.x - previousX)) * (z - previousZ);
  return height <= params.server.goal_height;
}

/**
 * Returns the place of the ball as `(check_ball)` reports it (spec 07 §7.5). A ball above the bar is not in a goal, unlike in the
 * measured server (spec 12 §15 D14).
 */
export function ballPlace(world: World, params: MatchParams): BallPlace {
  const { ball_size, goal_width, goal_height } = params.server;
  const { z } = world.ball;
  const { x, y } = world.ball.pos;
  const line = PITCH_HALF_LENGTH + ball_size;
  if (Math.abs(y) <= (goal_width + GOAL_POST_RADIUS) / 2 && z <= goal_height) {
    if (x >= -line - GOAL_DEPTH && x <= -line) return 'goal_l';
    if (x >= line && x <= line + GOAL_DEPTH) return 'goal_r';
  }
  return isBeyondGoalLine(params, world.ball.pos) || isBeyondTouchLine(params, world.ball.pos)
    ? 'out_of_field'
    : 'in_field';
}
