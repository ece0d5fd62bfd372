import { computeDistance, normalizeAngle, type Point } from '../geometry.js';
import { type Ability, computeRollDistance, cyclesToRun, MAX_PREDICTED_CYCLES, maxTurn } from '../motion.js';
import type { TrackedPlayer } from '../player-tracker.js';
import type { WorldModel } from '../world-model.js';

/** Time and place at which a player gets the ball. */
export interface Reach {
  /** Cycles from now; more than HORIZON: never. */
  cycles: number;
  x: number;
  y: number;
}

const UNREACHABLE_CYCLES = MAX_PREDICTED_CYCLES + 1;

/**
 * Estimates the cycles that a runner needs to come within `reach` meters of a point, from position, velocity and body direction.
 *
 * A table of distances replaces the step by step prediction of `@rcss/physics`: it is called thousands of times per cycle.
 */
export function estimateRunCycles(
  pos: Readonly<Point>,
  vel: Readonly<Point>,
  body: number | null,
  ability: Ability,
  target: Readonly<Point>,
  reach: number,
): number {
  const glideX = pos.x + vel.x;
  const glideY = pos.y + vel.y;
  const dx = target.x - glideX;
  const dy = target.y - glideY;
  const way = Math.sqrt(dx * dx + dy * dy) - reach;
  if (way <= 0) return computeDistance(pos, target) <= reach ? 0 : 1;
  let turns = 0;
  if (body !== null) {
    const angle = Math.abs(normalizeAngle(Math.atan2(dy, dx) - body));
    const tolerance = Math.max(0.2, Math.atan2(reach * 0.7, way));
    if (angle > tolerance) {
      const speed = Math.sqrt(vel.x * vel.x + vel.y * vel.y);
      turns = angle - tolerance > maxTurn(speed, ability.type) ? 2 : 1;
    }
  }
  return turns + cyclesToRun(ability, way);
}

/** When another player gets the ball. A player that was not seen for some time may have come nearer. */
export function computeReach(wm: WorldModel, p: TrackedPlayer): Reach {
  const { ball } = wm;
  const bonus = p.own ? 0 : Math.min(3, 0.25 * p.age);
  const arm = (p.goalie ? 1.2 : p.ability.kickable) - 0.1 + bonus;
  const body = p.bodyAge <= 2 ? p.body : null;
  const target = { x: 0, y: 0 };
  let n = p.tackling ? 5 : 0;
  while (n <= MAX_PREDICTED_CYCLES) {
    target.x = ball.pathX[n]!;
    target.y = ball.pathY[n]!;
    const need = estimateRunCycles(p.pos, p.vel, body, p.ability, target, arm);
    if (need <= n) return { cycles: n, x: target.x, y: target.y };
    // The ball does not approach the player faster than it moves, so some cycles can be skipped.
    n += Math.max(1, Math.floor((need - n) / 4));
  }
  return {
    cycles: UNREACHABLE_CYCLES,
    x: ball.pathX[MAX_PREDICTED_CYCLES]!,
    y: ball.pathY[MAX_PREDICTED_CYCLES]!,
  };
}

/**
 * Returns when this player gets the ball. Includes the time for turning and acceleration, and the current
 * velocity.
 */
export function computeOwnReach(wm: WorldModel): Reach {
  const { self, ball } = wm;
  const { ability } = self;
  const arm = (wm.goalie ? 1.0 : ability.kickable - 0.2) - Math.min(0.3, ball.error * 0.3);
  const start = self.tackleExpires;
  for (let n = start; n <= MAX_PREDICTED_CYCLES; n++) {
    const bx = ball.pathX[n]!;
    const by = ball.pathY[n]!;
    const dx = bx - (self.pos.x + computeRollDistance(self.vel.x, ability.decay, n));
    const dy = by - (self.pos.y + computeRollDistance(self.vel.y, ability.decay, n));
    const way = Math.sqrt(dx * dx + dy * dy);
    if (way <= arm) return { cycles: n, x: bx, y: by };
    let turns = start;
    let left =
      Math.abs(normalizeAngle(Math.atan2(dy, dx) - self.body)) - Math.max(0.12, Math.atan2(arm * 0.8, way));
    let { speed } = self;
    while (left > 0 && turns <= n) {
      left -= maxTurn(speed, ability.type);
      speed *= ability.decay;
      turns += 1;
    }
    const dashes = n - turns;
    if (dashes > 0 && ability.run[dashes]! * (0.7 + 0.3 * self.effort) >= way - arm)
      return { cycles: n, x: bx, y: by };
  }
  return {
    cycles: UNREACHABLE_CYCLES,
    x: ball.pathX[MAX_PREDICTED_CYCLES]!,
    y: ball.pathY[MAX_PREDICTED_CYCLES]!,
  };
}

/** When the player itself, the fastest teammate and the fastest opponent get the ball. */
export interface Race {
  readonly own: Reach;
  /** The fastest teammate. */
  readonly mate: Reach;
  readonly mateUnum: number;
  /** The fastest opponent. */
  readonly opponent: Reach;
}

export function compareReach(wm: WorldModel): Race {
  const own = computeOwnReach(wm);
  let mate: Reach = { cycles: UNREACHABLE_CYCLES, x: 0, y: 0 };
  let mateUnum = 0;
  for (const p of wm.players.ownList) {
    if (p.unum === wm.bannedTaker && p.unum !== 0) continue;
    const reach = computeReach(wm, p);
    if (reach.cycles < mate.cycles || (reach.cycles === mate.cycles && p.unum < mateUnum)) {
      mate = reach;
      mateUnum = p.unum;
    }
  }
  let opponent: Reach = { cycles: UNREACHABLE_CYCLES, x: 0, y: 0 };
  for (const p of wm.players.opponentList) {
    const reach = computeReach(wm, p);
    if (reach.cycles < opponent.cycles) opponent = reach;
  }
  return { own, mate, mateUnum, opponent };
}
