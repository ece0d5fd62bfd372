/** Predictions of kicks: acceleration, greatest speed, and the command for a velocity, without noise (spec 05 §12). */
import type { Ball, Player, Vec2 } from '@rcss/core';
import { cos, deg, direction, hypot, PI, sin, sqrt, wrapAngle } from '@rcss/core/math';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams, PlayerType } from '@rcss/params';
import { isBallKickable, playerTypeOf } from './body.js';

/** Properties of the kicker that a kick depends on: position in meters, body direction in radians, player type. */
export type Kicker = Pick<Player, 'pos' | 'body' | 'typeId'>;

/** Arguments of a kick command: power, and direction in degrees relative to the body. */
export interface KickArguments {
  readonly power: number;
  readonly dir: number;
}

/**
 * Acceleration of the ball in meters per cycle squared per unit of kick power, without noise. It is greatest if the
 * ball is close in front of the body, and less to the side, at the back and farther away (spec 05 §12 point 4). It is
 * 0 if the ball is out of reach.
 */
export function kickRate(params: MatchParams, kicker: Kicker, ballPos: Readonly<Vec2>): number {
  const player = kicker as Player;
  if (!isBallKickable(params, { pos: ballPos } as Ball, player)) return 0;
  const dx = ballPos.x - kicker.pos.x;
  const dy = ballPos.y - kicker.pos.y;
  return kickRateAt(playerTypeOf(params, player), params.server.ball_size, dx, dy, kicker.body);
}

/**
 * Formula of {@link kickRate} without the test of reach, for agents, which have estimates instead of a world.
 *
 * @param ballSize Radius of the ball, meters.
 * @param dx Position of the ball relative to the player, meters, in the frame of `body`.
 * @param body Direction of the body, radians.
 */
export function kickRateAt(
  type: Pick<PlayerType, 'player_size' | 'kick_power_rate' | 'kickable_margin'>,
  ballSize: number,
  dx: number,
  dy: number,
  body: number,
): number {
  const theta = Math.abs(wrapAngle(direction(dx, dy) - body));
  const gap = hypot(dx, dy) - type.player_size - ballSize;
  return type.kick_power_rate * (1 - (0.25 * theta) / PI - (0.25 * gap) / type.kickable_margin);
}

/** Greatest acceleration that one kick can give, meters per cycle squared (spec 05 §12, §6.1). */
export function maxKickAccel(params: MatchParams, kicker: Kicker, ballPos: Readonly<Vec2>): number {
  const a = kickRate(params, kicker, ballPos) * params.server.maxpower;
  return a < params.server.ball_accel_max ? a : params.server.ball_accel_max;
}

/**
 * Greatest speed, in meters per cycle, that one kick can give the ball exactly along a field direction (radians). It is
 * the speed in the next step, without noise. Undefined if the ball is out of reach or its speed across is too great.
 */
export function maxKickSpeed(
  params: MatchParams,
  kicker: Kicker,
  ball: Pick<Ball, 'pos' | 'vel'>,
  angle: number,
): number | undefined {
  const most = maxKickAccel(params, kicker, ball.pos);
  const ux = cos(angle);
  const uy = sin(angle);
  const along = ball.vel.x * ux + ball.vel.y * uy;
  const across = ball.vel.y * ux - ball.vel.x * uy;
  if (most <= 0 || Math.abs(across) > most) return undefined;
  const speed = along + sqrt(most * most - across * across);
  if (speed < 0) return undefined;
  return speed < params.server.ball_speed_max ? speed : params.server.ball_speed_max;
}

/**
 * Returns the kick that gives the ball a velocity (meters per cycle, in the next step, without noise), or undefined if
 * one kick cannot: out of reach, too much power, or above `ball_speed_max` (spec 05 §12).
 */
export function kickForVelocity(
  params: MatchParams,
  kicker: Kicker,
  ball: Pick<Ball, 'pos' | 'vel'>,
  velocity: Readonly<Vec2>,
): KickArguments | undefined {
  const rate = kickRate(params, kicker, ball.pos);
  const ax = velocity.x - ball.vel.x;
  const ay = velocity.y - ball.vel.y;
  const a = hypot(ax, ay);
  const reachable =
    a <= maxKickAccel(params, kicker, ball.pos) && vec2.length(velocity) <= params.server.ball_speed_max;
  if (rate <= 0 || !reachable) return undefined;
  return { power: a / rate, dir: deg(wrapAngle(direction(ax, ay) - kicker.body)) };
}
