import {
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  isShootoutMode,
  opposite,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
  type Side,
  sideSign,
} from '@rcss/core';
import { outOfPenaltyArea, toPitch } from './areas.js';
import { type RefereeContext, releaseBall } from './context.js';
import { keepPlayersInField, placeBallIn } from './placement.js';
import { setPlayMode } from './play-mode-change.js';

/** Free kick for a side at (x, y), outside the other penalty area (06 §5.3). */
export function awardFreeKick(ctx: RefereeContext, side: Side, x: number, y: number): void {
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  outOfPenaltyArea(opposite(side), toPitch(p));
  placeBallIn(ctx, `free_kick_${side}`, side, p.x, p.y);
}

/** Goal kick for a side, from the corner of its goal area on the side of y (06 §5.3). */
export function awardGoalKick(ctx: RefereeContext, side: Side, y: number): void {
  releaseBall(ctx);
  const x = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
  const half = GOAL_AREA_WIDTH / 2;
  placeBallIn(ctx, `goal_kick_${side}`, side, -sideSign(side) * x, y > 0 ? half : -half);
}

/** Kick-in for a side at the touch line (06 §5.3). */
export function awardKickIn(ctx: RefereeContext, side: Side, x: number, y: number): void {
  releaseBall(ctx);
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  toPitch(p);
  placeBallIn(ctx, `kick_in_${side}`, side, p.x, p.y);
}

/** Corner kick for a side, at the corner of the other half on the side of y (06 §5.3). */
export function awardCornerKick(ctx: RefereeContext, side: Side, y: number): void {
  releaseBall(ctx);
  const margin = ctx.params.server.ckick_margin;
  const toTouchLine = PITCH_HALF_WIDTH - margin;
  placeBallIn(
    ctx,
    `corner_kick_${side}`,
    side,
    sideSign(side) * (PITCH_HALF_LENGTH - margin),
    y > 0 ? toTouchLine : -toTouchLine,
  );
}

/** Drop ball at (x, y), outside both penalty areas; play goes on at once (06 §5.3). */
export function dropBall(ctx: RefereeContext, x: number, y: number): void {
  releaseBall(ctx);
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  outOfPenaltyArea('n', toPitch(p));
  resumeWithDropBall(ctx, p.x, p.y);
}

/** The part of a drop ball that monitors share: ball, calls, players back into the field (06 §5.3, §18.4). */
export function resumeWithDropBall(ctx: RefereeContext, x: number, y: number): void {
  placeBallIn(ctx, 'drop_ball', 'n', x, y);
  keepPlayersInField(ctx);
  if (!isShootoutMode(ctx.world.playMode)) setPlayMode(ctx, 'play_on');
}
