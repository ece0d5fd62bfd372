import type { Vec2 } from '@rcss/core';
import { computeDistance, GOAL_HALF_WIDTH, HALF_LENGTH } from '../geometry.js';
import type { Ability } from '../world/ability.js';
import type { WorldModel } from '../world/world-model.js';

/** Speed of a shot that is expected, meters per cycle, and distance at which it is caught, meters. */
const SHOT_SPEED = 2.85;
const REACH = 1.15;
/** Distance of the outermost aims from the posts, and between aims, meters. */
const POST_MARGIN = 0.6;
const AIM_STEP = 1.6;
/** Share of a run that a goalie covers to a side without a turn. */
const SIDE_SHARE = 0.5;
/** Places that are compared: shares of the way from the goalie's usual place to the ball, from which it stays away so far, meters. */
const SHARES: readonly number[] = [0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8];
const MIN_BALL_GAP = 2;
/** Meters that a place nearer to the ball must gain. */
const MIN_GAIN = 0.1;

/**
 * Returns by how many meters a goalie at a place reaches the best shot, all aims between the posts compared; negative: it passes by as many
 * meters. A shot that rolls n cycles leaves n - 1 for the goalie: slow dashes to a side, or a turn first.
 */
export function computeShotMargin(
  ball: Readonly<Vec2>,
  place: Readonly<Vec2>,
  { run }: Ability,
  decay: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let y = POST_MARGIN - GOAL_HALF_WIDTH; y <= GOAL_HALF_WIDTH; y += AIM_STEP) {
    const way = computeDistance(ball, { x: -HALF_LENGTH, y });
    let best = Number.NEGATIVE_INFINITY;
    for (let n = 1, speed = SHOT_SPEED, rolled = speed; rolled < way && n < 20; n++) {
      const share = rolled / way;
      const at = { x: ball.x + share * (-HALF_LENGTH - ball.x), y: ball.y + share * (y - ball.y) };
      const covered = Math.max(SIDE_SHARE * run[n - 1]!, run[Math.max(0, n - 2)]!);
      best = Math.max(best, REACH + covered - computeDistance(at, place));
      speed *= decay;
      rolled += speed;
    }
    least = Math.min(least, best);
  }
  return least;
}

/** The place nearest to the usual one at which a goalie that has some cycles until the shot reaches it, or else the one at which it misses least. */
export function narrowAngle(
  { self: { pos, ability }, server }: WorldModel,
  ball: Readonly<Vec2>,
  usual: Readonly<Vec2>,
  cycles: number,
): Readonly<Vec2> {
  const toward = (from: Readonly<Vec2>, to: Readonly<Vec2>, share: number): Vec2 => ({
    x: from.x + share * (to.x - from.x),
    y: from.y + share * (to.y - from.y),
  });
  let best = usual;
  let bestMargin = Number.NEGATIVE_INFINITY;
  for (const share of SHARES) {
    const place = toward(usual, ball, share);
    if (bestMargin >= 0 || (share > 0 && computeDistance(place, ball) < MIN_BALL_GAP)) break;
    const part = ability.run[cycles]! / computeDistance(pos, place);
    const reached = part < 1 ? toward(pos, place, part) : place;
    const margin = computeShotMargin(ball, reached, ability, server.ball_decay);
    if (margin <= bestMargin + MIN_GAIN) continue;
    best = place;
    bestMargin = margin;
  }
  return best;
}
