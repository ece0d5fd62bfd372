import type { PlayerCommand } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { kickRateAt } from '@rcss/physics/predict';
import { computeDirection, normalizeAngle, type Point, toDegrees } from './geometry.js';
import { computeDashRate } from './motion.js';
import type { WorldModel } from './world-model.js';

/** The body command of a cycle; null: none. */
export type BodyCommand = Extract<
  PlayerCommand,
  { type: 'dash' | 'turn' | 'kick' | 'tackle' | 'catch' | 'move' }
> | null;

/** The body command that a decision chooses, and where the player looks after it. */
export interface Intention {
  body: BodyCommand;
  /** Point that the player needs to see; null: it may look around. */
  lookAt: Point | null;
  /** Number of the teammate to which the ball was passed, or 0. The agent announces the pass. */
  passTo: number;
  /** Kind of action in one word, for reports. */
  act: string;
}

export function createIntention(): Intention {
  return { body: null, lookAt: null, passTo: 0, act: 'wait' };
}

/** Turn towards an absolute direction, as far as inertia allows. */
export function turnTo(wm: WorldModel, direction: number): BodyCommand {
  const { self } = wm;
  const wanted = normalizeAngle(direction - self.body);
  const moment = wanted * (1 + self.ability.type.inertia_moment * self.speed);
  return { type: 'turn', moment: clamp(toDegrees(moment), -180, 180) };
}

/**
 * Go to a point: stop when within `tolerance`, turn when the direction is too far off, dash otherwise. Short
 * distances are covered in any direction without turning. Null at the target.
 */
export function goTo(wm: WorldModel, target: Readonly<Point>, tolerance: number, power: number): BodyCommand {
  const { self, server } = wm;
  // Position in the next cycle without a dash.
  const from = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const dx = target.x - from.x;
  const dy = target.y - from.y;
  const way = Math.sqrt(dx * dx + dy * dy);
  if (way <= tolerance) return null;
  const angle = normalizeAngle(Math.atan2(dy, dx) - self.body);
  const near = Math.atan2(Math.max(0.3, tolerance), way);
  if (Math.abs(angle) <= Math.max(near, 0.12))
    return dash(wm, power, angle < 0.03 && angle > -0.03 ? 0 : angle, way);
  if (way < 1.6 || (way < 3 && Math.abs(angle) < 0.5)) {
    return dash(wm, Math.max(power, 60), angle, way / computeDashRate(angle, server));
  }
  if (Math.abs(angle) < 0.35 && self.speed > 0.3) return dash(wm, power, angle, way);
  return turnTo(wm, Math.atan2(dy, dx));
}

/** Dash in a direction relative to the body, radians. `way` (meters) and the stamina limit its power. */
export function dash(
  wm: WorldModel,
  power: number,
  angle: number,
  way = Number.POSITIVE_INFINITY,
): BodyCommand {
  const { self, server } = wm;
  const perPower = self.ability.type.dash_power_rate * self.effort;
  let used = clamp(power, 0, server.max_dash_power);
  if (way < 1) used = Math.min(used, Math.max(5, way / perPower));
  used = Math.min(used, self.stamina + self.ability.type.extra_stamina);
  return { type: 'dash', power: Math.round(used), dir: Math.round(toDegrees(angle)) };
}

/**
 * Power of a dash that is not urgent. It keeps the stamina above the limits at which effort and recovery decrease
 * (spec 05 §18).
 */
export function computeCruisePower(wm: WorldModel, urgency: number): number {
  const { self, server } = wm;
  const floor = server.recover_dec_thr * server.stamina_max + 400;
  const full = server.max_dash_power;
  const gain = self.ability.type.stamina_inc_max * self.recovery;
  if (urgency >= 1) return self.stamina < floor - 300 ? Math.min(full, gain) : full;
  if (self.stamina < floor + 200) return Math.min(full, gain * 0.9);
  const share = (self.stamina - floor) / (server.stamina_max - floor);
  return clamp(full * (0.45 + 0.4 * urgency + 0.5 * (share - 0.5)), gain, full);
}

/**
 * The kick that gives the ball this velocity, or as much of the change as one kick can give. Records the
 * acceleration of the ball for its prediction.
 */
export function kickTo(wm: WorldModel, velX: number, velY: number): BodyCommand {
  const { self, ball, server } = wm;
  const ax = velX - ball.vel.x;
  const ay = velY - ball.vel.y;
  const rate = computeKickRate(wm);
  const wanted = Math.sqrt(ax * ax + ay * ay);
  const push = Math.min(wanted, rate * server.maxpower, server.ball_accel_max);
  const scale = wanted > 0 ? push / wanted : 0;
  self.pending.pushX = ax * scale;
  self.pending.pushY = ay * scale;
  return {
    type: 'kick',
    power: clamp(push / rate, 0, server.maxpower),
    dir: toDegrees(normalizeAngle(Math.atan2(ay, ax) - self.body)),
  };
}

/** Acceleration of the ball by a kick of power 1, at the estimated positions. */
function computeKickRate({ self, ball, server }: WorldModel): number {
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
  return turnTo(wm, direction);
}

/** The point to which the ball rolls in `cycles`. */
export function predictBall(wm: WorldModel, cycles: number): Point {
  const n = clamp(Math.round(cycles), 0, wm.ball.pathX.length - 1);
  return { x: wm.ball.pathX[n]!, y: wm.ball.pathY[n]! };
}

/** Where the player stands after the next cycle without dashing. */
export function predictSelf(wm: WorldModel): Point {
  return { x: wm.self.pos.x + wm.self.vel.x, y: wm.self.pos.y + wm.self.vel.y };
}
