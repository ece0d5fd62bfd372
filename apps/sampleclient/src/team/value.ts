import { clamp } from '@rcss/core/math';
import { computeDistance, OPPONENT_GOAL, type Point } from './geometry.js';

/** Value of having the ball at a point, 0 (own goal) to about 2 (in front of the opponents' goal). */
export function evaluatePosition(p: Readonly<Point>): number {
  const along = (p.x + 52.5) / 105;
  const gap = computeDistance(p, OPPONENT_GOAL);
  const close = Math.exp(-gap / 13);
  // At the goal line there is no angle for a shot. Wide positions are worth less if they are nearer to the goal
  // line.
  const angle = clamp((52.5 - p.x) / 8 + (1 - Math.abs(p.y) / 12), 0, 1);
  return 1.2 * along + 1.6 * close * (0.4 + 0.6 * angle) - 0.04 * (Math.abs(p.y) / 34);
}

/** Cost of losing the ball at a point: its value for the opponents. */
export function computeLossCost(p: Readonly<Point>): number {
  return evaluatePosition({ x: -p.x, y: -p.y }) - 0.25;
}
