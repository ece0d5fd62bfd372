/**
 * Geometry of the team. All positions are in the team's own frame, in which it always attacks toward +x: the field frame for the
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

/** Returns the angle within (-pi, pi]. */
export function normalizeAngle(angle: number): number {
  let a = angle;
  while (a > Math.PI) a -= 2 * Math.PI;
  while (a <= -Math.PI) a += 2 * Math.PI;
  return a;
}

/** Returns the smallest difference of two angles, 0 to pi. */
export function computeAngleBetween(a: number, b: number): number {
  return Math.abs(normalizeAngle(a - b));
}

export function computeDistance(a: Readonly<Point>, b: Readonly<Point>): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

export function computeDirection(from: Readonly<Point>, to: Readonly<Point>): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

export function computeLength(v: Readonly<Point>): number {
  return Math.sqrt(v.x * v.x + v.y * v.y);
}

/** Returns the point `dist` meters from `from` in direction `angle`. */
export function movePoint(from: Readonly<Point>, dist: number, angle: number): Point {
  return { x: from.x + dist * Math.cos(angle), y: from.y + dist * Math.sin(angle) };
}

export function isInPitch(p: Readonly<Point>, margin = 0): boolean {
  return Math.abs(p.x) <= HALF_LENGTH - margin && Math.abs(p.y) <= HALF_WIDTH - margin;
}

export function isInOwnPenaltyArea(p: Readonly<Point>, margin = 0): boolean {
  return (
    p.x < -PENALTY_X - margin && p.x > -HALF_LENGTH + margin && Math.abs(p.y) < PENALTY_HALF_WIDTH - margin
  );
}
