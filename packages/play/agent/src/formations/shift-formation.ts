import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { type Formation, limitToKickOff, type Role, type RoleLine } from './formation.js';

/** A role whose place moves with the ball by a fixed share in each direction. */
export interface ShiftRole {
  readonly name: string;
  readonly line: RoleLine;
  /** Place when the ball is on the center spot, meters. */
  readonly place: readonly [x: number, y: number];
  /** Share of the ball's displacement from the center spot by which the role moves. */
  readonly follow: readonly [x: number, y: number];
  /** Limits of x, meters. */
  readonly range: readonly [min: number, max: number];
  /** Place before a kickoff, meters. */
  readonly kickOff: readonly [x: number, y: number];
}

/** Greatest distance of a place from the center line, meters. */
const MAX_Y = 31;

/**
 * Creates a formation whose roles follow the ball by fixed shares.
 *
 * @param roles Roles by number; the first is number 1.
 * @throws {RangeError} if there are no roles or more than eleven
 */
export function createShiftFormation(roles: readonly ShiftRole[]): Formation {
  if (roles.length < 1 || roles.length > 11)
    throw new RangeError(`a formation has 1 to 11 roles, not ${roles.length}`);
  const roleOf = (unum: number): ShiftRole => {
    const role = roles[unum - 1];
    if (role === undefined)
      throw new RangeError(`the formation has no role for number ${unum}: 1–${roles.length} is allowed`);
    return role;
  };
  return {
    players: roles.length,
    role: (unum): Role => roleOf(unum),
    place(unum, ball): Vec2 {
      const { place, follow, range } = roleOf(unum);
      return {
        x: clamp(place[0] + follow[0] * ball.x, range[0], range[1]),
        y: clamp(place[1] + follow[1] * ball.y, -MAX_Y, MAX_Y),
      };
    },
    kickOffPlace(unum, own): Vec2 {
      const [x, y] = roleOf(unum).kickOff;
      return limitToKickOff({ x, y }, own);
    },
  };
}
