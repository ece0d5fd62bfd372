import type { Vec2 } from '@rcss/core';
import { clamp, cos, sin } from '@rcss/core/math';
import {
  computeDirection,
  computeDistance,
  GOAL_HALF_WIDTH,
  HALF_LENGTH,
  isInOwnPenaltyArea,
  normalizeAngle,
  OWN_GOAL,
  toDegrees,
} from '../geometry.js';
import { compareReach, type Race } from '../reach/intercept.js';
import { MAX_PREDICTED_CYCLES } from '../world/ability.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, type BodyCommand, createAction } from './action.js';
import { clear } from './clear.js';
import { dashTo, faceBall, turnToDirection } from './commands.js';
import { narrowAngle } from './narrow-angle.js';
import { pass } from './pass.js';
import { planShotMeeting } from './save-shot.js';
import { tackleBall } from './tackle.js';

/** Arguments of {@link keepGoal}. */
export interface KeepGoalArguments {
  /** Who gets the ball first, if it is already computed. */
  readonly race?: Race;
}

/** Plays the goalie in open play: catches, plays the ball out, leaves the goal or stands in the way of the ball. */
export function keepGoal(wm: WorldModel, { race = compareReach(wm) }: KeepGoalArguments = {}): Action {
  const { ball } = wm;
  const caught = catchReachableBall(wm);
  if (caught !== null) return caught;
  const turned = turnForCatch(wm);
  if (turned !== null) return turned;
  if (wm.kickable) {
    const free = wm.nearestOpponent(ball.pos).gap > 4;
    const played = free ? pass(wm, { minLength: 10, minProbability: 0.8 }) : null;
    const chosen = played ?? clear(wm);
    if (chosen !== null) return chosen;
  }
  const { own, opponent, mate } = race;
  const goesIn = predictGoalCrossing(wm);
  const inArea = isInOwnPenaltyArea({ x: own.x, y: own.y }, 0.7);
  const run = (target: Vec2, tolerance: number, power: number, reason: string): Action =>
    createAction('keep_goal', dashTo(wm, target, tolerance, power) ?? faceAcross(wm), reason, {
      lookAt: ball.pos,
      target,
    });
  if (goesIn !== null) {
    const meeting = planShotMeeting(wm, goesIn.cycles);
    const tackled = meeting.room < 0 ? tackleBall(wm, { minProbability: LAST_TACKLE_PROBABILITY }) : null;
    const reason = `shot, ${meeting.room.toFixed(1)} m to spare in ${meeting.cycles} cycles`;
    return (
      tackled ?? createAction('keep_goal', meeting.body, reason, { lookAt: ball.pos, target: meeting.place })
    );
  }
  const first = own.cycles < opponent.cycles - 1 && own.cycles < mate.cycles;
  if (first && inArea && own.cycles < 15) {
    const reason = `first at the ball in ${own.cycles} cycles`;
    const meeting = mayCatch(wm) ? planShotMeeting(wm, own.cycles) : null;
    return meeting !== null && meeting.room >= 0
      ? createAction('keep_goal', meeting.body, reason, { lookAt: ball.pos, target: meeting.place })
      : run({ x: own.x, y: own.y }, 0.4, 100, reason);
  }
  const near = ball.pos.x < -20;
  const meeting = predictMeeting(wm, race);
  const usual = computeGoaliePosition(meeting);
  const cycles = Math.min(opponent.cycles, mate.cycles);
  const isShotNear = computeDistance(meeting, OWN_GOAL) < SHOT_RANGE && cycles <= MAX_ANTICIPATION;
  const place = isShotNear ? narrowAngle(wm, meeting, usual, Math.max(cycles, MIN_SHOT_CYCLES)) : usual;
  return run(place, near ? 0.4 : 1, near ? 100 : 50, 'between ball and goal');
}

