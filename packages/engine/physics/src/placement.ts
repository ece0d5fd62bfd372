import type { MoveSpec, Player, World } from '@rcss/core';
import { clamp, limitCoordinate, rad } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import { resolveCollisions } from './collision.js';
import type { PhysicsContext } from './context.js';

/**
 * Places the ball on the ground, without a collision pass; pushes of the same cycle are lost (spec 05 §20.3). Meters,
 * meters per cycle.
 */
export function placeBall(world: World, x: number, y: number, vx = 0, vy = 0): void {
  const { ball } = world;
  const { pos, vel, accel } = ball;
  pos.x = x;
  pos.y = y;
  vel.x = vx;
  vel.y = vy;
  accel.x = 0;
  accel.y = 0;
  ball.z = 0;
  ball.vz = 0;
  ball.az = 0;
}

/**
 * Executes a trainer's or monitor's `(move (ball) ...)`; releases a held ball first (spec 05 §8, spec 07 §7.2). Position
 * and velocity are limited to `MAX_COORDINATE` of `@rcss/core/math`.
 */
export function placeBallByTrainer(world: World, to: MoveSpec): void {
  world.catcher = -1;
  placeBall(
    world,
    limitCoordinate(to.x),
    limitCoordinate(to.y),
    limitCoordinate(to.vx ?? 0),
    limitCoordinate(to.vy ?? 0),
  );
}

/**
 * Executes a trainer's or monitor's `(move (player ...) ...)`, then a collision pass (spec 05 §20.4). Field
 * coordinates, degrees limited to the moments. Without an angle a pending turn is lost. Slots without a client may be
 * moved too. Position and velocity are limited to `MAX_COORDINATE` of `@rcss/core/math`.
 */
export function placePlayerByTrainer(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  to: MoveSpec,
): void {
  player.pos.x = limitCoordinate(to.x);
  player.pos.y = limitCoordinate(to.y);
  if (to.angle !== undefined) {
    const { minmoment, maxmoment } = ctx.params.server;
    player.body = rad(clamp(to.angle, minmoment, maxmoment));
  }
  player.bodyTarget = player.body;
  if (to.vx !== undefined) player.vel.x = limitCoordinate(to.vx);
  if (to.vy !== undefined) player.vel.y = limitCoordinate(to.vy);
  resolveCollisions(ctx, rng);
}

/**
 * Executes a monitor's `(dispplayer ...)`, then a collision pass (spec 05 §20.4). Meters, limited to
 * `MAX_COORDINATE` of `@rcss/core/math`; degrees without limit. The player is at rest afterwards.
 */
export function placePlayerByMonitor(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  x: number,
  y: number,
  angle: number,
): void {
  player.pos.x = limitCoordinate(x);
  player.pos.y = limitCoordinate(y);
  player.vel.x = 0;
  player.vel.y = 0;
  player.body = rad(angle);
  player.bodyTarget = player.body;
  resolveCollisions(ctx, rng);
}
