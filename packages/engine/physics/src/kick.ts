import { type Player, PlayerState, type World } from '@rcss/core';
import { clamp, cos, direction, hypot, PI, rad, sin, wrapAngle } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import { hasHeight, type MatchParams, type ServerParams } from '@rcss/params';
import { isBallKickable, playerTypeOf } from './body.js';
import type { PhysicsContext } from './context.js';
import { isBallDead } from './motion.js';

/** Factor of kick and tackle noise by the speed of the ball: 0.5 at rest, 1 at top speed (spec 05 §12). */
export function ballSpeedRate(world: World, params: MatchParams): number {
  return (
    0.5 + (0.5 * vec2.length(world.ball.vel)) / (params.server.ball_speed_max * params.server.ball_decay)
  );
}

/**
 * Executes `(kick P D)`: power and degrees as received. The push is added to the ball at once and becomes motion in the
 * step (spec 05 §12). Out of reach or in a dead ball mode the kick does not push the ball and is marked as faulty.
 *
 * @param loft Angle above the ground in degrees, limited to 0 to 90; without effect in a match without height (spec 12 §5).
 */
export function kick(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  power: number,
  dir: number,
  loft = 0,
): void {
  const { world, params, listener } = ctx;
  if (player.bodyUsed) return;
  player.bodyUsed = true;
  player.kickedCount = 1;
  player.state |= PlayerState.KICK;
  const server = params.server;
  const p = clamp(power, server.minpower, server.maxpower);
  const d = clamp(dir, server.minmoment, server.maxmoment);
  if (isBallDead(world)) {
    player.state |= PlayerState.KICK_FAULT;
    return;
  }
  const ball = world.ball;
  if (!isBallKickable(params, ball, player)) {
    player.state |= PlayerState.KICK_FAULT;
    listener?.onKickMiss(player);
    return;
  }
  const type = playerTypeOf(params, player);
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const theta = Math.abs(wrapAngle(direction(dx, dy) - player.body));
  const gap = hypot(dx, dy) - type.player_size - server.ball_size;
  const margin = type.kickable_margin;
  const rate = 1 - (0.25 * theta) / PI - (0.25 * gap) / margin;
  let strength = p * type.kick_power_rate * rate;
  let lift = 0;
  if (loft > 0 && hasHeight(server)) {
    const up = rad(loft < 90 ? loft : 90);
    const lofted = p * type.kick_power_rate * (rate - heightCost(ball.z, server));
    const push = lofted > 0 ? lofted : 0;
    lift = push * sin(up);
    strength = push * cos(up);
  }
  const angle = rad(d) + player.body;
  const placeRate = 0.5 + 0.25 * (theta / PI + gap / margin);
  const noise = player.kickNoiseRate * (p / server.maxpower) * (placeRate + ballSpeedRate(world, params));
  const noiseLength = uniform(rng, 0, noise);
  const noiseAngle = uniform(rng, -PI, PI);
  const ax = strength * cos(angle) + noiseLength * cos(noiseAngle);
  const ay = strength * sin(angle) + noiseLength * sin(noiseAngle);
  world.catcher = -1;
  ball.accel.x += ax;
  ball.accel.y += ay;
  ball.az += lift;
  player.kickCount += 1;
  const push = hypot(ax, ay);
  listener?.onKick(player, lift === 0 ? push : hypot(push, lift));
}

/** Loss of the power of a kick with loft, as a part of its full power, by the height of the ball in meters (spec 12 §5). */
export function heightCost(z: number, { height_power_cost, player_height }: ServerParams): number {
  return z > 0 ? (height_power_cost * z) / player_height : 0;
}
