import { clamp, type MoveSpec, type Player, type RandomStream, rad, type World } from '@rcss/core';
import { collide } from './collision.js';
import type { PhysicsContext } from './context.js';

/** Places the ball; pushes of the same cycle are lost, no collision pass (spec 05 §20.3). Metres, metres per cycle. */
export function placeBall(world: World, x: number, y: number, vx = 0, vy = 0): void {
  const { pos, vel, accel } = world.ball;
  pos.x = x;
  pos.y = y;
  vel.x = vx;
  vel.y = vy;
  accel.x = 0;
  accel.y = 0;
}

/** A trainer's or monitor's `(move (ball) ...)`: a held ball is released first (spec 05 §8, spec 07 §7.2). */
export function placeBallByTrainer(world: World, to: MoveSpec): void {
  world.catcher = -1;
  placeBall(world, to.x, to.y, to.vx ?? 0, to.vy ?? 0);
}

/**
 * A trainer's or monitor's `(move (player ...) ...)` in field coordinates, degrees limited to the moments; then a
 * collision pass (spec 05 §20.4). Without an angle a pending turn is lost. Slots without a client may be moved too.
 */
export function placePlayerByTrainer(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  to: MoveSpec,
): void {
  player.pos.x = to.x;
  player.pos.y = to.y;
  if (to.angle !== undefined) {
    const { minmoment, maxmoment } = ctx.params.server;
    player.body = rad(clamp(minmoment, to.angle, maxmoment));
  }
  player.bodyTarget = player.body;
  if (to.vx !== undefined) player.vel.x = to.vx;
  if (to.vy !== undefined) player.vel.y = to.vy;
  collide(ctx, rng);
}

/** A monitor's `(dispplayer ...)`: metres, degrees without limit; at rest; collision pass (spec 05 §20.4). */
export function placePlayerByMonitor(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  x: number,
  y: number,
  angle: number,
): void {
  player.pos.x = x;
  player.pos.y = y;
  player.vel.x = 0;
  player.vel.y = 0;
  player.body = rad(angle);
  player.bodyTarget = player.body;
  collide(ctx, rng);
}
