import type { Vec2 } from '@rcss/core';
import { computeDirection, computeDistance, movePoint, normalizeAngle, OWN_GOAL } from '../geometry.js';
import { compareReach, computeOwnReach, type Race } from '../reach/intercept.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import * as commands from './commands.js';

/** Arguments of {@link goTo}. */
export interface GoToArguments {
  readonly target: Readonly<Vec2>;
  /** Distance from the target at which the player is there, meters; 0.5 by default. */
  readonly tolerance?: number;
  /** 0: saves stamina; 1: as fast as possible; 0.6 by default. */
  readonly urgency?: number;
}

/** Goes to a point; null if the player is there. */
export function goTo(
  wm: WorldModel,
  { target, tolerance = 0.5, urgency = 0.6 }: GoToArguments,
): Action | null {
  const body = commands.dashTo(wm, target, tolerance, commands.computeCruisePower(wm, urgency));
  if (body === null) return null;
  const gap = computeDistance(wm.self.pos, target);
  return createAction('go_to', body, `${gap.toFixed(1)} m`, { lookAt: wm.ball.pos, target });
}

/** Turns the body to a point; null if it points there within five degrees. */
export function turnTo(wm: WorldModel, target: Readonly<Vec2>): Action | null {
  const direction = computeDirection(wm.self.pos, target);
  if (Math.abs(normalizeAngle(direction - wm.self.body)) < 0.087) return null;
  return createAction('turn_to', commands.turnToDirection(wm, direction), 'direction is off', {
    lookAt: target,
    target,
  });
}

/** Arguments of {@link intercept}. */
export interface InterceptArguments {
  /** Who gets the ball first, if it is already computed. */
  readonly race?: Race;
}

/**
 * Runs to the point at which the player can reach the ball first. If an opponent has the ball, runs between this opponent and the own
 * goal. Null if the ball cannot be reached, or if the player must not touch it.
 */
export function intercept(wm: WorldModel, { race }: InterceptArguments = {}): Action | null {
  if (wm.bannedTaker === wm.unum || wm.ball.age > 20) return null;
  const own = race?.own ?? computeOwnReach(wm);
  const opponent = race?.opponent ?? compareReach(wm).opponent;
  let target: Vec2 = { x: own.x, y: own.y };
  let reason = `reaches the ball in ${own.cycles} cycle${own.cycles === 1 ? '' : 's'}`;
  if (opponent.cycles === 0 && own.cycles > 2) {
    // A player in front of the opponent, nearer to the own goal, goes to the ball. Others run to the point where the
    // opponent will be.
    const owner = wm.nearestOpponent(wm.ball.pos).player;
    const inFront = computeDistance(wm.self.pos, OWN_GOAL) < computeDistance(target, OWN_GOAL) - 0.5;
    if (owner !== null && !inFront) {
      const ahead = Math.min(10, own.cycles) * 0.8;
      target = { x: target.x + owner.vel.x * ahead, y: target.y + owner.vel.y * ahead };
    }
    target = movePoint(target, inFront ? 0.4 : 0.8, computeDirection(target, OWN_GOAL));
    reason = inFront ? 'in front of the opponent' : 'follows the opponent';
  }
  const power = commands.computeCruisePower(wm, own.cycles > 25 ? 0.7 : 1);
  const body = commands.dashTo(wm, target, 0.25, power) ?? commands.faceBall(wm);
  return createAction('intercept', body, reason, { lookAt: wm.ball.pos, target });
}

/** Arguments of {@link mark}. */
export interface MarkArguments {
  /** Opponent to mark; absent: the nearest one to the own goal within 15 m of the player. */
  readonly opponent?: TrackedPlayer;
}

/** Stands near an opponent, toward the own goal and the ball; null if there is no opponent to mark. */
export function mark(
  wm: WorldModel,
  { opponent = findOpponentToMark(wm) ?? undefined }: MarkArguments = {},
): Action | null {
  if (opponent === undefined) return null;
  const { ball } = wm;
  const target = computeMarkPosition(opponent, ball.pos);
  const power = commands.computeCruisePower(wm, 0.9);
  const body = commands.dashTo(wm, target, 0.4, power) ?? commands.faceBall(wm);
  return createAction('mark', body, `opponent ${opponent.unum}`, { lookAt: ball.pos, target });
}

/** Distance of an opponent from the own goal, meters, below which it is marked closely, and how closely. */
const DANGER_DISTANCE = 28;
const CLOSE_MARK = 0.9;

/**
 * Returns the place from which a player marks an opponent: the farther the ball, the more toward the own goal. Near the own goal it is close
 * to the opponent, between the directions to the ball and to the goal, so that it reaches passes and stops shots.
 */
export function computeMarkPosition(opponent: TrackedPlayer, ball: Readonly<Vec2>): Vec2 {
  const toGoal = computeDirection(opponent.pos, OWN_GOAL);
  const toBall = computeDirection(opponent.pos, ball);
  if (computeDistance(opponent.pos, OWN_GOAL) < DANGER_DISTANCE)
    return movePoint(opponent.pos, CLOSE_MARK, toGoal + 0.5 * normalizeAngle(toBall - toGoal));
  const slack = Math.min(2.5, Math.max(0.7, computeDistance(opponent.pos, ball) * 0.1));
  return movePoint(movePoint(opponent.pos, slack, toGoal), 0.6, toBall);
}

function findOpponentToMark(wm: WorldModel): TrackedPlayer | null {
  let best: TrackedPlayer | null = null;
  for (const opponent of wm.players.opponentList) {
    if (opponent.goalie || opponent.age > 15 || computeDistance(opponent.pos, wm.self.pos) > 15) continue;
    if (best === null || computeDistance(opponent.pos, OWN_GOAL) < computeDistance(best.pos, OWN_GOAL))
      best = opponent;
  }
  return best;
}

/** Stands on the line from the ball to the own goal, two meters before the ball or where the player can get in time; null if the ball is not known. */
export function block(wm: WorldModel): Action | null {
  const { ball, self } = wm;
  if (ball.age > 10) return null;
  const direction = computeDirection(ball.pos, OWN_GOAL);
  const way = computeDistance(ball.pos, OWN_GOAL);
  let target = movePoint(ball.pos, Math.min(2, way), direction);
  for (let gap = 2; gap < way; gap += 1) {
    target = movePoint(ball.pos, gap, direction);
    // The opponent with the ball advances at about 0.7 m per cycle.
    if (computeDistance(self.pos, target) < 1.2 * (gap - 1)) break;
  }
  const body = commands.dashTo(wm, target, 0.4, commands.computeCruisePower(wm, 1)) ?? commands.faceBall(wm);
  return createAction('block', body, 'between ball and goal', { lookAt: ball.pos, target });
}

/** Turns on the spot to find the ball; null if it was seen in the last two cycles. */
export function scan(wm: WorldModel): Action | null {
  if (wm.ball.age <= 2) return null;
  return createAction('scan', { type: 'turn', moment: 90 }, `ball seen ${wm.ball.age} cycles ago`);
}
