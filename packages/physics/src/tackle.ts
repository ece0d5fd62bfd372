import {
  bernoulli,
  clamp,
  cos,
  direction,
  norm,
  PI,
  type Player,
  PlayerState,
  pow,
  type RandomStream,
  rad,
  sin,
  uniform,
  type World,
} from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { isBallKickableForOpponent } from './body.js';
import { ballSpeedRate } from './kick.js';
import type { PhysicsListener } from './listener.js';
import { isBallDead } from './motion.js';

/** Clients of this version and later give a direction; earlier ones give a power (05 §13 point 10). */
const DIRECTION_SINCE = 12;

/**
 * Probability that a tackle fails, for the ball at (bx, by) in the frame of the body: 1 or more means certainly.
 * `reach` is tackle_dist before the player and tackle_back_dist behind him (05 §13 point 5).
 */
export function tackleFailure(
  bx: number,
  by: number,
  reach: number,
  width: number,
  exponent: number,
): number {
  return pow(Math.abs(bx) / reach, exponent) + pow(Math.abs(by) / width, exponent);
}

/**
 * `(tackle A [foul])`. `angle` is a direction in degrees for clients of version 12 and later, a power for earlier
 * ones; `foul` asks for an intentional foul. Takes body and legs and keeps the player idle (05 §13).
 */
export function tackle(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  listener: PhysicsListener | null,
  player: Player,
  angle: number,
  foul: boolean,
): void {
  if (player.bodyUsed) return;
  const server = params.server;
  player.bodyUsed = true;
  player.leftLegUsed = true;
  player.rightLegUsed = true;
  player.tackleIdle = server.tackle_cycles;
  player.tackleCount += 1;

  const ball = world.ball;
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const c = cos(-player.body);
  const s = sin(-player.body);
  const bx = dx * c - dy * s;
  const by = dx * s + dy * c;
  const reach = bx > 0 ? server.tackle_dist : server.tackle_back_dist;
  if (Math.abs(reach) <= 1.0e-5) {
    player.state |= PlayerState.TACKLE_FAULT;
    return;
  }

  const intentional = foul && isBallKickableForOpponent(world, params, player);
  const exponent = intentional ? server.foul_exponent : server.tackle_exponent;
  const failure = tackleFailure(bx, by, reach, server.tackle_width, exponent);
  if (failure >= 1) {
    player.state |= PlayerState.TACKLE_FAULT;
    listener?.tackleMissed(player, intentional);
    return;
  }
  if (!bernoulli(rng, 1 - failure)) {
    player.state |= PlayerState.TACKLE | PlayerState.TACKLE_FAULT;
    listener?.tackleMissed(player, intentional);
    return;
  }
  player.state |= PlayerState.TACKLE;
  // catch_fault is missing among the modes that refuse tackles (05 §23 Q12).
  const mode = world.playMode;
  if (isBallDead(world) && mode !== 'catch_fault_l' && mode !== 'catch_fault_r') return;
  // A successful intentional foul leaves the tackler free in the next cycle (05 §23 Q11).
  if (intentional) player.tackleIdle = 0;

  const turned = 1 - (0.5 * Math.abs(direction(bx, by))) / PI;
  const most = server.max_tackle_power;
  const back = server.max_back_tackle_power;
  let strength: number;
  let way: number;
  let powerRate: number;
  if (player.version >= DIRECTION_SINCE) {
    const alpha = rad(clamp(server.minmoment, angle, server.maxmoment));
    strength = (back + (most - back) * (1 - Math.abs(alpha) / PI)) * server.tackle_power_rate * turned;
    way = alpha + player.body;
    powerRate = 1;
  } else {
    const power = clamp(-back, angle, most);
    strength = power * server.tackle_power_rate * turned;
    way = player.body;
    if (Math.abs(power) < 1e-10) powerRate = 0;
    else if (power > 0) powerRate = power / most;
    else powerRate = Math.abs(back) > 1e-10 ? -power / back : 1;
  }
  const placeRate = 0.5 + 0.5 * (1 - failure);
  const noise =
    player.kickRate * server.tackle_rand_factor * powerRate * (placeRate + ballSpeedRate(world, params));
  const noiseLength = uniform(rng, 0, noise);
  const noiseAngle = uniform(rng, -PI, PI);
  const ax = strength * cos(way) + noiseLength * cos(noiseAngle);
  const ay = strength * sin(way) + noiseLength * sin(noiseAngle);
  world.catcher = -1;
  ball.accel.x += ax;
  ball.accel.y += ay;
  listener?.tackled(player, norm(ax, ay), intentional);
}
