import type { Vec2 } from '@rcss/core';
import { exp } from '@rcss/core/math';
import { computeDistance, HALF_LENGTH, OPPONENT_GOAL, OWN_GOAL } from '../geometry.js';

/**
 * Value of a ball that neither team has. The values of positions count from it: the higher it is, the less a player loses by a risky step
 * forward in place of a safe one.
 */
const NEUTRAL_VALUE = 0.2;
/** Increase of the value along the pitch, up to this x, meters. */
const ALONG_VALUE = 1;
const MAX_ALONG_X = 32;
/**
 * Increase toward the opponents' goal, and its length in meters. In 105 matches, a goal of helios-base followed within 150 cycles
 * after it had the ball in about 0.05 + 1.6 exp(-distance / 9 m) of the cases, whatever the direction from the goal was.
 */
const GOAL_VALUE = 4;
const GOAL_RANGE = 9;
const MAX_VALUE = 2.2;
/** Share of the cost of losing the ball before the own goal that counts while the team still has it there. */
const OWN_GOAL_RISK = 0.08;

/** Value of having the ball at a point, -0.5 (own goal) to 2 (in front of the opponents' goal); about 0.3 at the center. */
export function evaluatePosition(p: Readonly<Vec2>): number {
  return rateDistance(p) - OWN_GOAL_RISK * GOAL_VALUE * exp(-computeDistance(p, OWN_GOAL) / GOAL_RANGE);
}

/** What a loss of the ball costs at least. */
export const MIN_LOSS = 0.1;

/** Cost of losing the ball at a point: its value for the opponents; negative if they have it far from the own goal. */
export function computeLossCost(p: Readonly<Vec2>): number {
  return rateDistance({ x: -p.x, y: -p.y });
}

function rateDistance(p: Readonly<Vec2>): number {
  const along = (Math.min(p.x, MAX_ALONG_X) + HALF_LENGTH) / (2 * HALF_LENGTH);
  const close = exp(-computeDistance(p, OPPONENT_GOAL) / GOAL_RANGE);
  const wide = 0.04 * (Math.abs(p.y) / 34);
  return Math.min(MAX_VALUE, ALONG_VALUE * along + GOAL_VALUE * close) - wide - NEUTRAL_VALUE;
}
