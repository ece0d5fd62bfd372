import { PENALTY_HALF_WIDTH, PENALTY_X } from '../geometry.js';
import type { TrackedPlayer } from './player-tracker.js';

/** Age of a sighting, cycles, from which on it does not count. */
const UNKNOWN_AGE = 31;

/** The offside line from the opponents that are known, x in meters, and the age of the sighting that it is from, cycles. */
export function estimateOffsideLine(opponents: readonly TrackedPlayer[]): {
  readonly line: number;
  readonly age: number;
} {
  let last = 0;
  let second = 0;
  let lastAge = UNKNOWN_AGE;
  let secondAge = UNKNOWN_AGE;
  let isGoalieKnown = false;
  let isLastGoalie = false;
  for (const p of opponents) {
    if (p.age >= UNKNOWN_AGE) continue;
    if (p.goalie) isGoalieKnown = true;
    const { x } = p.pos;
    if (x > last) {
      second = last;
      secondAge = lastAge;
      last = x;
      lastAge = p.age;
      isLastGoalie = mayBeGoalie(p);
    } else if (x > second) {
      second = x;
      secondAge = p.age;
    }
  }
  // A goalie out of sight is still the last defender.
  return isGoalieKnown || isLastGoalie ? { line: second, age: secondAge } : { line: last, age: lastAge };
}

/** Whether an opponent may be the goalie: it was seen in its penalty area, too far away to read its number. */
function mayBeGoalie({ unum, pos }: TrackedPlayer): boolean {
  return unum === 0 && pos.x > PENALTY_X && Math.abs(pos.y) < PENALTY_HALF_WIDTH;
}
