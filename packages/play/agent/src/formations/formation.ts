import type { Vec2 } from '@rcss/core';
import { computeDistance } from '../geometry.js';

/** Line of a role, from back to front. */
export type RoleLine = 'goalie' | 'defense' | 'midfield' | 'attack';

/** A role in a formation. */
export interface Role {
  readonly name: string;
  readonly line: RoleLine;
}

/** Where the players of a team stand, by number and place of the ball; team frame, meters. Plain functions of their arguments. */
export interface Formation {
  /** Number of players that have a role, 1 to 11. */
  readonly players: number;
  role(unum: number): Role;
  /** Place of a number when the ball is at `ball`. */
  place(unum: number, ball: Readonly<Vec2>): Vec2;
  /** Place of a number before a kickoff, in the own half; `own`: whether the own team kicks off. */
  kickOffPlace(unum: number, own: boolean): Vec2;
}

/**
 * Returns a formation in which two numbers have exchanged their places and roles, for example after the back has gone forward.
 *
 * @throws RangeError if a number has no role
 */
export function exchangeRoles(formation: Formation, first: number, second: number): Formation {
  for (const unum of [first, second])
    if (!Number.isInteger(unum) || unum < 1 || unum > formation.players)
      throw new RangeError(`exchangeRoles: ${unum} is not a number from 1 to ${formation.players}`);
  const roleOf = (unum: number): number => (unum === first ? second : unum === second ? first : unum);
  return {
    players: formation.players,
    role: (unum) => formation.role(roleOf(unum)),
    place: (unum, ball) => formation.place(roleOf(unum), ball),
    kickOffPlace: (unum, own) => formation.kickOffPlace(roleOf(unum), own),
  };
}

/** A place for a kickoff that the rules allow: in the own half and, if the opponents kick off, outside the center circle. */
export function limitToKickOff(place: Readonly<Vec2>, own: boolean): Vec2 {
  const x = Math.min(place.x, -0.6);
  const gap = Math.sqrt(x * x + place.y * place.y);
  if (own || gap > 9.8) return { x, y: place.y };
  return { x: -Math.sqrt(Math.max(0.36, 10.2 * 10.2 - place.y * place.y)), y: place.y };
}

/**
 * Returns the number of the player that takes a set play at `ball`: the field player with the nearest place, except for goal
 * kicks (the goalie) and kickoffs (the foremost player). All teammates get the same result.
 *
 * @param absent Numbers of players that were sent off or are not connected.
 */
export function chooseTaker(
  formation: Formation,
  ball: Readonly<Vec2>,
  kind: string,
  absent: ReadonlySet<number>,
): number {
  if (kind === 'goal_kick' && !absent.has(1)) return 1;
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let unum = 2; unum <= formation.players; unum++) {
    if (absent.has(unum)) continue;
    const place = kind === 'kick_off' ? formation.kickOffPlace(unum, true) : formation.place(unum, ball);
    const gap = computeDistance(place, ball);
    if (gap < nearest) {
      nearest = gap;
      best = unum;
    }
  }
  return best === 0 ? 1 : best;
}
