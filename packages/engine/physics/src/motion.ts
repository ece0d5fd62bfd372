/**
 * One step of an object: acceleration, noise, wind, posts, decay, in this order (spec 05 §6).
 *
 * The acceleration that commands have collected is added to the velocity, then both are limited. Noise comes after the limit, so a speed can
 * exceed the maximum of its object a little. The decay is last: it makes the velocity of the next step.
 *
 * Invariant: an object at rest stays at rest. Without velocity there is no noise and no wind, and a zero acceleration changes nothing.
 *
 * Surprising: noise has a uniform length, not a uniform area, so small deviations are frequent. `wind_rand` 0 switches the wind off, however
 * strong `wind_force` is.
 */
import { type Ball, type Player, PlayerState, playModeClock, type Vec2, type World } from '@rcss/core';
import { cos, hypot, PI, sin, sqrt } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import { hasHeight, type PlayerType } from '@rcss/params';
import { upperHalfSlowness } from './body.js';
import type { PhysicsContext } from './context.js';
import { reflectFromCrossbar } from './crossbar.js';
import { advanceHeight, applyGroundFriction } from './flight.js';
import { moveAmongPosts } from './posts.js';

/** Divisor of the effect of wind on a unit of weight (spec 05 §6.4). */
const WIND_WEIGHT = 10000;

/** Adds the pending acceleration to the velocity, and limits both. If the acceleration is zero, nothing changes (spec 05 §6.1). */
export function applyAcceleration(
  vel: Vec2,
  accel: Readonly<Vec2>,
  accelMax: number,
  speedMax: number,
): void {
  let ax = accel.x;
  let ay = accel.y;
  // Without acceleration the speed is not limited either (spec 05 §23 Q3).
  if (ax === 0 && ay === 0) return;
  const a = sqrt(ax * ax + ay * ay);
  if (a > accelMax) {
    ax *= accelMax / a;
    ay *= accelMax / a;
  }
  vel.x += ax;
  vel.y += ay;
  const v = sqrt(vel.x * vel.x + vel.y * vel.y);
  if (v > speedMax) {
    const f = speedMax / v;
    vel.x *= f;
    vel.y *= f;
  }
}

/** Adds noise of uniform length up to rate * speed in a uniform direction (spec 05 §6.3). */
function addNoise(vel: Vec2, rate: number, rng: RandomStream): void {
  const most = rate * hypot(vel.x, vel.y);
  if (most === 0) {
    // There is no noise. Adding 0 makes a negative zero, the result of a collision, positive. It is then not
    // printed as -0.
    vel.x += 0;
    vel.y += 0;
    return;
  }
  const r = uniform(rng, 0, most);
  const a = uniform(rng, -PI, PI);
  vel.x += r * cos(a);
  vel.y += r * sin(a);
}

/** Adds the wind, only if its random part is not zero (spec 05 §6.4, §23 Q4). */
function addWind(world: World, vel: Vec2, weight: number, rng: RandomStream): void {
  const rho = world.windRandom;
  if (rho < 1e-10) return;
  const f = hypot(vel.x, vel.y);
  vel.x += (f * (world.wind.x + uniform(rng, -rho, rho))) / (weight * WIND_WEIGHT);
  vel.y += (f * (world.wind.y + uniform(rng, -rho, rho))) / (weight * WIND_WEIGHT);
}

/** Moves the ball by one step: acceleration, noise, wind, posts, decay (spec 05 §6), with height spec 12 §4. */
function advanceBall({ world, params, scratch }: PhysicsContext, rng: RandomStream): void {
  const ball: Ball = world.ball;
  const server = params.server;
  const { x, y } = ball.pos;
  applyAcceleration(ball.vel, ball.accel, server.ball_accel_max, server.ball_speed_max);
  addNoise(ball.vel, server.ball_rand, rng);
  addWind(world, ball.vel, server.ball_weight, rng);
  if (ball.z > server.goal_height) {
    ball.pos.x += ball.vel.x;
    ball.pos.y += ball.vel.y;
  } else moveAmongPosts(ball.pos, ball.vel, server.ball_size, server.goal_width, rng, scratch.hitPoint);
  if (hasHeight(server)) {
    const { z } = ball;
    advanceHeight(ball, server);
    reflectFromCrossbar(ball, server, x, y, z);
    applyGroundFriction(ball, server);
  } else {
    ball.vel.x *= server.ball_decay;
    ball.vel.y *= server.ball_decay;
  }
  ball.accel.x = 0;
  ball.accel.y = 0;
}

/** Moves a player by one step: acceleration, angles, noise, wind, posts, decay (spec 05 §6). */
function advancePlayer(ctx: PhysicsContext, rng: RandomStream, player: Player): void {
  const { world, params, scratch } = ctx;
  const server = params.server;
  const type = params.types[player.typeId] as PlayerType;
  const slow = upperHalfSlowness(params, player);
  applyAcceleration(player.vel, player.accel, server.player_accel_max * slow, type.player_speed_max * slow);
  player.body = player.bodyTarget;
  player.neck = player.neckTarget;
  addNoise(player.vel, player.noiseRate, rng);
  addWind(world, player.vel, server.player_weight, rng);
  if (moveAmongPosts(player.pos, player.vel, type.player_size, server.goal_width, rng, scratch.hitPoint)) {
    player.state |= PlayerState.POST_COLLIDE;
    player.collidedWithPost = true;
  }
  player.vel.x *= type.player_decay;
  player.vel.y *= type.player_decay;
  player.accel.x = 0;
  player.accel.y = 0;
}

/**
 * Moves the ball and every enabled player by one cycle (spec 05 §5.3 point 3, spec 05 §6). A slot that no client ever
 * took does not move, even if it is enabled (spec 03 §3).
 */
export function moveObjects(ctx: PhysicsContext, rng: RandomStream): void {
  advanceBall(ctx, rng);
  const players = ctx.world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (player.enabled && player.assigned) advancePlayer(ctx, rng, player);
  }
}

/**
 * Executes a step before the kick-off (spec 05 §5.3 BKO): commits the angles of all players, also disconnected ones,
 * and sets their velocities and pending accelerations to zero. The ball is not changed and nothing moves.
 */
export function commitAnglesAtRest(world: World): void {
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (!player.assigned) continue;
    player.body = player.bodyTarget;
    player.neck = player.neckTarget;
    player.vel.x = 0;
    player.vel.y = 0;
    player.accel.x = 0;
    player.accel.y = 0;
  }
}

/** Whether kicks are refused and tackles have no effect in the current mode: before kick-off, stopped, over. */
export function isBallDead(world: World): boolean {
  return playModeClock(world.playMode) !== 'running';
}
