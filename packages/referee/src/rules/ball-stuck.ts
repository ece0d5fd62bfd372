import { hypot } from '@rcss/core/math';
import type { RefereeContext, Rule } from '../context.js';
import { dropBall } from './drop-ball.js';

/** Drops a ball that stays at one position during play (spec 06 §8). */
export const ballStuckRule: Rule = { name: 'ball stuck', evaluate };

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const { ball_stuck_area, drop_ball_time } = params.server;
  if (ball_stuck_area <= 0 || drop_ball_time <= 0) return;
  const memory = ctx.state.ballStuck;
  const p = world.ball.pos;
  const near = hypot(p.x - memory.x, p.y - memory.y) <= ball_stuck_area;
  if (world.playMode === 'play_on' && near) {
    memory.count += 1;
    if (memory.count < drop_ball_time) return;
    reset(ctx);
    dropBall(ctx, p.x, p.y);
  } else {
    reset(ctx);
  }
}

function reset(ctx: RefereeContext): void {
  const memory = ctx.state.ballStuck;
  memory.x = ctx.world.ball.pos.x;
  memory.y = ctx.world.ball.pos.y;
  memory.count = 0;
}
