import type { Vec2 } from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import { computeDirection, normalizeAngle } from '../geometry.js';
import { type Ability, MAX_PREDICTED_CYCLES } from '../world/ability.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import { estimateRunCycles, type Reach } from './intercept.js';

/** Speed of an opponent that carries the ball, meters per cycle. */
const DRIBBLE_SPEED = 0.7;
/** An opponent that carries the ball runs toward this x. */
const AIM_X = -49;
/** Beyond this x it turns toward the goal; before, it keeps most of its y. */
const TURN_X = -40;
const STRAIGHT_SHARE = 0.8;
const TURN_SHARE = 0.3;
/** Share of the direction of its body in the direction of its run. */
const BODY_SHARE = 0.5;
/** Distance from the ball's way at which a player stops it, meters. */
const BLOCK_REACH = 0.6;
/** Cycles added for a player whose body direction is not known: it may have to turn. */
const UNKNOWN_BODY_CYCLES = 1;

/** The way of an opponent that has the ball or gets it first, if it runs toward the own goal. */
export interface DribblePath {
  /** Place at which the opponent gets the ball, team frame, meters. */
  readonly x: number;
  /** The other coordinate of the place, meters. */
  readonly y: number;
  /** Cycles from now until it has the ball. */
  readonly cycles: number;
  /** Velocity of the ball from then on, meters per cycle. */
  readonly vx: number;
  /** The other component of the velocity, meters per cycle. */
  readonly vy: number;
}

/** Predicts where an opponent will carry the ball: toward the own goal, partly in the direction of its body if this is known. */
export function predictDribblePath(wm: WorldModel, { x, y, cycles }: Reach): DribblePath {
  const share = x > TURN_X ? STRAIGHT_SHARE : TURN_SHARE;
  let direction = computeDirection({ x, y }, { x: Math.min(AIM_X, x - 1), y: share * y });
  const { player, gap } = wm.nearestOpponent({ x, y });
  if (player !== null && cycles === 0 && gap < 2 && player.bodyAge <= 1) {
    const off = normalizeAngle(player.body - direction);
    if (Math.abs(off) < 1.6) direction += BODY_SHARE * off;
  }
  return { x, y, cycles, vx: DRIBBLE_SPEED * cos(direction), vy: DRIBBLE_SPEED * sin(direction) };
}

/** Position, velocity, body direction and ability of a player. */
export interface BlockRunner {
  readonly pos: Readonly<Vec2>;
  readonly vel: Readonly<Vec2>;
  /** Direction of the body, radians; null if it is not known. */
  readonly body: number | null;
  readonly ability: Ability;
}

export function toRunner({ pos, vel, body, bodyAge, ability }: TrackedPlayer): BlockRunner {
  return { pos, vel, body: bodyAge <= 2 ? body : null, ability };
}

/**
 * Returns the first place on the way of an opponent with the ball that a player reaches in time, and when; the end of the way if none.
 *
 * @param latest Cycles up to which an answer is needed; the cycles of a later one are Infinity.
 */
export function computeBlock(
  path: DribblePath,
  { pos, vel, body, ability }: BlockRunner,
  latest: number = Number.POSITIVE_INFINITY,
): Reach {
  const place = { x: path.x, y: path.y };
  const longest = MAX_PREDICTED_CYCLES / 2;
  const delay = body === null ? UNKNOWN_BODY_CYCLES : 0;
  for (let n = 0; n <= longest; n++) {
    const cycles = path.cycles + n;
    if (cycles > latest) return { cycles: Number.POSITIVE_INFINITY, x: place.x, y: place.y };
    const need = delay + estimateRunCycles(pos, vel, body, ability, place, BLOCK_REACH);
    if (need <= cycles) return { cycles, x: place.x, y: place.y };
    place.x += path.vx;
    place.y += path.vy;
  }
  // It runs after the opponent. Among such players the nearest one counts.
  const need = delay + estimateRunCycles(pos, vel, body, ability, place, BLOCK_REACH);
  return { cycles: path.cycles + longest + need, x: place.x, y: place.y };
}
