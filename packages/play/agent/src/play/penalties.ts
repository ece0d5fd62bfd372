import type { Vec2 } from '@rcss/core';
import { clamp, cos, pow, sin } from '@rcss/core/math';
import { computeDirection, computeDistance, GOAL_HALF_WIDTH, HALF_LENGTH, movePoint } from '../geometry.js';
import { computeOwnReach } from '../reach/intercept.js';
import { type Action, type BodyCommand, createAction } from '../skills/action.js';
import { computeKickPower, dashTo, faceBall, kickTo, turnToDirection } from '../skills/commands.js';
import { catchReachableBall } from '../skills/goalkeeping.js';
import { kickWithSpeed } from '../skills/kick.js';
import { findBestShot } from '../skills/shoot.js';
import type { WorldModel } from '../world/world-model.js';
import type { TeamPlan } from './team-plan.js';

/** The shootout: one player takes the kick, the goalie defends, all others wait in the center circle (spec 06 §16). */
export function playPenalty(wm: WorldModel, plan: TeamPlan): Action {
  const { ball } = wm;
  const sign = wm.penaltyGoalSign;
  if (wm.mode.isOwn === true) {
    if (getCurrentTaker(wm, plan) === wm.unum) return takePenalty(wm);
    if (wm.goalie) {
      const body = dashTo(wm, { x: sign * (HALF_LENGTH + 2), y: 25 }, 1, 60) ?? faceBall(wm);
      return createAction('penalty', body, 'waits beside the goal', { lookAt: ball.pos });
    }
  } else if (wm.goalie) return defendPenalty(wm);
  const angle = (2 * Math.PI * wm.unum) / 11;
  const body = dashTo(wm, { x: 6.5 * cos(angle), y: 6.5 * sin(angle) }, 0.8, 50) ?? faceBall(wm);
  return createAction('penalty', body, 'waits in the circle', { lookAt: ball.pos });
}

/** Number of the taker of the current penalty, from the highest to the lowest; all players of the team count the penalties in the same way. */
function getCurrentTaker(wm: WorldModel, { formation, absent }: TeamPlan): number {
  const present: number[] = [];
  for (let unum = formation.players; unum >= 1; unum--) if (!absent.has(unum)) present.push(unum);
  return present[(wm.penaltiesTaken - 1 + present.length) % present.length] ?? 1;
}

/**
 * Takes a penalty kick: goes to the ball in penalty_setup, carries it toward the goal and shoots in penalty_ready and
 * penalty_taken.
 */
export function takePenalty(wm: WorldModel): Action {
  const { ball, self } = wm;
  const goal: Vec2 = { x: wm.penaltyGoalSign * HALF_LENGTH, y: 0 };
  const done = (body: BodyCommand, reason: string): Action =>
    createAction('penalty', body, reason, { lookAt: ball.pos });
  if (wm.mode.kind === 'penalty_setup') {
    const spot = movePoint(ball.pos, 0.7, computeDirection(goal, ball.pos));
    return done(
      dashTo(wm, spot, 0.25, 70) ?? turnToDirection(wm, computeDirection(self.pos, goal)),
      'goes to the ball',
    );
  }
  if (wm.mode.kind !== 'penalty_ready' && wm.mode.kind !== 'penalty_taken') return done(null, 'waits');
  if (!wm.kickable)
    return done(dashTo(wm, computeOwnReach(wm), 0.25, 100) ?? faceBall(wm), 'runs to the ball');
  return kickPenalty(wm, goal);
}

function kickPenalty(wm: WorldModel, goal: Readonly<Vec2>): Action {
  const { ball, self, server } = wm;
  const way = computeDistance(ball.pos, goal);
  const shot = findBestShot(wm, computeKickPower(wm), wm.penaltyGoalSign);
  const once = !server.pen_allow_mult_kicks;
  const kick = (body: BodyCommand, reason: string): Action =>
    createAction('penalty', body, reason, { lookAt: ball.pos, target: goal });
  if (shot !== null && (once || shot.chance > 0.6 || way < 11 || wm.modeAge > 110)) {
    const body = kickWithSpeed(wm, shot.angle, server.ball_speed_max, !once && wm.modeAge < 100);
    return kick(body, `goal ${shot.chance.toFixed(2)}`);
  }
  if (once) {
    const corner = { x: goal.x, y: (GOAL_HALF_WIDTH - 1.5) * (wm.unum % 2 === 0 ? 1 : -1) };
    const direction = computeDirection(ball.pos, corner);
    return kick(kickWithSpeed(wm, direction, server.ball_speed_max, false), 'only kick');
  }
  // Push the ball on toward the goal and run after it.
  const target = movePoint(self.pos, 4.6, computeDirection(self.pos, goal));
  const decay = server.ball_decay;
  const speed = (computeDistance(target, ball.pos) * (1 - decay)) / (1 - pow(decay, 6));
  const direction = computeDirection(ball.pos, target);
  return kick(kickTo(wm, speed * cos(direction), speed * sin(direction)), 'carries the ball');
}

/** Plays the goalie before and during a penalty kick of the opponents. */
export function defendPenalty(wm: WorldModel): Action {
  const { ball } = wm;
  const sign = wm.penaltyGoalSign;
  const run = (target: Readonly<Vec2>, tolerance: number, power: number, reason: string): Action =>
    createAction('penalty', dashTo(wm, target, tolerance, power) ?? faceBall(wm), reason, {
      lookAt: ball.pos,
      target,
    });
  if (wm.mode.kind !== 'penalty_taken')
    return run({ x: sign * (HALF_LENGTH - 2), y: 0 }, 0.4, 80, 'waits in the goal');
  const caught = catchReachableBall(wm);
  if (caught !== null) return caught;
  const reach = computeOwnReach(wm);
  const goal = { x: sign * HALF_LENGTH, y: 0 };
  if (reach.cycles < 12 && Math.abs(reach.x) < HALF_LENGTH)
    return run(reach, 0.3, 100, `reaches the ball in ${reach.cycles} cycle${reach.cycles === 1 ? '' : 's'}`);
  const out = clamp(computeDistance(ball.pos, goal) * 0.3, 2, 9);
  return run(movePoint(goal, out, computeDirection(goal, ball.pos)), 0.4, 100, 'reduces the angle');
}
