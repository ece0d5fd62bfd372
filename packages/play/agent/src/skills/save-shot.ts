import type { Vec2 } from '@rcss/core';
import { atan2 } from '@rcss/core/math';
import { HALF_LENGTH, normalizeAngle } from '../geometry.js';
import { computeDashRate, computeRollDistance, maxTurn } from '../world/ability.js';
import type { WorldModel } from '../world/world-model.js';
import type { BodyCommand } from './action.js';
import { dashInDirection, turnToDirection } from './commands.js';

/** Distance at which the goalie counts on a catch, meters: less than the catchable area, because positions are estimated. */
const CATCH_REACH = 1.05;
/** Largest angle between the body and a ball that is caught, radians (spec 05 §15). */
const CATCH_ANGLE = Math.PI / 2 - 0.1;
/** Angle to a point up to which a runner does not turn, radians. */
const STRAIGHT_ANGLE = 0.15;
/** Further room, meters, is not worth a later meeting. */
const ENOUGH_ROOM = 0.6;

/** How a goalie meets a shot. */
export interface ShotMeeting {
  /** Cycles until the ball is at the place. */
  readonly cycles: number;
  /** Place of the ball at that time, team frame, meters. */
  readonly place: Readonly<Vec2>;
  /** Meters to spare; negative: the goalie is too late. */
  readonly room: number;
  /** The command of this cycle: a dash in any direction, or a turn first; null: the goalie waits. */
  readonly body: BodyCommand;
}

/**
 * Returns where and how the goalie meets a ball that rolls into the goal: the first place with room to spare, otherwise the one with the most
 * room.
 *
 * @param crossing Cycles until the ball is in the goal.
 */
export function planShotMeeting(wm: WorldModel, crossing: number): ShotMeeting {
  let best: ShotMeeting | null = null;
  for (let n = 0; n <= crossing; n++) {
    const place = { x: wm.ball.pathX[n]!, y: wm.ball.pathY[n]! };
    if (n > 0 && place.x <= -HALF_LENGTH) break;
    const meeting = meetAt(wm, place, n);
    if (meeting.room >= ENOUGH_ROOM) return meeting;
    if (best === null || meeting.room > best.room) best = meeting;
  }
  return best!;
}

/** The better of two ways to a place: dashes without a turn, or a turn first. */
function meetAt(wm: WorldModel, place: Readonly<Vec2>, cycles: number): ShotMeeting {
  const { self, server } = wm;
  const { ability } = self;
  const dx = place.x - (self.pos.x + computeRollDistance(self.vel.x, ability.decay, cycles));
  const dy = place.y - (self.pos.y + computeRollDistance(self.vel.y, ability.decay, cycles));
  const gap = Math.sqrt(dx * dx + dy * dy);
  const way = gap - CATCH_REACH;
  const direction = atan2(dy, dx);
  const angle = normalizeAngle(direction - self.body);
  const fitness = 0.7 + (0.3 * self.effort) / self.ability.type.effort_max;
  // Without a turn; a ball at the back of the body needs one for the catch.
  const catchTurns = Math.abs(angle) > CATCH_ANGLE ? countTurns(wm, Math.abs(angle) - CATCH_ANGLE) : 0;
  const dashes = cycles - catchTurns;
  const straight = dashes < 0 ? -1 : ability.run[dashes]! * fitness * computeDashRate(angle, server);
  const turns = countTurns(wm, Math.abs(angle) - STRAIGHT_ANGLE);
  const turned = turns > cycles ? -1 : ability.run[cycles - turns]! * fitness;
  if (straight >= turned) {
    if (way > 0 || catchTurns === 0)
      return {
        cycles,
        place,
        room: straight - way,
        body: way > 0 ? dashInDirection(wm, server.max_dash_power, angle) : null,
      };
  }
  const room = Math.max(turned, straight) - way;
  const body =
    Math.abs(angle) > STRAIGHT_ANGLE
      ? turnToDirection(wm, direction)
      : way > 0
        ? dashInDirection(wm, server.max_dash_power, angle)
        : null;
  return { cycles, place, room, body };
}

/** Cycles in which the player turns by an angle, radians; the faster it is, the less it turns (spec 05 §11). */
function countTurns({ self }: WorldModel, angle: number): number {
  const { ability } = self;
  let left = angle;
  let { speed } = self;
  let turns = 0;
  while (left > 0 && turns < 4) {
    left -= maxTurn(speed, ability.type);
    speed *= ability.decay;
    turns += 1;
  }
  return turns;
}
