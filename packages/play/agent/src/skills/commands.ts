import type { Vec2 } from '@rcss/core';
import { atan2, clamp, pow } from '@rcss/core/math';
import { computeHalfTimeCycles } from '@rcss/params';
import { kickRateAt } from '@rcss/physics/predict';
import { computeDirection, normalizeAngle, toDegrees } from '../geometry.js';
import { computeDashRate, computeRollDistance, cyclesToRun, maxTurn } from '../world/ability.js';
import { findLegTurn } from '../world/legs.js';
import type { WorldModel } from '../world/world-model.js';
import type { BodyCommand, KickCommand } from './action.js';

/** Largest angle to the target at which a dash goes forward, radians. */
const STRAIGHT_ANGLE = 0.03;

/** Turn towards an absolute direction, as far as inertia allows. */
export function turnToDirection(wm: WorldModel, direction: number): BodyCommand {
  const { self } = wm;
  const wanted = normalizeAngle(direction - self.body);
  const moment = wanted * (1 + self.ability.type.inertia_moment * self.speed);
  return { type: 'turn', moment: clamp(toDegrees(moment), -180, 180) };
}

/**
 * Go to a point: dashes in its direction, or turns first if this is faster. A dash that is not forward has less power, so that only short
 * ways and small angles are covered without a turn. A player that runs fast turns by a dash with two legs if it is there earlier then. Null within
 * `tolerance` of the target.
 */
export function dashTo(
  wm: WorldModel,
  target: Readonly<Vec2>,
  tolerance: number,
  power: number,
): BodyCommand {
  const { self, server } = wm;
  // Position in the next cycle without a dash.
  const from = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const dx = target.x - from.x;
  const dy = target.y - from.y;
  const way = Math.sqrt(dx * dx + dy * dy);
  if (way <= tolerance) return null;
  const angle = normalizeAngle(atan2(dy, dx) - self.body);
  if (Math.abs(angle) < STRAIGHT_ANGLE) return dashInDirection(wm, power, 0, way);
  const { ability } = self;
  const rate = computeDashRate(angle, server);
  const rest = way - Math.min(tolerance, 0.5 * way);
  const turns = Math.abs(angle) > maxTurn(self.speed, ability.type) ? 2 : 1;
  const cycles = Math.min(cyclesToRun(ability, rest / rate), turns + cyclesToRun(ability, rest));
  const legs = turnByLegs(wm, angle, power, rest, cycles, turns > 1);
  if (legs !== null) return legs;
  if (cyclesToRun(ability, rest / rate) <= turns + cyclesToRun(ability, rest))
    return dashInDirection(wm, power, angle, way / rate);
  return turnToDirection(wm, atan2(dy, dx));
}

/** Share of the full power from which on a player turns by a dash with two legs, which costs stamina. */
const MIN_LEG_POWER = 0.7;
/** Greatest rest of the angle after a dash with two legs, radians. */
const MAX_LEG_REST = 0.25;
/** Least push toward the target, as a share of a straight dash, for which a player spends stamina that could turn in one cycle. */
const MIN_LEG_PUSH = 0.35;

/**
 * Returns the dash with two legs that turns the player to its target, if it covers the way in at most as many cycles as are needed without it.
 *
 * @param isFast Whether the player cannot turn so far in one cycle.
 */
function turnByLegs(
  wm: WorldModel,
  angle: number,
  power: number,
  way: number,
  cycles: number,
  isFast: boolean,
): BodyCommand {
  const { self, server, hasLegs } = wm;
  const { ability, stamina, effort } = self;
  if (!hasLegs || cycles < 2 || power < MIN_LEG_POWER * server.max_dash_power) return null;
  if (stamina + ability.type.extra_stamina < power) return null;
  const { command, turn, along } = findLegTurn(ability, server, effort, angle, Math.round(power));
  if (Math.abs(angle - turn) > MAX_LEG_REST) return null;
  if (!isFast && along < MIN_LEG_PUSH * ability.dashAccel * (power / server.max_dash_power)) return null;
  const advance = computeRollDistance(along, ability.decay, cycles);
  return ability.run[Math.min(cycles, ability.run.length) - 1]! + advance >= way ? command : null;
}

