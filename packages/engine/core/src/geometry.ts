import { EPS } from './math.js';
import type { Vec2 } from './vec2.js';
import * as vec2 from './vec2.js';

/** A closed axis-parallel rectangle; `top` is the smaller y. Meters. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the rectangle with the given center and full side lengths. */
export function rectAround(cx: number, cy: number, width: number, height: number): Rect {
  return { left: cx - width / 2, top: cy - height / 2, right: cx + width / 2, bottom: cy + height / 2 };
}

/** Whether p is in the rectangle, border included (spec 05 §1). */
export function isInRect(r: Rect, p: Readonly<Vec2>): boolean {
  return p.x >= r.left && p.x <= r.right && p.y >= r.top && p.y <= r.bottom;
}

/** Whether p is in the disc, border included (spec 05 §1). */
export function isInDisc(cx: number, cy: number, radius: number, p: Readonly<Vec2>): boolean {
  const dx = p.x - cx;
  const dy = p.y - cy;
  return Math.sqrt(dx * dx + dy * dy) <= radius;
}

/** Writes the nearest point on the circle to `out`; for the center itself the direction is (eps, eps) (spec 05 §1 edge). */
export function projectToCircle(out: Vec2, cx: number, cy: number, radius: number, p: Readonly<Vec2>): Vec2 {
  let dx = p.x - cx;
  let dy = p.y - cy;
  if (dx === 0 && dy === 0) {
    dx = EPS;
    dy = EPS;
  }
  out.x = dx;
  out.y = dy;
  vec2.setLength(out, out, radius);
  out.x += cx;
  out.y += cy;
  return out;
}

/** Writes the point on the nearer vertical border to `out`, y clamped; the right border on a tie (spec 05 §1 vedge). */
export function projectToVerticalBorder(out: Vec2, r: Rect, p: Readonly<Vec2>): Vec2 {
  const x = Math.abs(p.x - r.left) < Math.abs(p.x - r.right) ? r.left : r.right;
  const y = p.y < r.top ? r.top : p.y > r.bottom ? r.bottom : p.y;
  out.x = x;
  out.y = y;
  return out;
}

/** Writes the point on the nearer horizontal border to `out`, x clamped; the bottom border on a tie (spec 05 §1 hedge). */
export function projectToHorizontalBorder(out: Vec2, r: Rect, p: Readonly<Vec2>): Vec2 {
  const y = Math.abs(p.y - r.top) < Math.abs(p.y - r.bottom) ? r.top : r.bottom;
  const x = p.x < r.left ? r.left : p.x > r.right ? r.right : p.x;
  out.x = x;
  out.y = y;
  return out;
}

/** Writes the point on the nearest border line to `out` (spec 05 §1 edge of a rectangle). */
export function projectToBorder(out: Vec2, r: Rect, p: Readonly<Vec2>): Vec2 {
  const toVertical = Math.min(Math.abs(p.x - r.left), Math.abs(p.x - r.right));
  const toHorizontal = Math.min(Math.abs(p.y - r.top), Math.abs(p.y - r.bottom));
  return toVertical < toHorizontal
    ? projectToVerticalBorder(out, r, p)
    : projectToHorizontalBorder(out, r, p);
}
