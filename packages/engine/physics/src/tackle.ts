/**
 * Tackles: a push of the ball with an uncertain outcome, and the price for it (spec 05 §13).
 *
 * The ball is seen in the frame of the body; the farther ahead or aside, the likelier the failure. Success pushes the ball; success or
 * failure, the player is idle for `tackle_cycles`. If failure is certain, no random number is drawn.
 *
 * Surprising: the number is a direction since version 12 and a power before. Behind the player the reach is `tackle_back_dist`, by default
 * 0: there every tackle fails. An intentional foul has its own exponent; if it succeeds, the tackler is free in the next cycle.
 */
import { type Ball, type Player, PlayerState, type Vec2 } from '@rcss/core';
import { clamp, cos, direction, hypot, PI, pow, rad, sin } from '@rcss/core/math';
import { bernoulli, type RandomStream, uniform } from '@rcss/core/random';
import { playerFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import { isBallKickableForOpponent } from './body.js';
import type { PhysicsContext } from './context.js';
import { ballSpeedRate } from './kick.js';
import { isBallDead } from './motion.js';

/** A reach of at most this (meters) counts as zero. */
const MIN_REACH = 1.0e-5;

/**
 * Probability that a tackle fails, for the ball at (bx, by) in the frame of the body; 1 or more is a certain failure.
 * `reach` is `tackle_dist` in front of the player and `tackle_back_dist` at its back (spec 05 §13 point 5).
 */
export function tackleFailureProbability(
  bx: number,
  by: number,
  reach: number,
  width: number,
  exponent: number,
): number {
  return pow(Math.abs(bx) / reach, exponent) + pow(Math.abs(by) / width, exponent);
}

/** Position of the ball in the frame of a player's body: meters forward and to the right. */
function ballInBodyFrame(ball: Ball, player: Player): { forward: number; aside: number } {
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const c = cos(-player.body);
  const s = sin(-player.body);
  return { forward: dx * c - dy * s, aside: dx * s + dy * c };
}

/**
 * Probability 0..1 that a tackle by the player reaches the ball (spec 05 §13 point 5). `foul` requests an
 * intentional foul, which has a different exponent.
 */
export function tackleProbability(
  params: MatchParams,
  player: Pick<Player, 'pos' | 'body'>,
  ballPos: Readonly<Vec2>,
  foul = false,
): number {
  const { server } = params;
  const { forward, aside } = ballInBodyFrame({ pos: ballPos } as Ball, player as Player);
  const reach = tackleReach(params, forward);
  if (Math.abs(reach) <= MIN_REACH) return 0;
  const exponent = foul ? server.foul_exponent : server.tackle_exponent;
  const failure = tackleFailureProbability(forward, aside, reach, server.tackle_width, exponent);
  return failure < 1 ? 1 - failure : 0;
}

function tackleReach(params: MatchParams, forward: number): number {
  return forward > 0 ? params.server.tackle_dist : params.server.tackle_back_dist;
}

/**
 * Executes `(tackle A [foul])`. `angle` is a direction in degrees for clients of version 12 and later, a power for
 * earlier ones; `foul` requests an intentional foul. The command uses body and legs and makes the player idle (spec 05
 * §13).
 */
export function tackle(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  angle: number,
  foul: boolean,
): void {
  if (player.bodyUsed) return;
  const { world, params, listener } = ctx;
  const { server } = params;
  player.bodyUsed = true;
  player.leftLegUsed = true;
  player.rightLegUsed = true;
  player.tackleIdle = server.tackle_cycles;
  player.tackleCount += 1;

  const { forward, aside } = ballInBodyFrame(world.ball, player);
  const reach = tackleReach(params, forward);
  if (Math.abs(reach) <= MIN_REACH) {
    player.state |= PlayerState.TACKLE_FAULT;
    return;
  }
  const isTooHigh = world.ball.z > server.tackle_height;
  const intentional = foul && isBallKickableForOpponent(world, params, player);
  const exponent = intentional ? server.foul_exponent : server.tackle_exponent;
  const failure = tackleFailureProbability(forward, aside, reach, server.tackle_width, exponent);
  // A ball above the reach is a certain failure too (spec 12 §7.1).
  if (isTooHigh || failure >= 1) {
    player.state |= PlayerState.TACKLE_FAULT;
    listener?.onTackleMiss(player, intentional);
    return;
  }
  if (!bernoulli(rng, 1 - failure)) {
    player.state |= PlayerState.TACKLE | PlayerState.TACKLE_FAULT;
    listener?.onTackleMiss(player, intentional);
    return;
  }
  player.state |= PlayerState.TACKLE;
  // In all modes with a dead ball except catch_fault, the tackle has no effect on the ball (spec 05 §23 Q12).
  const mode = world.playMode;
  if (isBallDead(world) && mode !== 'catch_fault_l' && mode !== 'catch_fault_r') return;
  // A successful intentional foul leaves the tackler free in the next cycle (spec 05 §23 Q11).
  if (intentional) player.tackleIdle = 0;
  const strength = pushBall(ctx, rng, player, angle, failure, direction(forward, aside));
  listener?.onTackle(player, strength, intentional);
}

/** Push of a successful tackle in meters per cycle squared, its direction, and its fraction of full power. */
interface TacklePush {
  readonly strength: number;
  /** Radians, field frame. */
  readonly way: number;
  readonly powerRate: number;
}

/** Push for a client of version 12 and later, which sends a direction in degrees. */
function pushByDirection(params: MatchParams, player: Player, angle: number, turned: number): TacklePush {
  const { minmoment, maxmoment, max_tackle_power, max_back_tackle_power, tackle_power_rate } = params.server;
  const alpha = rad(clamp(angle, minmoment, maxmoment));
  const power =
    max_back_tackle_power + (max_tackle_power - max_back_tackle_power) * (1 - Math.abs(alpha) / PI);
  return { strength: power * tackle_power_rate * turned, way: alpha + player.body, powerRate: 1 };
}

/** Push for an earlier client, which sends a power, forward or backward. */
function pushByPower(params: MatchParams, player: Player, asked: number, turned: number): TacklePush {
  const { max_tackle_power: most, max_back_tackle_power: back, tackle_power_rate } = params.server;
  const power = clamp(asked, -back, most);
  let powerRate: number;
  if (Math.abs(power) < 1e-10) powerRate = 0;
  else if (power > 0) powerRate = power / most;
  else powerRate = Math.abs(back) > 1e-10 ? -power / back : 1;
  return { strength: power * tackle_power_rate * turned, way: player.body, powerRate };
}

/** Releases the ball and adds the push of a successful tackle with its noise. Returns the length of the push. */
function pushBall(
  { world, params }: PhysicsContext,
  rng: RandomStream,
  player: Player,
  angle: number,
  failure: number,
  ballDir: number,
): number {
  const { ball } = world;
  const turned = 1 - (0.5 * Math.abs(ballDir)) / PI;
  const orderOf = playerFeatures(player.version).tackleDirection ? pushByDirection : pushByPower;
  const { strength, way, powerRate } = orderOf(params, player, angle, turned);
  const placeRate = 0.5 + 0.5 * (1 - failure);
  const noise =
    player.kickNoiseRate *
    params.server.tackle_rand_factor *
    powerRate *
    (placeRate + ballSpeedRate(world, params));
  const noiseLength = uniform(rng, 0, noise);
  const noiseAngle = uniform(rng, -PI, PI);
  const ax = strength * cos(way) + noiseLength * cos(noiseAngle);
  const ay = strength * sin(way) + noiseLength * sin(noiseAngle);
  world.catcher = -1;
  ball.accel.x += ax;
  ball.accel.y += ay;
  return hypot(ax, ay);
}
