import { clamp, exp } from '@rcss/core/math';
import { computeDistance, OPPONENT_GOAL, type Point } from '../geometry.js';

/**
 * Value of a ball that neither team has. The values of positions count from it: the higher it is, the less a player loses by a risky step
 * forward in place of a safe one.
 */
const NEUTRAL_VALUE = 0.3;

/** Value of having the ball at a point, -0.3 (own goal) to about 2.2 (in front of the opponents' goal); 0.3 at the center. */
export function evaluatePosition(p: Readonly<Point>): number {
  const along = (p.x + 52.5) / 105;
  const gap = computeDistance(p, OPPONENT_GOAL);
  const close = exp(-gap / 13);
  // At the goal line there is no angle for a shot. Wide positions are worth less if they are nearer to the goal
  // line.
  const angle = clamp((52.5 - p.x) / 8 + (1 - Math.abs(p.y) / 12), 0, 1);
  return 1.2 * along + 1.6 * close * (0.4 + 0.6 * angle) - 0.04 * (Math.abs(p.y) / 34) - NEUTRAL_VALUE;
}

/** Cost of losing the ball at a point: its value for the opponents; negative if they have it far from the own goal. */
export function computeLossCost(p: Readonly<Point>): number {
  return evaluatePosition({ x: -p.x, y: -p.y });
}
