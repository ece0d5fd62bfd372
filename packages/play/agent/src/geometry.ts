/**
 * Geometry of the team. All positions are in the team's own frame, in which it always attacks toward +x: the field frame for the
 * left team, the field frame turned by 180 degrees for the right one. Meters, radians, y downward, angles clockwise.
 *
 * @module
 */

import type { Vec2 } from '@rcss/core';
import { atan2, cos, sin } from '@rcss/core/math';

/** Half the length of the pitch, meters. */
export const HALF_LENGTH = 52.5;
/** Half the width of the pitch, meters. */
export const HALF_WIDTH = 34;
/** Half the distance of the posts, meters. */
export const GOAL_HALF_WIDTH = 7.01;
/** Distance of the penalty areas from the center line, meters. */
export const PENALTY_X = 36;
/** Half the width of the penalty areas, meters. */
export const PENALTY_HALF_WIDTH = 20.16;
/** Middle of the opponents' goal line, meters. */
export const OPPONENT_GOAL: Readonly<Vec2> = { x: HALF_LENGTH, y: 0 };
/** Middle of the own goal line, meters. */
export const OWN_GOAL: Readonly<Vec2> = { x: -HALF_LENGTH, y: 0 };

const TO_RADIANS = Math.PI / 180;

/** Converts degrees to radians. */
export function toRadians(degrees: number): number {
  return degrees * TO_RADIANS;
}

/** Converts radians to degrees. */
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

/** Returns the distance of two points, meters. */
export function computeDistance(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

/** Returns the direction from one point to another, radians. */
export function computeDirection(from: Readonly<Vec2>, to: Readonly<Vec2>): number {
  return atan2(to.y - from.y, to.x - from.x);
}

/** Returns the point `dist` meters from `from` in direction `angle`. */
export function movePoint(from: Readonly<Vec2>, dist: number, angle: number): Vec2 {
  return { x: from.x + dist * cos(angle), y: from.y + dist * sin(angle) };
}

/** Whether a point is on the pitch, at least `margin` meters from its lines. */
export function isInPitch(p: Readonly<Vec2>, margin = 0): boolean {
  return Math.abs(p.x) <= HALF_LENGTH - margin && Math.abs(p.y) <= HALF_WIDTH - margin;
}

/** Whether a point is in the own penalty area, at least `margin` meters from its lines. */
export function isInOwnPenaltyArea(p: Readonly<Vec2>, margin = 0): boolean {
  return (
    p.x < -PENALTY_X - margin && p.x > -HALF_LENGTH + margin && Math.abs(p.y) < PENALTY_HALF_WIDTH - margin
  );
}
