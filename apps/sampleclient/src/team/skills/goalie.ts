import { clamp } from '@rcss/core/math';
import { type BodyCommand, computeKickPower, faceBall, goTo, type Intention } from '../action.js';
import { clearBall, playPass } from '../decisions/with-ball.js';
import {
  computeDirection,
  computeDistance,
  GOAL_HALF_WIDTH,
  HALF_LENGTH,
  isInOwnPenaltyArea,
  movePoint,
  normalizeAngle,
  OWN_GOAL,
  type Point,
  toDegrees,
} from '../geometry.js';
import { MAX_PREDICTED_CYCLES } from '../motion.js';
import type { WorldModel } from '../world-model.js';
import type { Race } from './intercept.js';
import { findBestPass } from './pass.js';

/** State of a goalie. */
export interface GoalieMemory {
  /** Cycle of the last catch attempt. */
  caughtAt: number;
}

/** The goalie in open play: catch, come out, stand in the way. */
export function playGoalie(wm: WorldModel, race: Race, memory: GoalieMemory, out: Intention): void {
  const { ball } = wm;
  out.lookAt = ball.pos;
  const caught = tryCatch(wm, memory);
  if (caught !== null) {
    out.body = caught;
    return;
  }
  if (wm.kickable) {
    const pass = findBestPass(wm, computeKickPower(wm), 10);
    if (pass !== null && pass.chance > 0.8 && wm.nearestOpponent(ball.pos).gap > 4) playPass(wm, out, pass);
    else clearBall(wm, out);
    return;
  }
  const { own, opponent, mate } = race;
  const goesIn = predictGoalCrossing(wm);
  const inArea = isInOwnPenaltyArea({ x: own.x, y: own.y }, 0.7);
  if (goesIn !== null && (own.cycles <= goesIn.cycles || own.cycles <= MAX_PREDICTED_CYCLES) && inArea) {
    out.body = goTo(wm, { x: own.x, y: own.y }, 0.3, 100);
    return;
  }
  if (goesIn !== null) {
    out.body = goTo(wm, { x: -HALF_LENGTH + 0.3, y: goesIn.y }, 0.3, 100);
    return;
  }
  const first = own.cycles < opponent.cycles - 1 && own.cycles < mate.cycles;
  if (first && inArea && own.cycles < 15) {
    out.body = goTo(wm, { x: own.x, y: own.y }, 0.4, 100);
    return;
  }
  const place = isUncontested(wm)
    ? movePoint(OWN_GOAL, computeDistance(ball.pos, OWN_GOAL) * 0.5, computeDirection(OWN_GOAL, ball.pos))
    : computeGoaliePosition(ball.pos);
  const near = ball.pos.x < -20;
  out.body = goTo(wm, place, near ? 0.4 : 1, near ? 90 : 50) ?? faceBall(wm);
}

/**
 * An attacker has the ball, and no teammate is between the attacker and the goal. The goalie comes out to reduce
 * the angle.
 */
function isUncontested(wm: WorldModel): boolean {
  const { ball } = wm;
  const gap = computeDistance(ball.pos, OWN_GOAL);
  if (gap > 24 || gap < 5 || Math.abs(ball.pos.y) > 16) return false;
  if (wm.nearestOpponent(ball.pos).gap > 2.5) return false;
  return !wm.players.ownList.some(
    (mate) =>
      mate.age < 8 &&
      computeDistance(mate.pos, OWN_GOAL) < gap - 1 &&
      computeDistance(mate.pos, ball.pos) < 0.7 * gap,
  );
}

/** Catch when the ball is in reach and the rules allow it (spec 05 §15, spec 06 §12). */
export function tryCatch(wm: WorldModel, memory: GoalieMemory, shootOut = false): BodyCommand {
  const { self, ball, server } = wm;
  if (!wm.playOn && !shootOut) return null;
  if (wm.cycle - memory.caughtAt < server.catch_ban_cycle + 1 || ball.age > 1) return null;
  // In a shootout, each of the two goals may be in use. A catch outside the penalty area counts as a goal for the
  // taker (spec 06 §16.7).
  if (shootOut ? !isInPenaltyArea(ball.pos) : !isInOwnPenaltyArea(ball.pos, 0.3)) return null;
  if (wm.lastTouch === 'own' && server.back_passes && !shootOut) return null;
  const gap = computeDistance(self.pos, ball.pos);
  const stretch = self.ability.type.catchable_area_l_stretch;
  const sure = server.catchable_area_l * (2 - stretch);
  if (gap > Math.max(sure, server.catchable_area_l) - 0.05) return null;
  const angle = toDegrees(normalizeAngle(computeDirection(self.pos, ball.pos) - self.body));
  if (angle < server.min_catch_angle || angle > server.max_catch_angle) return null;
  memory.caughtAt = wm.cycle;
  return { type: 'catch', dir: angle };
}

/** Whether a point is safely inside one of the two penalty areas. */
function isInPenaltyArea(p: { readonly x: number; readonly y: number }): boolean {
  return Math.abs(p.x) > HALF_LENGTH - 16.5 + 0.3 && Math.abs(p.y) < 20.16 - 0.3;
}

/** Place and time at which the rolling ball crosses the own goal line between the posts; null if it does not. */
export function predictGoalCrossing(wm: WorldModel): { readonly cycles: number; readonly y: number } | null {
  const { pathX, pathY } = wm.ball;
  if (wm.ball.speed < 0.3 || wm.ball.vel.x > 0) return null;
  for (let n = 1; n <= MAX_PREDICTED_CYCLES; n++) {
    if (pathX[n]! > -HALF_LENGTH) continue;
    const share = (pathX[n - 1]! + HALF_LENGTH) / (pathX[n - 1]! - pathX[n]!);
    const y = pathY[n - 1]! + share * (pathY[n]! - pathY[n - 1]!);
    return Math.abs(y) < GOAL_HALF_WIDTH + 1.2 ? { cycles: n, y } : null;
  }
  return null;
}

/**
 * The goalie's place on the line from the ball to the goal. If the ball is far to the side, the place is nearer to
 * the goal line.
 */
export function computeGoaliePosition(ball: Readonly<Point>): Point {
  const gap = computeDistance(ball, OWN_GOAL);
  const out = clamp(gap * 0.2, 1.8, 6);
  const angle = computeDirection({ x: OWN_GOAL.x - 1.5, y: 0 }, ball);
  const x = OWN_GOAL.x - 1.5 + (out + 1.5) * Math.cos(angle);
  const y = (out + 1.5) * Math.sin(angle);
  return { x: Math.max(-HALF_LENGTH + 0.7, x), y: clamp(y, -GOAL_HALF_WIDTH + 0.6, GOAL_HALF_WIDTH - 0.6) };
}
