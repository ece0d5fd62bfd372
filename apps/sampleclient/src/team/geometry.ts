/**
 * Geometry of the team. All positions are in the team's own frame, in which it always attacks towards +x: the field frame for the
 * left team, the field frame turned by 180 degrees for the right one. Meters, radians, y downward, angles clockwise.
 */
export interface Point {
  x: number;
  y: number;
}

export const HALF_LENGTH = 52.5;
export const HALF_WIDTH = 34;
export const GOAL_HALF_WIDTH = 7.01;
export const PENALTY_X = 36;
export const PENALTY_HALF_WIDTH = 20.16;
export const OPPONENT_GOAL: Readonly<Point> = { x: HALF_LENGTH, y: 0 };
export const OWN_GOAL: Readonly<Point> = { x: -HALF_LENGTH, y: 0 };

const TO_RADIANS = Math.PI / 180;

export function toRadians(degrees: number): number {
  return degrees * TO_RADIANS;
}

export function toDegrees(radians: number): number {
  return radians / TO_RADIANS;
}

/** Angle brought into (-pi, pi]. */
export function normalized(angle: number): number {
  let a = angle;
  while (a > Math.PI) a -= 2 * Math.PI;
  while (a <= -Math.PI) a += 2 * Math.PI;
  return a;
}

/** Smallest difference of two angles, 0 to pi. */
export function angleBetween(a: number, b: number): number {
  return Math.abs(normalized(a - b));
}

export function distance(a: Readonly<Point>, b: Readonly<Point>): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

export function directionTo(from: Readonly<Point>, to: Readonly<Point>): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

export function length(v: Readonly<Point>): number {
  return Math.sqrt(v.x * v.x + v.y * v.y);
}

/** The point `dist` meters from `from` in direction `angle`. */
export function polarFrom(from: Readonly<Point>, dist: number, angle: number): Point {
  return { x: from.x + dist * Math.cos(angle), y: from.y + dist * Math.sin(angle) };
}

export function clamp(v: number, lo: number, hi: number): number {
  return v < lo ? lo : v > hi ? hi : v;
}

export function inPitch(p: Readonly<Point>, margin = 0): boolean {
  return Math.abs(p.x) <= HALF_LENGTH - margin && Math.abs(p.y) <= HALF_WIDTH - margin;
}

export function inOwnPenaltyArea(p: Readonly<Point>, margin = 0): boolean {
  return (
    p.x < -PENALTY_X - margin && p.x > -HALF_LENGTH + margin && Math.abs(p.y) < PENALTY_HALF_WIDTH - margin
  );
}
