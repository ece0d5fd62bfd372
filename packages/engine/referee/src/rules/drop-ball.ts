import { isShootoutMode } from '@rcss/core';
import { moveIntoPitch, moveOutOfPenaltyArea } from '../areas.js';
import { type RefereeContext, releaseBall } from '../context.js';
import { keepPlayersInField, placeBallInMode } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';

/** Drops the ball at (x, y), outside both penalty areas; play continues at once (spec 06 §5.3). */
export function dropBall(ctx: RefereeContext, x: number, y: number): void {
  releaseBall(ctx);
  const p = ctx.scratch;
  p.x = x;
  p.y = y;
  moveOutOfPenaltyArea('n', moveIntoPitch(p));
  resumeWithDropBall(ctx, p.x, p.y);
}

/**
 * Places the ball, announces the calls and returns players to the field: the part of a drop ball that
 * `monitorFoul` shares (spec 06 §5.3, §18.4).
 */
export function resumeWithDropBall(ctx: RefereeContext, x: number, y: number): void {
  placeBallInMode(ctx, 'drop_ball', 'n', x, y);
  keepPlayersInField(ctx);
  if (!isShootoutMode(ctx.world.playMode)) setPlayMode(ctx, 'play_on');
}
