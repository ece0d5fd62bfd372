import { cos, sin, sqrt } from './elementary.js';
import { EPS } from './maths.js';

/** A point or vector in the field frame: meters, x towards the right goal, y downwards (spec 05 §2.1). */
export interface Vec2 {
  x: number;
  y: number;
}

export function vec2(x = 0, y = 0): Vec2 {
  return { x, y };
}

export function copy(out: Vec2, v: Readonly<Vec2>): Vec2 {
  out.x = v.x;
  out.y = v.y;
  return out;
}

export function set(out: Vec2, x: number, y: number): Vec2 {
  out.x = x;
  out.y = y;
  return out;
}

/** Length of (x, y), computed as sqrt(x*x + y*y), not as hypot: the specification rounds each product (spec 05 §1). */
export function norm(x: number, y: number): number {
  return sqrt(x * x + y * y);
}

export function length(v: Readonly<Vec2>): number {
  return sqrt(v.x * v.x + v.y * v.y);
}

/** Squared distance (spec 05 §1 dist2). */
export function distance2(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return dx * dx + dy * dy;
}

export function distance(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  return sqrt(distance2(a, b));
}

/** Writes (r cos a, r sin a) to `out`; a in radians, r may be negative. */
export function polar(out: Vec2, r: number, a: number): Vec2 {
  out.x = r * cos(a);
  out.y = r * sin(a);
  return out;
}

/** Writes v rotated by a radians to `out`. */
export function rotated(out: Vec2, v: Readonly<Vec2>, a: number): Vec2 {
  const c = cos(a);
  const s = sin(a);
  const x = v.x * c - v.y * s;
  out.y = v.x * s + v.y * c;
  out.x = x;
  return out;
}

/** Writes v * len / max(|v|, eps) to `out`; the zero vector stays zero (spec 05 §1 scaled). */
export function scaled(out: Vec2, v: Readonly<Vec2>, len: number): Vec2 {
  const n = sqrt(v.x * v.x + v.y * v.y);
  const f = len / (n > EPS ? n : EPS);
  out.x = v.x * f;
  out.y = v.y * f;
  return out;
}
