/** Predictions of a moving object without acceleration: position after some cycles, and speeds and times for a distance (spec 05 §6.6, §6.7). */
import type { Vec2 } from '@rcss/core';
import { log, pow } from '@rcss/core/math';

/** A moving object, for example a ball or a player: position in meters, velocity in meters per cycle. */
export interface MovingObject {
  readonly pos: Readonly<Vec2>;
  readonly vel: Readonly<Vec2>;
}

/**
 * Returns position and velocity after a number of cycles without acceleration, noise, wind and posts (spec 05 §6.6).
 * The object moves by v, v*decay, v*decay^2, ... meters. `decay` is `ball_decay`, or `player_decay` of the player
 * type. `cycles` may be a fraction, or `Infinity` for the place where the object stops.
 */
export function coast(thing: MovingObject, cycles: number, decay: number): { pos: Vec2; vel: Vec2 } {
  const left = pow(decay, cycles);
  const way = travelFactor(cycles, decay);
  return {
    pos: { x: thing.pos.x + thing.vel.x * way, y: thing.pos.y + thing.vel.y * way },
    vel: { x: thing.vel.x * left, y: thing.vel.y * left },
  };
}

/** Distance traveled in a number of cycles, divided by the initial speed. */
function travelFactor(cycles: number, decay: number): number {
  return decay === 1 ? cycles : (1 - pow(decay, cycles)) / (1 - decay);
}

/** Distance in meters that an object of this initial speed travels in a number of cycles (spec 05 §6.7). */
export function travelDistance(speed: number, cycles: number, decay: number): number {
  return speed * travelFactor(cycles, decay);
}

/** Smallest integer number of cycles to travel a distance (meters) from this speed; Infinity if it stops before. */
export function cyclesToTravel(distance: number, speed: number, decay: number): number {
  if (distance <= 0) return 0;
  if (!(speed > 0)) return Number.POSITIVE_INFINITY;
  if (decay === 1) return Math.ceil(distance / speed);
  const left = 1 - (distance * (1 - decay)) / speed;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  const n = Math.ceil(log(left) / log(decay));
  // At integer numbers of cycles the logarithm may have a rounding error.
  return travelDistance(speed, n - 1, decay) >= distance
    ? n - 1
    : travelDistance(speed, n, decay) >= distance
      ? n
      : n + 1;
}