/** Distance of the ball from the goal, meters, below which the goalie comes out to make the angle of a shot smaller. */
const SHOT_RANGE = 20;
/** Cycles that a player with the ball needs for a shot. */
const MIN_SHOT_CYCLES = 2;
/** Cycles by which the goalie moves ahead of a pass. */
const MAX_ANTICIPATION = 8;

/** Where the ball will be when the first player gets it, at most some cycles ahead. */
function predictMeeting({ ball }: WorldModel, { opponent, mate }: Race): Vec2 {
  const cycles = Math.min(opponent.cycles, mate.cycles, MAX_ANTICIPATION);
  return { x: ball.pathX[cycles]!, y: ball.pathY[cycles]! };
}

/** Distance of the ball, meters, below which the goalie is ready to dash to both sides. */
const READY_DISTANCE = 32;
/** Angle between the body of a ready goalie and the ball, radians; the ball must stay within a right angle for a catch. */
const READY_ANGLE = 1.2;
/** Largest deviation from it, radians. */
const MAX_READY_ERROR = 0.35;

/**
 * Turns the body across the direction to the ball, to the side of the farther post, so that dashes forward and backward cover the goal; far
 * from the ball, to the ball.
 */
function faceAcross(wm: WorldModel): BodyCommand {
  const { self, ball } = wm;
  if (ball.age > 5 || computeDistance(self.pos, ball.pos) > READY_DISTANCE) return faceBall(wm);
  const direction = computeDirection(self.pos, ball.pos);
  const wanted = normalizeAngle(direction + (ball.pos.y > 0 ? -READY_ANGLE : READY_ANGLE) - self.body);
  return Math.abs(wanted) < MAX_READY_ERROR ? null : turnToDirection(wm, self.body + wanted);
}

/** Catches the ball; null if it is out of reach, the goalie has just tried, or the rules forbid it (spec 05 §15, spec 06 §12). */
export function catchReachableBall(wm: WorldModel): Action | null {
  const isShootout = wm.mode.kind === 'penalty_taken';
  const body = wm.goalie ? findCatch(wm, isShootout) : null;
  return body === null
    ? null
    : createAction('catch', body, `ball at ${computeDistance(wm.self.pos, wm.ball.pos).toFixed(2)} m`, {
        lookAt: wm.ball.pos,
        target: wm.ball.pos,
      });
}

/** Distance of the ball, meters, up to which a catch is certain. */
function computeCatchReach({ self, server }: WorldModel): number {
  const { catchable_area_l: reach } = server;
  return reach * Math.max(1, 2 - self.ability.type.catchable_area_l_stretch) - 0.05;
}

function findCatch(wm: WorldModel, isShootout: boolean): BodyCommand {
  const { self, ball, server } = wm;
  if (!mayCatch(wm, isShootout) || ball.age > 1) return null;
  // A try that fails bans the goalie for some cycles (spec 12 §7.1).
  if (ball.z > server.player_height) return null;
  // In a shootout, each of the two goals may be in use. A catch outside the penalty area counts as a goal for the
  // taker (spec 06 §16.7).
  if (isShootout ? !isInPenaltyArea(ball.pos) : !isSafeForCatch(ball.pos)) return null;
  if (computeDistance(self.pos, ball.pos) > computeCatchReach(wm)) return null;
  const angle = toDegrees(normalizeAngle(computeDirection(self.pos, ball.pos) - self.body));
  if (angle < server.min_catch_angle || angle > server.max_catch_angle) return null;
  return { type: 'catch', dir: angle };
}

/**
 * Whether a point is inside the own penalty area in spite of errors of its position. A ball on the goal line before the goal is caught in any
 * case.
 */
function isSafeForCatch(p: Readonly<Vec2>): boolean {
  const isBeforeGoal = p.x < -HALF_LENGTH + 1 && Math.abs(p.y) < GOAL_HALF_WIDTH + 0.5;
  return isBeforeGoal || isInOwnPenaltyArea(p, 0.3);
}

