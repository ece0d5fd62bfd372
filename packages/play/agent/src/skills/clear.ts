import { clamp, cos, sin } from '@rcss/core/math';
import {
  computeDistance,
  HALF_LENGTH,
  HALF_WIDTH,
  isInOwnPenaltyArea,
  type Point,
  toDegrees,
  toRadians,
} from '../geometry.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { computeKickPower } from './commands.js';
import { computeLossCost } from './evaluation.js';
import { kickWithSpeed } from './kick.js';

/** Directions that are compared, degrees: from one side line over the opponents' goal line to the other. */
const LARGEST_ANGLE = 80;
const ANGLE_STEP = 10;
/** Cycles for which a cleared ball is followed. */
const CYCLES = 15;
/** An opponent within this distance stops the ball, meters; it runs this far in a cycle, and begins after some cycles. */
const REACH = 1.2;
const SPEED = 0.95;
const REACTION = 1;
/** Share of the cost of losing the ball that counts if no opponent stops it, or if it leaves the pitch: others need time. */
const LOOSE_SHARE = 0.5;
/** Least cost of losing the ball. */
const MIN_LOSS = 0.1;

/** A way on which the ball leaves a place. */
export interface Lane {
  /** Direction of the kick, radians. */
  readonly direction: number;
  /** Where an opponent stops the ball, where it leaves the pitch, or where it is after {@link CYCLES} cycles. */
  readonly end: Point;
  readonly isStopped: boolean;
}

/** Kicks the ball away, where the opponents gain the least by it; null if the ball is out of reach. In a set play with one kick. */
export function clear(wm: WorldModel): Action | null {
  const { ball } = wm;
  if (!wm.kickable) return null;
  const speed = Math.min(computeKickPower(wm), wm.server.ball_speed_max);
  let best: Lane | null = null;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let angle = -LARGEST_ANGLE; angle <= LARGEST_ANGLE; angle += ANGLE_STEP) {
    const lane = predictLane(wm, toRadians(angle), speed);
    const value = rateLane(lane);
    if (value <= bestValue) continue;
    bestValue = value;
    best = lane;
  }
  const { direction, end, isStopped } = best!;
  const urgent = !wm.playOn || (isInOwnPenaltyArea(ball.pos) && wm.nearestOpponent(ball.pos).gap < 4);
  const body = kickWithSpeed(wm, direction, wm.server.ball_speed_max, !urgent);
  const result = isStopped ? 'an opponent is there' : 'free';
  return createAction('clear', body, `${toDegrees(direction).toFixed(0)}°, ${result}`, {
    lookAt: end,
    target: end,
  });
}

/** Returns how good a way is, in the unit of `evaluatePosition`. */
export function rateLane({ isStopped, end }: Lane): number {
  return -(isStopped ? 1 : LOOSE_SHARE) * Math.max(MIN_LOSS, computeLossCost(end));
}

/** Follows a ball that leaves its place in a direction with a speed, meters per cycle. */
export function predictLane(wm: WorldModel, direction: number, speed: number): Lane {
  const { ball, players, server } = wm;
  const end: Point = { x: ball.pos.x, y: ball.pos.y };
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
