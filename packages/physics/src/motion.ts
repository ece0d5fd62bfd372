import {
  type Ball,
  cos,
  norm,
  PI,
  type Player,
  PlayerState,
  playModeClock,
  type RandomStream,
  sin,
  sqrt,
  uniform,
  type Vec2,
  type World,
} from '@rcss/core';
import type { PlayerType } from '@rcss/params';
import { slowness } from './body.js';
import type { PhysicsContext } from './context.js';
import { moveAmongPosts } from './posts.js';

/** Wind acts on a unit of weight this many times more weakly (spec 05 §6.4). */
const WIND_WEIGHT = 10000;

/** Adds the pending acceleration to the velocity, both limited; without acceleration nothing happens (spec 05 §6.1). */
export function accelerate(vel: Vec2, accel: Readonly<Vec2>, accelMax: number, speedMax: number): void {
  let ax = accel.x;
  let ay = accel.y;
  // The speed limit too is skipped for an object that nobody pushes (spec 05 §23 Q3).
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

/** Noise of uniform length up to rate * speed in any direction (spec 05 §6.3). */
function disturb(vel: Vec2, rate: number, rng: RandomStream): void {
  const most = rate * norm(vel.x, vel.y);
  if (most === 0) {
    // No noise. Negative zeros, left by collisions, become positive in every motion: they would be printed.
    vel.x += 0;
    vel.y += 0;
    return;
  }
  const r = uniform(rng, 0, most);
  const a = uniform(rng, -PI, PI);
  vel.x += r * cos(a);
  vel.y += r * sin(a);
}

/** Wind, only when its random part is not zero (spec 05 §6.4, §23 Q4). */
function blow(world: World, vel: Vec2, weight: number, rng: RandomStream): void {
  const rho = world.windRandom;
  if (rho < 1e-10) return;
  const f = norm(vel.x, vel.y);
  vel.x += (f * (world.wind.x + uniform(rng, -rho, rho))) / (weight * WIND_WEIGHT);
  vel.y += (f * (world.wind.y + uniform(rng, -rho, rho))) / (weight * WIND_WEIGHT);
}

/** One step of the ball: acceleration, noise, wind, posts, decay (spec 05 §6). */
export function advanceBall({ world, params, scratch }: PhysicsContext, rng: RandomStream): void {
  const ball: Ball = world.ball;
  const server = params.server;
  accelerate(ball.vel, ball.accel, server.ball_accel_max, server.ball_speed_max);
  disturb(ball.vel, server.ball_rand, rng);
  blow(world, ball.vel, server.ball_weight, rng);
  moveAmongPosts(ball.pos, ball.vel, server.ball_size, server.goal_width, rng, scratch.hit);
  ball.vel.x *= server.ball_decay;
  ball.vel.y *= server.ball_decay;
  ball.accel.x = 0;
  ball.accel.y = 0;
}

/** One step of a player: acceleration, angles, noise, wind, posts, decay (spec 05 §6). */
export function advancePlayer(ctx: PhysicsContext, rng: RandomStream, player: Player): void {
  const { world, params, scratch } = ctx;
  const server = params.server;
  const type = params.types[player.typeId] as PlayerType;
  const slow = slowness(params, player);
  accelerate(player.vel, player.accel, server.player_accel_max * slow, type.player_speed_max * slow);
  player.body = player.bodyTarget;
  player.neck = player.neckTarget;
  disturb(player.vel, player.noiseRate, rng);
  blow(world, player.vel, server.player_weight, rng);
  if (moveAmongPosts(player.pos, player.vel, type.player_size, server.goal_width, rng, scratch.hit)) {
    player.state |= PlayerState.POST_COLLIDE;
    player.collidedWithPost = true;
  }
  player.vel.x *= type.player_decay;
  player.vel.y *= type.player_decay;
  player.accel.x = 0;
  player.accel.y = 0;
}

/**
 * Moves the ball and every enabled player by one cycle (spec 05 §5.3 point 3, spec 05 §6). A slot that no client ever took is no
 * moving object, even when it was made enabled (spec 03 §3).
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
 * What happens to bodies in a step before the kick-off (spec 05 §5.3 BKO): angles are committed, velocities and pending
 * pushes of players vanish; disconnected players included. The ball is not touched and nothing moves.
 */
export function commitAngles(world: World): void {
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

/** Whether kicks are refused and tackles have no effect in the present mode: before kick-off, stopped, over. */
export function isBallDead(world: World): boolean {
  return playModeClock(world.playMode) !== 'R';
}
