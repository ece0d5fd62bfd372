import type { Vec2 } from '@rcss/core';
import { clamp, cos, sin } from '@rcss/core/math';
import {
  computeDistance,
  GOAL_HALF_WIDTH,
  HALF_LENGTH,
  HALF_WIDTH,
  isInOwnPenaltyArea,
  toDegrees,
  toRadians,
} from '../geometry.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { computeKickPower } from './commands.js';
import { computeLossCost, MIN_LOSS } from './evaluation.js';
import { kickWithSpeed } from './kick.js';

/** Angle between the directions that are compared, degrees. */
const ANGLE_STEP = 10;
/** A ball that crosses the own goal line within this distance of a post may go in, meters. */
const POST_MARGIN = 4;
/** Cycles for which a cleared ball is followed. */
const CYCLES = 15;
/** An opponent within this distance stops the ball, meters; it runs this far in a cycle, and begins after some cycles. */
const REACH = 1.2;
const SPEED = 0.95;
const REACTION = 1;
/** Share of the cost of losing the ball that counts if it leaves the pitch over a side line, and if no opponent stops it so soon. */
const OUT_SHARE = 0.5;
const LOOSE_SHARE = 0.8;
/** In the own penalty area, with an opponent within this distance of the ball, there is no time for a second kick, meters. */
const URGENT_GAP = 8;

/** Where the opponents put a ball back into play that leaves the pitch over the own goal line. */
const OWN_CORNER: Readonly<Vec2> = { x: -HALF_LENGTH, y: HALF_WIDTH };

/** A way on which the ball leaves a place. */
export interface Lane {
  /** Direction of the kick, radians. */
  readonly direction: number;
  /** Where an opponent stops the ball, where it leaves the pitch, or where it is after {@link CYCLES} cycles. */
  readonly end: Vec2;
  readonly isStopped: boolean;
}

/** Kicks the ball away, where the opponents gain the least by it; null if the ball is out of reach. In a set play with one kick. */
export function clear(wm: WorldModel): Action | null {
  const { ball } = wm;
  if (!wm.kickable) return null;
  const speed = Math.min(computeKickPower(wm), wm.server.ball_speed_max);
  const { direction, end, isStopped } = findBestLane(wm, speed);
  const urgent =
    !wm.playOn || (isInOwnPenaltyArea(ball.pos) && wm.nearestOpponent(ball.pos).gap < URGENT_GAP);
  const body = kickWithSpeed(wm, direction, wm.server.ball_speed_max, !urgent);
  const result = isStopped ? 'an opponent is there' : 'free';
  return createAction('clear', body, `${toDegrees(direction).toFixed(0)}°, ${result}`, {
    lookAt: end,
    target: end,
  });
}

/** Returns the way on which the opponents gain the least by a ball that is kicked with a speed, meters per cycle. */
function findBestLane(wm: WorldModel, speed: number): Lane {
  let best = predictLane(wm, 0, speed);
  let bestValue = rateLane(best);
  for (let angle = ANGLE_STEP; angle < 360; angle += ANGLE_STEP) {
    const lane = predictLane(wm, toRadians(angle), speed);
    const value = rateLane(lane);
    if (value <= bestValue) continue;
    bestValue = value;
    best = lane;
  }
  return best;
}

/** Returns how good a way is, in the unit of `evaluatePosition`; minus infinity if it ends in the own goal. */
export function rateLane({ isStopped, end }: Lane): number {
  if (!isStopped && end.x <= -HALF_LENGTH) {
    const isOwnGoal = Math.abs(end.y) < GOAL_HALF_WIDTH + POST_MARGIN;
    return isOwnGoal ? Number.NEGATIVE_INFINITY : -computeLossCost(OWN_CORNER);
  }
  const looseShare = Math.abs(end.y) >= HALF_WIDTH ? OUT_SHARE : LOOSE_SHARE;
  return -(isStopped ? 1 : looseShare) * Math.max(MIN_LOSS, computeLossCost(end));
}

/** Follows a ball that leaves its place in a direction with a speed, meters per cycle. */
export function predictLane(wm: WorldModel, direction: number, speed: number): Lane {
  const { ball, players, server } = wm;
  const end: Vec2 = { x: ball.pos.x, y: ball.pos.y };
  const step = { x: speed * cos(direction), y: speed * sin(direction) };
  for (let n = 1; n <= CYCLES; n++) {
    end.x = clamp(end.x + step.x, -HALF_LENGTH, HALF_LENGTH);
    end.y = clamp(end.y + step.y, -HALF_WIDTH, HALF_WIDTH);
    for (const opponent of players.opponentList) {
      const gap = computeDistance(opponent.pos, end) - REACH - 0.2 * Math.min(opponent.age, 10);
      if (gap <= SPEED * (n - REACTION)) return { direction, end, isStopped: true };
    }
    if (Math.abs(end.x) >= HALF_LENGTH || Math.abs(end.y) >= HALF_WIDTH) break;
    step.x *= server.ball_decay;
    step.y *= server.ball_decay;
  }
  return { direction, end, isStopped: false };
}
