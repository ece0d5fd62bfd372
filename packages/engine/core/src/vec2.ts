/**
 * Vectors in the plane as plain `{ x, y }` objects. Import the module as a namespace:
 * `import * as vec2 from '@rcss/core/vec2'`.
 *
 * Functions with a parameter `out` write their result to it and return it, so that no object is created. `out` may be
 * the same object as an argument.
 *
 * @module
 */

import { cos, sin, sqrt } from './elementary.js';
import { direction, EPS, hypot } from './math.js';

/** A point or vector in the field frame: meters, x towards the right goal, y downwards (spec 05 §2.1). */
export interface Vec2 {
  x: number;
  y: number;
}

/** Creates a vector; without arguments the zero vector. */
export function create(x = 0, y = 0): Vec2 {
  return { x, y };
}

/** Writes the vector v to `out`. */
export function copy(out: Vec2, v: Readonly<Vec2>): Vec2 {
  out.x = v.x;
  out.y = v.y;
  return out;
}

/** Writes (x, y) to `out`. */
export function set(out: Vec2, x: number, y: number): Vec2 {
  out.x = x;
  out.y = y;
  return out;
}

export function length(v: Readonly<Vec2>): number {
  return sqrt(v.x * v.x + v.y * v.y);
}

/** Returns the squared distance of two points (spec 05 §1 dist2). */
export function distanceSquared(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return dx * dx + dy * dy;
}

/** Returns the distance of two points. */
export function distance(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  return sqrt(distanceSquared(a, b));
}

/** Writes the vector of length r and direction a (radians) to `out`; r may be negative. */
export function setPolar(out: Vec2, r: number, a: number): Vec2 {
  out.x = r * cos(a);
  out.y = r * sin(a);
  return out;
}

/** Writes v rotated by a radians, from +x towards +y, to `out`. */
export function rotate(out: Vec2, v: Readonly<Vec2>, a: number): Vec2 {
  const c = cos(a);
  const s = sin(a);
  const x = v.x * c - v.y * s;
  out.y = v.x * s + v.y * c;
  out.x = x;
  return out;
}

/**
 * Writes v rotated by a radians to `out`, computed from its length and direction. The last bits differ from those of `rotate`, and a zero
 * vector keeps only the signs of cos(a) and sin(a) (spec 05 §17.4).
 */
export function rotatePolar(out: Vec2, v: Readonly<Vec2>, a: number): Vec2 {
  return setPolar(out, hypot(v.x, v.y), direction(v.x, v.y) + a);
}

/** Writes v, scaled to the length `len`, to `out`: v * len / max(|v|, eps) (spec 05 §1 scaled). The zero vector stays zero. */
export function setLength(out: Vec2, v: Readonly<Vec2>, len: number): Vec2 {
  const n = sqrt(v.x * v.x + v.y * v.y);
  const f = len / (n > EPS ? n : EPS);
  out.x = v.x * f;
  out.y = v.y * f;
  return out;
}
