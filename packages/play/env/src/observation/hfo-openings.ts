import { TEAM_SIZE } from '@rcss/core';
import { atan2, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { PlayerMotions } from './state-fields.js';

/** Greatest part of an opening for passes on each side of the direct line, radians. */
const MAX_SIDE = Math.PI / 2;

/** Directions of at most one team in ascending order, without allocation. */
const directions = new Float64Array(TEAM_SIZE);

/**
 * Size in radians of the largest sector from a player to the goal of the right team with no player of that team in it. Only
 * players between the player and the goal line count, each as a point.
 *
 * @param goalHalfWidth - half of the inner width of the goal, meters
 */
export function findGoalOpening(motions: PlayerMotions, shooter: number, goalHalfWidth: number): number {
  const { x: xs, y: ys, present } = motions;
  const x = xs[shooter] as number;
  const y = ys[shooter] as number;
  const depth = PITCH_HALF_LENGTH - x;
  if (depth <= 0) return 0;
  const top = atan2(-goalHalfWidth - y, depth);
  const bottom = atan2(goalHalfWidth - y, depth);
  let count = 0;
  for (let i = TEAM_SIZE; i < 2 * TEAM_SIZE; i++) {
    const dx = (xs[i] as number) - x;
    if (present[i] === 0 || dx <= 0 || dx > depth) continue;
    const direction = atan2((ys[i] as number) - y, dx);
    if (direction <= top || direction >= bottom) continue;
    let place = count++;
    for (; place > 0 && (directions[place - 1] as number) > direction; place--)
      directions[place] = directions[place - 1] as number;
    directions[place] = direction;
  }
  let largest = 0;
  let start = top;
  for (let i = 0; i < count; i++) {
    const end = directions[i] as number;
    if (end - start > largest) largest = end - start;
    start = end;
  }
  return bottom - start > largest ? bottom - start : largest;
}

/**
 * Size in radians of the sector around the line from a player to a team mate with none of the opponents (indexes `from` to
 * `to - 1`) in it that are nearer to the player than the team mate is. It has at most 90 degrees on each side of the line.
 */
export function findPassOpening(
  motions: PlayerMotions,
  passer: number,
  receiver: number,
  from: number,
  to: number,
): number {
  const { x: xs, y: ys, present } = motions;
  const x = xs[passer] as number;
  const y = ys[passer] as number;
  const rx = (xs[receiver] as number) - x;
  const ry = (ys[receiver] as number) - y;
  const range = rx * rx + ry * ry;
  const line = atan2(ry, rx);
  let left = MAX_SIDE;
  let right = MAX_SIDE;
  for (let i = from; i < to; i++) {
    if (present[i] === 0) continue;
    const dx = (xs[i] as number) - x;
    const dy = (ys[i] as number) - y;
    if (dx * dx + dy * dy >= range) continue;
    const side = wrapAngle(atan2(dy, dx) - line);
    if (side <= 0 && -side < left) left = -side;
    if (side >= 0 && side < right) right = side;
  }
  return left + right;
}

/** Distance in meters from a player to the nearest of the players with indexes `from` to `to - 1`, or Infinity. */
export function findNearest(motions: PlayerMotions, player: number, from: number, to: number): number {
  const { x: xs, y: ys, present } = motions;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) {
    if (present[i] === 0) continue;
    const dx = (xs[i] as number) - (xs[player] as number);
    const dy = (ys[i] as number) - (ys[player] as number);
    const squared = dx * dx + dy * dy;
    if (squared < nearest) nearest = squared;
  }
  return Math.sqrt(nearest);
}
