import { clamp } from '@rcss/core/math';
import { computeKickPower, faceBall, goTo, type Intention, kickTo, turnTo } from '../action.js';
import {
  computeDirection,
  computeDistance,
  GOAL_HALF_WIDTH,
  HALF_LENGTH,
  movePoint,
  type Point,
} from '../geometry.js';
import { type GoalieMemory, tryCatch } from '../skills/goalie.js';
import { computeOwnReach } from '../skills/intercept.js';
import { kickWithSpeed } from '../skills/kick.js';
import { findBestShot } from '../skills/shoot.js';
import type { WorldModel } from '../world-model.js';
import type { TeamView } from './set-plays.js';

/** Order in which the players take penalty kicks. */
const TAKER_ORDER: readonly number[] = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/**
 * The shootout: one player takes the kick, the goalie defends, all others wait in the center circle (spec 06 §16).
 */
export function decidePenalty(wm: WorldModel, team: TeamView, memory: GoalieMemory, out: Intention): void {
  const { ball } = wm;
  out.lookAt = ball.pos;
  const sign = wm.penaltyGoalSign;
  const isOwn = wm.mode.isOwn === true;
  if (isOwn) {
    if (getCurrentTaker(wm, team) === wm.unum) {
      takePenalty(wm, sign, out);
      return;
    }
    if (wm.goalie) {
      out.body = goTo(wm, { x: sign * (HALF_LENGTH + 2), y: 25 }, 1, 60) ?? faceBall(wm);
      return;
    }
  } else if (wm.goalie) {
    defendPenalty(wm, sign, memory, out);
    return;
  }
  const angle = (2 * Math.PI * wm.unum) / 11;
  out.body = goTo(wm, { x: 6.5 * Math.cos(angle), y: 6.5 * Math.sin(angle) }, 0.8, 50) ?? faceBall(wm);
}

/** Number of the taker of the current penalty; all players of the team count the penalties in the same way. */
function getCurrentTaker(wm: WorldModel, team: TeamView): number {
  const present = TAKER_ORDER.filter((unum) => unum <= team.players && !team.absent.has(unum));
  return present[(wm.penaltiesTaken - 1 + present.length) % present.length] ?? 1;
}

/**
 * Goes to the ball in penalty_setup. Carries it towards the goal and shoots in penalty_ready and penalty_taken.
 */
function takePenalty(wm: WorldModel, sign: number, out: Intention): void {
  const { ball, self, server } = wm;
  const { kind } = wm.mode;
  const goal: Point = { x: sign * HALF_LENGTH, y: 0 };
  if (kind === 'penalty_setup') {
    const spot = movePoint(ball.pos, 0.7, computeDirection(goal, ball.pos));
    out.body = goTo(wm, spot, 0.25, 70) ?? turnTo(wm, computeDirection(self.pos, goal));
    return;
  }
  if (kind !== 'penalty_ready' && kind !== 'penalty_taken') return;
  if (!wm.kickable) {
    const reach = computeOwnReach(wm);
    out.body = goTo(wm, reach, 0.25, 100) ?? faceBall(wm);
    return;
  }
  const push = computeKickPower(wm);
  const way = computeDistance(ball.pos, goal);
  const shot = findBestShot(wm, push, sign);
  const once = !server.pen_allow_mult_kicks;
  if (shot !== null && (once || shot.chance > 0.6 || way < 11 || wm.modeAge > 110)) {
    out.body = kickWithSpeed(wm, shot.angle, server.ball_speed_max, !once && wm.modeAge < 100);
    return;
  }
  if (once) {
    const corner = { x: goal.x, y: (GOAL_HALF_WIDTH - 1.5) * (wm.unum % 2 === 0 ? 1 : -1) };
    out.body = kickWithSpeed(wm, computeDirection(ball.pos, corner), server.ball_speed_max, false);
    return;
  }
  // Push it on towards the goal and run after it.
  const angle = computeDirection(self.pos, goal);
  const target = movePoint(self.pos, 4.6, angle);
  const decay = server.ball_decay;
  const speed = (computeDistance(target, ball.pos) * (1 - decay)) / (1 - decay ** 6);
  const direction = computeDirection(ball.pos, target);
  out.body = kickTo(wm, speed * Math.cos(direction), speed * Math.sin(direction));
}

/** The goalie before and during a penalty kick of the opponents. */
function defendPenalty(wm: WorldModel, sign: number, memory: GoalieMemory, out: Intention): void {
  const { ball } = wm;
  if (wm.mode.kind === 'penalty_taken') {
    const caught = tryCatch(wm, memory, true);
    if (caught !== null) {
      out.body = caught;
      return;
    }
    const reach = computeOwnReach(wm);
    const goal = { x: sign * HALF_LENGTH, y: 0 };
    if (reach.cycles < 12 && Math.abs(reach.x) < HALF_LENGTH) {
      out.body = goTo(wm, reach, 0.3, 100) ?? faceBall(wm);
      return;
    }
    const out1 = clamp(computeDistance(ball.pos, goal) * 0.3, 2, 9);
    out.body = goTo(wm, movePoint(goal, out1, computeDirection(goal, ball.pos)), 0.4, 100) ?? faceBall(wm);
    return;
  }
  out.body = goTo(wm, { x: sign * (HALF_LENGTH - 2), y: 0 }, 0.4, 80) ?? faceBall(wm);
}
