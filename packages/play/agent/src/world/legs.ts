/** Dashes with a power and direction for each leg: they turn a running player, whatever its inertia (spec 05 §10.2). */

import { clamp, cos, sin } from '@rcss/core/math';
import type { PlayerType, ServerParams } from '@rcss/params';
import { toDegrees, toRadians } from '../geometry.js';
import { type Ability, computeDashRate } from './ability.js';

/** Power and direction of one leg. */
export interface Leg {
  /** Units of dash power, 0 to `server::max_dash_power`. */
  readonly power: number;
  /** Degrees, relative to the body. */
  readonly dir: number;
}

/** A dash with two legs. It costs the stamina of a dash with the mean power. */
export interface LegDash {
  readonly type: 'dash_legs';
  readonly left: Leg;
  readonly right: Leg;
}

/** What a dash with two legs does. */
export interface LegTurn {
  readonly command: LegDash;
  /** Angle by which the body turns, radians. */
  readonly turn: number;
  /** Acceleration in the direction of the target, meters per cycle squared. */
  readonly along: number;
}

/** Directions of the leg that pushes more, degrees toward the target. */
const STRONG_DIRECTIONS: readonly number[] = [0, 10, 20, 30, 45, 60, 75];
/** Directions of the other leg are found by halving an interval of 180 degrees this often. */
const BISECTION_STEPS = 8;

/** Forward share of the power of one leg in a direction, degrees: 1 forward, negative backward. */
function forwardShare(dir: number, server: ServerParams): number {
  const direction = toRadians(dir);
  return computeDashRate(direction, server) * cos(direction);
}

/** Acceleration of the ground by one leg at full rate, meters per cycle squared, for a power of 1. */
function forcePerPower(type: PlayerType, effort: number): number {
  return effort * type.dash_power_rate;
}

/**
 * Returns the dash with two legs that turns the body by an angle, or as far as it can, and accelerates most toward there.
 *
 * @param angle Angle to the target relative to the body, radians, -pi to pi. @param power Power of each leg.
 */
export function findLegTurn(
  { type }: Ability,
  server: ServerParams,
  effort: number,
  angle: number,
  power: number,
): LegTurn {
  const full = power * forcePerPower(type, effort);
  const wanted = Math.abs(angle);
  const targetX = cos(wanted);
  const targetY = sin(wanted);
  const push = (dir: number): number => {
    const direction = toRadians(dir);
    return computeDashRate(direction, server) * (cos(direction) * targetX + sin(direction) * targetY);
  };
  // Difference of the forward shares of both legs that turns as far as is wanted.
  const difference = (2 * type.player_size * wanted) / full;
  let best = { strong: 0, weak: 180, along: Number.NEGATIVE_INFINITY, turn: 0 };
  for (const strong of STRONG_DIRECTIONS) {
    const share = forwardShare(strong, server);
    const weak = findDirection(share - difference, server);
    const turn = ((share - forwardShare(weak, server)) * full) / (2 * type.player_size);
    const along = (full * (push(strong) + push(weak))) / 2;
    const isNearer = Math.abs(turn - wanted) < Math.abs(best.turn - wanted) - 0.02;
    const isAsNear = Math.abs(turn - wanted) < Math.abs(best.turn - wanted) + 0.02;
    if (isNearer || (isAsNear && along > best.along)) best = { strong, weak, along, turn };
  }
  const sign = angle < 0 ? -1 : 1;
  // Without the sum, a direction can be the negative zero, which JSON does not keep.
  const strong: Leg = { power, dir: sign * best.strong + 0 };
  const weak: Leg = { power, dir: sign * best.weak + 0 };
  // The body turns away from the leg that pushes more.
  const [left, right] = sign > 0 ? [strong, weak] : [weak, strong];
  return { command: { type: 'dash_legs', left, right }, turn: sign * best.turn, along: best.along };
}

/** Direction with this forward share, whole degrees from 0 to 180: the share falls with the angle. */
function findDirection(share: number, server: ServerParams): number {
  let low = 0;
  let high = 180;
  for (let n = 0; n < BISECTION_STEPS; n++) {
    const middle = (low + high) / 2;
    if (forwardShare(middle, server) > share) low = middle;
    else high = middle;
  }
  return Math.round((low + high) / 2);
}

/** Returns the angle by which a dash with these legs turns the body, radians, without noise; 0 without the left leg. */
export function predictLegTurn(
  type: PlayerType,
  server: ServerParams,
  effort: number,
  left: Leg | null,
  right: Leg | null,
): number {
  if (left === null) return 0;
  const force = (leg: Leg | null): number =>
    leg === null
      ? 0
      : clamp(leg.power, 0, server.max_dash_power) *
        forcePerPower(type, effort) *
        forwardShare(clamp(leg.dir, -180, 180), server);
  return (force(left) - force(right)) / (2 * type.player_size);
}

/** Step of the angles of a table of turns, radians. */
const TABLE_STEP = toRadians(10);

/** Acceleration toward the target by the first dash with two legs, as a share of a straight dash, for angles in steps of {@link TABLE_STEP}. */
const TABLES = new WeakMap<Ability, readonly number[]>();

/**
 * Returns the acceleration toward a target by a dash with two legs that turns the body there in one cycle, meters per cycle squared, with full
 * power and effort; null if one dash cannot turn so far.
 *
 * @param angle Angle to the target, radians, 0 to pi.
 */
export function lookUpLegPush(ability: Ability, server: ServerParams, angle: number): number | null {
  let table = TABLES.get(ability);
  if (table === undefined) {
    table = createTable(ability, server);
    TABLES.set(ability, table);
  }
  const at = angle / TABLE_STEP;
  const low = Math.floor(at);
  if (low + 1 >= table.length) return null;
  return table[low]! + (at - low) * (table[low + 1]! - table[low]!);
}

function createTable(ability: Ability, server: ServerParams): number[] {
  const table: number[] = [];
  for (let i = 0; ; i++) {
    const angle = i * TABLE_STEP;
    if (angle > Math.PI) return table;
    const { turn, along } = findLegTurn(ability, server, 1, angle, server.max_dash_power);
    if (Math.abs(toDegrees(turn - angle)) > 3) return table;
    table.push(along);
  }
}