/** Dash in a direction relative to the body, radians. `way` (meters) and the stamina limit its power. */
export function dashInDirection(
  wm: WorldModel,
  power: number,
  angle: number,
  way: number = Number.POSITIVE_INFINITY,
): BodyCommand {
  const { self, server } = wm;
  const perPower = self.ability.type.dash_power_rate * self.effort;
  let used = clamp(power, 0, server.max_dash_power);
  if (way < 1) used = Math.min(used, Math.max(5, way / perPower));
  used = Math.min(used, self.stamina + self.ability.type.extra_stamina);
  return { type: 'dash', power: Math.round(used), dir: Math.round(toDegrees(angle)) };
}

/**
 * Power of a dash. It keeps the stamina above the limits at which effort and recovery decrease (spec 05 §18), and shares out the capacity
 * over the rest of the half.
 *
 * @param urgency 0: saves stamina; 1: as fast as possible.
 */
export function computeCruisePower(wm: WorldModel, urgency: number): number {
  const { self, server } = wm;
  const floor = server.recover_dec_thr * server.stamina_max + 400;
  const full = server.max_dash_power;
  const gain = self.ability.type.stamina_inc_max * self.recovery;
  if (urgency >= 1) return self.stamina < floor - 300 ? Math.min(full, gain) : full;
  if (self.stamina < floor + 200) return Math.min(full, gain * 0.9);
  const share = (self.stamina - floor) / (server.stamina_max - floor);
  const power = clamp(full * (0.45 + 0.4 * urgency + 0.5 * (share - 0.5)), gain, full);
  const pace = computeStaminaPace(wm);
  return Math.max(Math.min(MIN_CRUISE_POWER, gain), power * pow(pace, SAVING));
}

/** Exponent of the pace in the power of a dash: how strongly a player saves. */
const SAVING = 3;
/** Least power of a cruising dash. */
const MIN_CRUISE_POWER = 30;

/**
 * Returns the stamina that is left for each remaining cycle of the half, as a share of what a player spends that has exactly enough:
 * below 1 it must save.
 */
export function computeStaminaPace({ self, server, time }: WorldModel): number {
  const { type } = self.ability;
  const half = computeHalfTimeCycles(server);
  if (server.stamina_capacity < 0 || half <= 0) return 1;
  const rest = half - (time % half);
  const floor = server.recover_dec_thr * server.stamina_max;
  const left = Math.max(0, self.capacity + self.stamina - floor);
  const whole = (server.stamina_capacity + server.stamina_max - floor) / half;
  return Math.min(1, left / rest / Math.min(whole, type.stamina_inc_max));
}

/** Returns the kick that gives the ball a velocity in meters per cycle, or as much of the change as one kick can give. */
export function kickTo(wm: WorldModel, velX: number, velY: number): KickCommand {
  const { self, ball, server } = wm;
  const ax = velX - ball.vel.x;
  const ay = velY - ball.vel.y;
  const rate = computeKickRate(wm);
  const wanted = Math.sqrt(ax * ax + ay * ay);
  const push = Math.min(wanted, rate * server.maxpower, server.ball_accel_max);
  return {
    type: 'kick',
    power: clamp(push / rate, 0, server.maxpower),
    dir: toDegrees(normalizeAngle(atan2(ay, ax) - self.body)),
  };
}

/** Returns the acceleration of the ball by a kick of power 1 at the estimated positions, meters per cycle squared. */
export function computeKickRate({ self, ball, server }: WorldModel): number {
  const dx = ball.pos.x - self.pos.x;
  const dy = ball.pos.y - self.pos.y;
  return kickRateAt(self.ability.type, server.ball_size, dx, dy, self.body);
}

/** Greatest acceleration of the ball that one kick can give now. */
export function computeKickPower(wm: WorldModel): number {
  const { server } = wm;
  const rate = computeKickRate(wm);
  return Math.min(rate * server.maxpower, server.ball_accel_max);
}

/** Turns to the ball. If its place is unknown, turns on the spot to find it. */
export function faceBall(wm: WorldModel): BodyCommand {
  const { self, ball } = wm;
  if (ball.age > 8) return { type: 'turn', moment: 90 };
  const direction = computeDirection(self.pos, ball.pos);
  if (Math.abs(normalizeAngle(direction - self.body)) < 0.6) return null;
  return turnToDirection(wm, direction);
}
