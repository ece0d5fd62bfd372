import { type Ball, distance, log, pow, type Vec2 } from '@rcss/core';

/** Something that moves: a place in metres and a velocity in metres per cycle. Balls and players are such things. */
export interface Moving {
  readonly pos: Readonly<Vec2>;
  readonly vel: Readonly<Vec2>;
}

/**
 * Where a thing is after so many cycles if nobody pushes it, without noise, wind and posts (spec 05 §6.6): it goes on by
 * v, v*decay, v*decay^2, ... metres. `decay` is `ball_decay`, or player_decay of the type. Cycles may be a fraction.
 */
export function coast(thing: Moving, cycles: number, decay: number): { pos: Vec2; vel: Vec2 } {
  const left = pow(decay, cycles);
  const way = travelFactor(cycles, decay);
  return {
    pos: { x: thing.pos.x + thing.vel.x * way, y: thing.pos.y + thing.vel.y * way },
    vel: { x: thing.vel.x * left, y: thing.vel.y * left },
  };
}

/** Metres travelled in so many cycles per metre per cycle of initial speed. */
function travelFactor(cycles: number, decay: number): number {
  return decay === 1 ? cycles : (1 - pow(decay, cycles)) / (1 - decay);
}

/** Metres that a thing of this speed travels in so many cycles (spec 05 §6.7). */
export function travel(speed: number, cycles: number, decay: number): number {
  return speed * travelFactor(cycles, decay);
}

/** Speed in metres per cycle that a thing needs now to travel so many metres in so many cycles. */
export function speedToTravel(distance: number, cycles: number, decay: number): number {
  return distance / travelFactor(cycles, decay);
}

/** Fewest whole cycles in which a thing of this speed has travelled so many metres; Infinity when it stops short. */
export function cyclesToTravel(distance: number, speed: number, decay: number): number {
  if (distance <= 0) return 0;
  if (!(speed > 0)) return Number.POSITIVE_INFINITY;
  if (decay === 1) return Math.ceil(distance / speed);
  const left = 1 - (distance * (1 - decay)) / speed;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  const n = Math.ceil(log(left) / log(decay));
  // The logarithm may be off by a rounding error at whole cycles.
  return travel(speed, n - 1, decay) >= distance ? n - 1 : travel(speed, n, decay) >= distance ? n : n + 1;
}

/**
 * First whole cycle from 0 to `within` in which the coasting ball is at most `radius` metres from a point, or
 * undefined when it never is.
 */
export function cycleOfPassing(
  ball: Pick<Ball, 'pos' | 'vel'>,
  point: Readonly<Vec2>,
  radius: number,
  decay: number,
  within: number,
): number | undefined {
  for (let n = 0; n <= within; n++) {
    if (distance(coast(ball, n, decay).pos, point) <= radius) return n;
  }
  return undefined;
}
