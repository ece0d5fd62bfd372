import type { MoveSpec, Player, World } from '@rcss/core';
import { clamp, rad } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import { resolveCollisions } from './collision.js';
import type { PhysicsContext } from './context.js';

/**
 * Places the ball without a collision pass; pushes of the same cycle are lost (spec 05 §20.3). Meters, meters per
 * cycle.
 */
export function placeBall(world: World, x: number, y: number, vx = 0, vy = 0): void {
  const { pos, vel, accel } = world.ball;
  pos.x = x;
  pos.y = y;
  vel.x = vx;
  vel.y = vy;
  accel.x = 0;
  accel.y = 0;
}

/** Executes a trainer's or monitor's `(move (ball) ...)`; releases a held ball first (spec 05 §8, spec 07 §7.2). */
export function placeBallByTrainer(world: World, to: MoveSpec): void {
  world.catcher = -1;
  placeBall(world, to.x, to.y, to.vx ?? 0, to.vy ?? 0);
}

/**
 * Executes a trainer's or monitor's `(move (player ...) ...)`, then a collision pass (spec 05 §20.4). Field
 * coordinates, degrees limited to the moments. Without an angle a pending turn is lost. Slots without a client may be
 * moved too.
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
    player.body = rad(clamp(to.angle, minmoment, maxmoment));
  }
  player.bodyTarget = player.body;
  if (to.vx !== undefined) player.vel.x = to.vx;
  if (to.vy !== undefined) player.vel.y = to.vy;
  resolveCollisions(ctx, rng);
}

/**
 * Executes a monitor's `(dispplayer ...)`, then a collision pass (spec 05 §20.4). Meters, degrees without limit; the
 * player is at rest afterwards.
 */
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
  resolveCollisions(ctx, rng);
}
