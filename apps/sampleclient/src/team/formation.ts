import { clamp } from '@rcss/core/math';
import { computeDistance, HALF_LENGTH, type Point } from './geometry.js';

export type RoleName =
  | 'goalie'
  | 'center back'
  | 'side back'
  | 'holding midfielder'
  | 'midfielder'
  | 'winger'
  | 'striker';

/** A place in the formation, which follows the ball. */
export interface Role {
  readonly name: RoleName;
  /** Place when the ball is on the center spot. */
  readonly x: number;
  readonly y: number;
  /** Share of the ball's displacement from the center spot by which the role moves. */
  readonly followX: number;
  readonly followY: number;
  readonly minX: number;
  readonly maxX: number;
  /** Place before a kickoff. */
  readonly startX: number;
  readonly startY: number;
}

function createRole(
  name: RoleName,
  place: readonly [x: number, y: number],
  follow: readonly [x: number, y: number],
  range: readonly [min: number, max: number],
  start: readonly [x: number, y: number],
): Role {
  return {
    name,
    x: place[0],
    y: place[1],
    followX: follow[0],
    followY: follow[1],
    minX: range[0],
    maxX: range[1],
    startX: start[0],
    startY: start[1],
  };
}

/** 4-3-3 by uniform number, index 0 unused. */
export const ROLES: readonly Role[] = [
  createRole('goalie', [-50, 0], [0, 0], [-52, -36], [-50, 0]),
  createRole('goalie', [-50, 0], [0, 0], [-52, -36], [-50, 0]),
  createRole('center back', [-19, -6], [0.6, 0.3], [-47, 6], [-22, -6]),
  createRole('center back', [-19, 6], [0.6, 0.3], [-47, 6], [-22, 6]),
  createRole('side back', [-16, -18], [0.62, 0.25], [-46, 14], [-20, -18]),
  createRole('side back', [-16, 18], [0.62, 0.25], [-46, 14], [-20, 18]),
  createRole('holding midfielder', [-9, 0], [0.7, 0.4], [-40, 30], [-13, 0]),
  createRole('midfielder', [3, -10], [0.76, 0.4], [-34, 42], [-9, -9]),
  createRole('midfielder', [3, 10], [0.76, 0.4], [-34, 42], [-9, 9]),
  createRole('winger', [16, -21], [0.78, 0.2], [-26, 48], [-2, -20]),
  createRole('winger', [16, 21], [0.78, 0.2], [-26, 48], [-2, 20]),
  createRole('striker', [19, 0], [0.74, 0.3], [-18, 46], [-0.7, 0]),
];

/** Role of a number; numbers beyond eleven do not exist. */
export function getRole(unum: number): Role {
  return ROLES[unum] ?? ROLES[6]!;
}

/** Where a role stands when the ball is at `ball`. `offside`: x that must not be passed. */
export function computeHomePosition(unum: number, ball: Readonly<Point>, offside = HALF_LENGTH): Point {
  const r = getRole(unum);
  const x = clamp(r.x + r.followX * ball.x, r.minX, r.maxX);
  const y = clamp(r.y + r.followY * ball.y, -31, 31);
  return { x: Math.min(x, offside), y };
}

/**
 * Where a role stands before a kickoff. The striker of the team that does not kick off keeps out of the circle.
 */
export function computeKickOffPosition(unum: number, weKickOff: boolean): Point {
  const r = getRole(unum);
  if (!weKickOff && r.name === 'striker') return { x: -10.5, y: 0 };
  return { x: Math.min(r.startX, -0.6), y: r.startY };
}

/**
 * Returns the number of the player that takes a set play at `ball`: the field player with the nearest place,
 * except for goal kicks and kickoffs. All teammates get the same result.
 */
export function chooseTaker(
  ball: Readonly<Point>,
  kind: string,
  absent: ReadonlySet<number>,
  players: number,
): number {
  if (kind === 'goal_kick' && !absent.has(1)) return 1;
  if (kind === 'kick_off' && !absent.has(11) && players >= 11) return 11;
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let unum = 2; unum <= players; unum++) {
    if (absent.has(unum)) continue;
    const gap = computeDistance(computeHomePosition(unum, ball), ball);
    if (gap < nearest) {
      nearest = gap;
      best = unum;
    }
  }
  return best === 0 ? 1 : best;
}
