/**
 * Reflections from the four goal posts (spec 05 §6.5).
 *
 * A fast ball crosses a post within one step, so the path is tested, not the place: the first intersection with the disc of a post reflects
 * the rest of the path, and the rest is tested again. An object that already overlaps its post is pushed out before.
 *
 * The number of reflections of a step has a limit, which is reached only between two posts at absurd speeds.
 *
 * Surprising: a path that only touches the rim is not a hit, nor is one that starts on the rim and leaves. Objects far from all posts skip
 * the test; the margin is much larger than any rounding error, so results do not depend on it.
 */
import type { Vec2 } from '@rcss/core';
import { cos, direction, EPS, hypot, PI, sin, sqrt } from '@rcss/core/math';
import { GOAL_POST_RADIUS, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { type RandomStream, uniform } from '@rcss/core/random';

/** |x| of the four post centers, meters (spec 05 §2.3). */
export const POST_X: number = PITCH_HALF_LENGTH - GOAL_POST_RADIUS;

/** |y| of the four post centers, meters (spec 05 §2.3). */
function postY(goalWidth: number): number {
  return goalWidth / 2 + GOAL_POST_RADIUS;
}

/**
 * Objects whose whole path stays at least this far (meters) from a post are skipped. The value is much larger than
 * any rounding error.
 */
const POST_CLEARANCE = 0.01;
/**
 * Limit of reflections of one object per step. An object reaches it only between two posts at a speed of hundreds
 * of meters per cycle.
 */
const MAX_REFLECTIONS = 1000;
const MAX_PUSH_ROUNDS = 100;

/**
 * Writes to `hit` where the segment from (bx, by) to (ex, ey) first meets the disc (cx, cy, radius); returns false
 * if it does not (spec 05 §6.5 hit test). A path that only touches the rim is not a hit. A path that starts on the
 * rim and leaves the disc is not a hit either. The parameters are numbers, not vectors, because the caller has the
 * ends of the path in local variables, and this avoids an allocation per call.
 */
function findHit(
  bx: number,
  by: number,
  ex: number,
  ey: number,
  cx: number,
  cy: number,
  radius: number,
  hit: Vec2,
): boolean {
  if (bx === ex && by === ey) return false;
  if (hypot(bx - ex, by - ey) < hypot(bx - cx, by - cy) - radius) return false;
  const x0 = bx - cx;
  const y0 = by - cy;
  const x1 = ex - cx;
  const y1 = ey - cy;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const len = sqrt(dx * dx + dy * dy);
  const d = x0 * y1 - x1 * y0;
  const q = radius * radius * len * len - d * d;
  if (q <= 0) return false;
  const s = sqrt(q);
  const l2 = len * len;
  const sx = (dy < 0 ? -1 : 1) * dx * s;
  const sy = Math.abs(dy) * s;
  const ax = (d * dy + sx) / l2;
  const ay = (-d * dx + sy) / l2;
  const zx = (d * dy - sx) / l2;
  const zy = (-d * dx - sy) / l2;
  const left = x0 < x1 ? x0 : x1;
  const right = x0 < x1 ? x1 : x0;
  const top = y0 < y1 ? y0 : y1;
  const bottom = y0 < y1 ? y1 : y0;
  // The exact comparison is intended: it lets objects on axis-parallel paths pass through posts (spec 05 §23 Q5).
  const first = ax >= left && ax <= right && ay >= top && ay <= bottom;
  const second = zx >= left && zx <= right && zy >= top && zy <= bottom;
  let hx: number;
  let hy: number;
  if (first && second) {
    const nearer = hypot(ax - x0, ay - y0) < hypot(zx - x0, zy - y0);
    hx = nearer ? ax : zx;
    hy = nearer ? ay : zy;
  } else if (first) {
    hx = ax;
    hy = ay;
  } else if (second) {
    hx = zx;
    hy = zy;
  } else return false;
  if (hx === x0 && hy === y0 && !(first && second)) return false;
  hit.x = hx + cx;
  hit.y = hy + cy;
  return true;
}

/** Reverses the component of v along direction a: rotate by -a, negate x, rotate by a. */
function reverseComponent(v: Vec2, a: number): void {
  const c = cos(a);
  const s = sin(a);
  // Rotating by -a uses cos(-a) = c and sin(-a) = -s.
  const x = -(v.x * c + v.y * s);
  const y = -v.x * s + v.y * c;
  v.x = x * c - y * s;
  v.y = x * s + y * c;
}

/** Pushes an object that overlaps its candidate post out of it (spec 05 §6.5 phase A). Returns whether it did. */
function pushOutOfPost(pos: Vec2, vel: Vec2, contact: number, py: number, rng: RandomStream): boolean {
  let touched = false;
  for (let push = 0; push < MAX_PUSH_ROUNDS; push++) {
    const cx = pos.x > 0 ? POST_X : -POST_X;
    const cy = pos.y > 0 ? py : -py;
    let dx = pos.x - cx;
    let dy = pos.y - cy;
    const gap = hypot(dx, dy);
    if (!(gap < contact)) break;
    touched = true;
    if (dx === 0 && dy === 0) {
      const a = uniform(rng, -PI, PI);
      dx = contact * cos(a);
      dy = contact * sin(a);
    } else {
      const f = contact / (gap > EPS ? gap : EPS);
      dx *= f;
      dy *= f;
    }
    pos.x = cx + dx;
    pos.y = cy + dy;
    for (let i = 0; i < MAX_PUSH_ROUNDS && hypot(pos.x - cx, pos.y - cy) < contact; i++) {
      dx *= 1.01;
      dy *= 1.01;
      pos.x = cx + dx;
      pos.y = cy + dy;
    }
    // The velocity is reversed even if it already points away from the post (spec 05 §23 Q5).
    if (vel.x !== 0 || vel.y !== 0) reverseComponent(vel, direction(cx - pos.x, cy - pos.y));
  }
  return touched;
}

/**
 * Moves an object by its velocity with reflections off the goal posts (spec 05 §6.5, §6.6 first part). `pos` becomes
 * the position at the end of the step; `vel` changes only its direction. `radius` is the radius of the object in
 * meters; `hit` is working memory. Returns whether a post was touched.
 */
export function moveAmongPosts(
  pos: Vec2,
  vel: Vec2,
  radius: number,
  goalWidth: number,
  rng: RandomStream,
  hit: Vec2,
): boolean {
  const py = postY(goalWidth);
  const margin = GOAL_POST_RADIUS + radius + POST_CLEARANCE;
  if (
    Math.abs(pos.x) + Math.abs(vel.x) + margin < POST_X ||
    Math.abs(pos.y) - Math.abs(vel.y) - margin > Math.abs(py)
  ) {
    pos.x += vel.x;
    pos.y += vel.y;
    return false;
  }
  return moveNearPosts(pos, vel, radius, goalWidth, rng, hit);
}

/** The part of `moveAmongPosts` for objects that can reach a post. The other part is short enough to be inlined. */
function moveNearPosts(
  pos: Vec2,
  vel: Vec2,
  radius: number,
  goalWidth: number,
  rng: RandomStream,
  hit: Vec2,
): boolean {
  const contact = GOAL_POST_RADIUS + radius;
  const py = postY(goalWidth);
  let touched = pushOutOfPost(pos, vel, contact, py, rng);
  let px = pos.x;
  let pyNow = pos.y;
  let qx = px + vel.x;
  let qy = pyNow + vel.y;
  for (let i = 0; i < MAX_REFLECTIONS; i++) {
    if (px === qx && pyNow === qy) break;
    let cx = px > 0 ? POST_X : -POST_X;
    let cy = pyNow > 0 ? py : -py;
    if (!findHit(px, pyNow, qx, qy, cx, cy, contact, hit)) {
      const c2x = qx > 0 ? POST_X : -POST_X;
      const c2y = qy > 0 ? py : -py;
      if (c2x === cx && c2y === cy) break;
      cx = c2x;
      cy = c2y;
      if (!findHit(px, pyNow, qx, qy, cx, cy, contact, hit)) break;
    }
    touched = true;
    px = hit.x;
    pyNow = hit.y;
    // Remaining path; `hit` is used as a temporary vector for its reflection.
    hit.x = qx - px;
    hit.y = qy - pyNow;
    const n = direction(cx - px, cy - pyNow);
    // The 180 is in radians, not degrees. n + 180 still points away from the post, so the loop ends
    // (spec 05 §6.5).
    px += EPS * cos(n + 180);
    pyNow += EPS * sin(n + 180);
    reverseComponent(hit, n);
    qx = px + hit.x;
    qy = pyNow + hit.y;
    const speed = hypot(vel.x, vel.y);
    const way = direction(hit.x, hit.y);
    vel.x = speed * cos(way);
    vel.y = speed * sin(way);
  }
  pos.x = qx;
  pos.y = qy;
  return touched;
}