/** Whether a catch is allowed: not soon after another try, and not of a ball that a teammate has kicked. */
function mayCatch(wm: WorldModel, isShootout = false): boolean {
  const { server } = wm;
  if (!wm.playOn && !isShootout) return false;
  if (wm.cycle - wm.lastCatchCycle < server.catch_ban_cycle + 1) return false;
  return wm.lastTouch !== 'own' || !server.back_passes || isShootout;
}

/** Distance of the nearest opponent from the ball, meters, from which on the goalie has time for a turn. */
const TURN_GAP = 2.5;

/** Turns to a ball that can be caught in the next cycle, but not now, because it is at the back of the body; null if there is no time for that. */
function turnForCatch(wm: WorldModel): Action | null {
  const { ball, self, server } = wm;
  if (!mayCatch(wm) || ball.age > 1 || ball.z > server.player_height) return null;
  const next = { x: ball.pathX[1]!, y: ball.pathY[1]! };
  const place = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  if (!isInOwnPenaltyArea(next, 0.3) || next.x < -HALF_LENGTH || wm.nearestOpponent(next).gap < TURN_GAP)
    return null;
  if (computeDistance(place, next) > computeCatchReach(wm)) return null;
  return createAction(
    'keep_goal',
    turnToDirection(wm, computeDirection(place, next)),
    'turns for the catch',
    {
      lookAt: ball.pos,
      target: next,
    },
  );
}

/** Whether a point is safely inside one of the two penalty areas. */
function isInPenaltyArea(p: Readonly<Vec2>): boolean {
  return Math.abs(p.x) > HALF_LENGTH - 16.5 + 0.3 && Math.abs(p.y) < 20.16 - 0.3;
}

/** Returns time and place (y, meters) at which the rolling ball crosses the own goal line between the posts; null if it does not. */
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

/** A goalie that does not reach a shot in time for a catch tackles from this probability on. */
const LAST_TACKLE_PROBABILITY = 0.4;

/** Share of the distance of the ball by which the goalie leaves the goal line, and limits, meters. */
const OUT_SHARE = 0.25;
const MIN_OUT = 1.2;
const MAX_OUT = 5;
/** Distances of the ball, meters: up to the first, a shot at a flat angle is expected; from the second on, rather a pass to the middle. */
const SHOT_DISTANCE = 14;
const PASS_DISTANCE = 20;

/**
 * The goalie's place on the line that halves the angle in which the ball sees the goal. If this angle is flat and the ball is far, the place
 * is nearer to the goal line: a pass to the middle is then more dangerous than a shot.
 */
export function computeGoaliePosition(ball: Readonly<Vec2>): Vec2 {
  const from = { x: Math.max(ball.x, -HALF_LENGTH + 0.5), y: ball.y };
  const left = computeDirection(from, { x: -HALF_LENGTH, y: -GOAL_HALF_WIDTH });
  const right = computeDirection(from, { x: -HALF_LENGTH, y: GOAL_HALF_WIDTH });
  const direction = left + normalizeAngle(right - left) / 2;
  const toward = -cos(direction);
  const way = (from.x + HALF_LENGTH) / Math.max(toward, 0.01);
  const crossing = clamp(from.y + way * sin(direction), -GOAL_HALF_WIDTH, GOAL_HALF_WIDTH);
  const gap = computeDistance(from, { x: -HALF_LENGTH, y: crossing });
  const farness = clamp((gap - SHOT_DISTANCE) / (PASS_DISTANCE - SHOT_DISTANCE), 0, 1);
  const flatness = 1 - 0.8 * farness * (1 - toward);
  const out = clamp(clamp(gap * OUT_SHARE, MIN_OUT, MAX_OUT) * flatness, 0, 0.6 * gap);
  const x = -HALF_LENGTH + out * toward;
  const y = crossing - out * sin(direction);
  return { x: Math.max(-HALF_LENGTH + 0.7, x), y: clamp(y, -GOAL_HALF_WIDTH + 0.6, GOAL_HALF_WIDTH - 0.6) };
}
