/**
 * Predictions for a ball in the air (spec 12), without noise, wind, posts, crossbars and players. They draw nothing and change nothing; in a
 * match without height they give the flat motion.
 */
import type { Ball, Player, Vec2 } from '@rcss/core';
import { atan2, cos, deg, direction, hypot, sin, wrapAngle } from '@rcss/core/math';
import * as vec2 from '@rcss/core/vec2';
import { hasHeight, type MatchParams, type ServerParams } from '@rcss/params';
import { playerTypeOf } from './body.js';
import { advanceHeight, applyGroundFriction } from './flight.js';
import { heightCost } from './kick.js';
import { type KickArguments, type Kicker, kickRate } from './predict-kick.js';

/** Motion of the ball: meters, meters per cycle; `z` is the height, `vz` the upward speed. */
export type FlyingBall = Pick<Ball, 'pos' | 'vel' | 'z' | 'vz'>;

/** A kick with its angle above the ground, degrees. */
export interface LoftedKick extends KickArguments {
  readonly loft: number;
}

/** Returns the ball with objects of its own. */
function copyBall({ pos, vel, z, vz }: FlyingBall): Ball {
  return { pos: { ...pos }, vel: { ...vel }, accel: vec2.create(), z, vz, az: 0 };
}

/** Moves a ball without kicks by one step: flight, bounce or rolling (spec 12 §6), without noise and wind. */
export function advanceFlight(ball: Ball, server: ServerParams): void {
  ball.pos.x += ball.vel.x;
  ball.pos.y += ball.vel.y;
  if (hasHeight(server)) {
    advanceHeight(ball, server);
    applyGroundFriction(ball, server);
  } else {
    ball.vel.x *= server.ball_decay;
    ball.vel.y *= server.ball_decay;
  }
}

/**
 * Returns the motion of the ball after a whole number of cycles: flight, bounces and rolling (spec 12 §6).
 *
 * @example
 * const { pos, z } = fly(params.server, world.ball, 10);
 */
export function fly(server: ServerParams, ball: FlyingBall, cycles: number): FlyingBall {
  const copy = copyBall(ball);
  for (let n = 0; n < cycles; n++) advanceFlight(copy, server);
  return copy;
}

/**
 * Returns the kick that gives the ball a horizontal velocity and an upward speed in the next step (meters per cycle, without noise), or
 * undefined if one kick cannot: no height, out of reach, too much power, above the limits of the ball, or not off the ground (spec 12 §5).
 */
export function kickForFlight(
  params: MatchParams,
  kicker: Kicker,
  ball: FlyingBall,
  velocity: Readonly<Vec2>,
  vz: number,
): LoftedKick | undefined {
  return loftBall(params.server, rateLoftedKick(params, kicker, ball), kicker.body, ball, velocity, vz);
}

/** Acceleration of the ball by a lofted kick, per unit of power; 0 if the ball is out of reach. */
function rateLoftedKick(params: MatchParams, kicker: Kicker, ball: FlyingBall): number {
  const { server } = params;
  if (ball.z > server.player_height) return 0;
  const { kick_power_rate } = playerTypeOf(params, kicker as Player);
  return Math.max(0, kickRate(params, kicker, ball.pos) - kick_power_rate * heightCost(ball.z, server));
}

/**
 * {@link kickForFlight} for agents, which have estimates instead of a match. `rate` is the acceleration of the ball per unit of power, the
 * cost of height included; `body` the direction of the body, radians.
 */
export function loftBall(
  server: ServerParams,
  rate: number,
  body: number,
  ball: FlyingBall,
  velocity: Readonly<Vec2>,
  vz: number,
): LoftedKick | undefined {
  if (!hasHeight(server)) return undefined;
  const ax = velocity.x - ball.vel.x;
  const ay = velocity.y - ball.vel.y;
  const along = hypot(ax, ay);
  const lift = vz - ball.vz + server.gravity;
  const isOnGround = ball.z === 0 && ball.vz === 0;
  if (rate <= 0 || lift <= 0 || (isOnGround && lift <= server.gravity)) return undefined;
  const push = hypot(along, lift);
  const isAllowed =
    push <= rate * server.maxpower &&
    along <= server.ball_accel_max &&
    lift <= server.ball_accel_max &&
    vec2.length(velocity) <= server.ball_speed_max;
  if (!isAllowed) return undefined;
  return {
    power: push / rate,
    dir: along === 0 ? 0 : deg(wrapAngle(direction(ax, ay) - body)),
    loft: deg(atan2(lift, along)),
  };
}

/** A height that a lofted ball must have at a distance from the kick, for example of an opponent in between; meters. */
export interface Obstacle {
  readonly distance: number;
  readonly height: number;
}

/** Longest flight that {@link kickToLand} considers, cycles. */
const MAX_FLIGHT = 100;

/**
 * Returns the fastest lofted kick of a ball on the ground that first touches the ground again at a point, and the cycles of its flight;
 * undefined if there is none. With `over`, the ball passes the obstacle above its height.
 *
 * A flight of n cycles needs an upward speed of g (n - 1) / 2 after the first one (spec 12 §4): the height is 0 after n.
 */
export function kickToLand(
  params: MatchParams,
  kicker: Kicker,
  ball: FlyingBall,
  target: Readonly<Vec2>,
  over?: Obstacle,
): LandingKick | undefined {
  return loftToLand(params.server, rateLoftedKick(params, kicker, ball), kicker.body, ball, target, over);
}

/** A lofted kick, and when the ball first touches the ground again. */
export interface LandingKick {
  readonly kick: LoftedKick;
  readonly cycles: number;
}

/** {@link kickToLand} for agents; `rate` and `body` as in {@link loftBall}. */
export function loftToLand(
  server: ServerParams,
  rate: number,
  body: number,
  ball: FlyingBall,
  target: Readonly<Vec2>,
  over?: Obstacle,
): LandingKick | undefined {
  if (ball.z !== 0 || ball.vz !== 0) return undefined;
  const { gravity } = server;
  const distance = vec2.distance(ball.pos, target);
  const angle = distance === 0 ? body : direction(target.x - ball.pos.x, target.y - ball.pos.y);
  for (let cycles = 2; cycles <= MAX_FLIGHT; cycles++) {
    const speed = distance / cycles;
    const vz = (gravity * (cycles - 1)) / 2;
    if (over !== undefined && heightAt(over.distance / speed, vz, gravity) < over.height) continue;
    const velocity = { x: speed * cos(angle), y: speed * sin(angle) };
    const kick = loftBall(server, rate, body, ball, velocity, vz);
    if (kick !== undefined) return { kick, cycles };
  }
  return undefined;
}

/** Height after a part of a flight, cycles, on the straight line between the ends of a step. */
function heightAt(time: number, vz: number, gravity: number): number {
  const after = (n: number): number => n * vz - (gravity * n * (n - 1)) / 2;
  const whole = Math.floor(time);
  return after(whole) + (time - whole) * (after(whole + 1) - after(whole));
}
