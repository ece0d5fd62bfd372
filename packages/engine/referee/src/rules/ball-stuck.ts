import { hypot } from '@rcss/core/math';
import type { RefereeContext, Rule } from '../context.js';
import { dropBall } from './drop-ball.js';

/** Drops a ball that stays at one position during play (spec 06 §8). */
export const ballStuckRule: Rule = { name: 'ball stuck', evaluate };

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const { ball_stuck_area, drop_ball_time } = params.server;
  if (ball_stuck_area <= 0 || drop_ball_time <= 0) return;
  const state = ctx.state.ballStuck;
  const p = world.ball.pos;
  const near = hypot(p.x - state.x, p.y - state.y) <= ball_stuck_area;
  if (world.playMode === 'play_on' && near) {
    state.count += 1;
    if (state.count < drop_ball_time) return;
    restartCount(ctx);
    dropBall(ctx, p.x, p.y);
  } else {
    restartCount(ctx);
  }
}

function restartCount(ctx: RefereeContext): void {
  const state = ctx.state.ballStuck;
  state.x = ctx.world.ball.pos.x;
  state.y = ctx.world.ball.pos.y;
  state.count = 0;
}
