import type { Vec2 } from '@rcss/core';
import { atan2, cos, sin } from '@rcss/core/math';
import { kickRateAt } from '@rcss/physics/predict';
import { computeMaxSpeed } from '../world/ability.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction, type KickCommand } from './action.js';
import { computeKickPower, kickTo } from './commands.js';

/** Places around the player to which a preparing kick can move the ball: directions and distances from the player, meters. */
const DIRECTION_COUNT = 12;
const GAPS: readonly number[] = [0.5, 0.75];
/** A longer sequence must give this much more speed, meters per cycle. */
const MIN_GAIN = 0.25;
/** Distance that an opponent gains on the ball in a cycle, and its reach at the beginning, meters. */
const OPPONENT_STEP = 0.5;
const OPPONENT_REACH = 1.1;
/** Distance that the ball keeps from the body of the player, meters. */
const BODY_MARGIN = 0.03;
/** Distance of an opponent from the ball, meters, below which there is only one kick. */
const MIN_OPPONENT_GAP = 2.2;

/** A kick to a point that could be played: what shots, passes and dribbles have in common. */
export interface KickOption {
  readonly target: Vec2;
  /** Direction of the kick, radians. */
  readonly angle: number;
  /** First speed of the ball, meters per cycle. */
  readonly speed: number;
  /** Chance of success, 0 to 1. */
  readonly chance: number;
}

/** A sequence of kicks that gives the ball a speed in a direction; its first kick is to be done now. */
export interface KickPlan {
  /** Number of kicks, 1 to 3. */
  readonly kicks: number;
  /** Speed of the ball after the last kick, meters per cycle. */
  readonly speed: number;
  /** Velocity of the ball after the first kick, meters per cycle. */
  readonly velocity: Readonly<Vec2>;
}

/** Options of {@link planKick}. */
export interface KickPlanOptions {
  /** Largest number of kicks, 1 to 3; 3 by default. */
  readonly maxKicks?: number;
}

/** The ball at one of the places for a kick, at the time of this kick. */
interface KickPlace {
  /** Place relative to the player, meters. */
  readonly x: number;
  readonly y: number;
  /** Greatest acceleration of a kick there, meters per cycle squared. */
  readonly push: number;
}

/**
 * Plans the shortest sequence of kicks that gives the ball `speed` in a direction, or the fastest one if none does. Between the kicks the
 * ball stays within reach of the player and out of reach of the opponents. The noise of kicks is not predicted.
 *
 * @param angle Direction of the ball, radians. @param speed Meters per cycle.
 */
export function planKick(
  wm: WorldModel,
  angle: number,
  speed: number,
  { maxKicks = 3 }: KickPlanOptions = {},
): KickPlan {
  const { ball, self, server } = wm;
  const push = computeKickPower(wm);
  const used = Math.min(speed, computeMaxSpeed(ball.vel, angle, push, server.ball_speed_max));
  const velocity = { x: used * cos(angle), y: used * sin(angle) };
  // A ball that would end in the body of the player bounces back.
  const now = isStopped(wm, velocity) ? 0 : computeMaxSpeed(ball.vel, angle, push, server.ball_speed_max);
  let best: KickPlan = { kicks: 1, speed: now, velocity };
  const gap = wm.nearestOpponent(ball.pos).gap;
  if (now >= speed * 0.95 || maxKicks < 2 || gap < MIN_OPPONENT_GAP) return best;
  const places = listKickPlaces(wm);
  const decay = server.ball_decay;
  // Positions of the player at the second and third kick.
  const next = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const slower = self.ability.decay;
  const shift = { x: self.vel.x * slower, y: self.vel.y * slower };
  const reachable: { readonly place: KickPlace; readonly x: number; readonly y: number }[] = [];
  for (const place of places) {
    const x = next.x + place.x - ball.pos.x;
    const y = next.y + place.y - ball.pos.y;
    const ax = x - ball.vel.x;
    const ay = y - ball.vel.y;
    if (ax * ax + ay * ay > push * push || !isSafe(wm, next, place, 1)) continue;
    reachable.push({ place, x, y });
    const then = computeMaxSpeed({ x: x * decay, y: y * decay }, angle, place.push, server.ball_speed_max);
    if (then > best.speed + (best.kicks === 1 ? MIN_GAIN : 0))
      best = { kicks: 2, speed: then, velocity: { x, y } };
  }
  if (best.speed >= speed * 0.95 || maxKicks < 3 || gap < OPPONENT_REACH + 3 * OPPONENT_STEP) return best;
  const after = { x: next.x + shift.x, y: next.y + shift.y };
  const two = best.kicks === 1 ? best.speed + MIN_GAIN : best.speed;
  for (const { place: first, x: vx, y: vy } of reachable) {
    for (const place of places) {
      const x = shift.x + place.x - first.x;
      const y = shift.y + place.y - first.y;
      const ax = x - vx * decay;
      const ay = y - vy * decay;
      if (ax * ax + ay * ay > first.push * first.push) continue;
      const then = computeMaxSpeed({ x: x * decay, y: y * decay }, angle, place.push, server.ball_speed_max);
      if (then > Math.max(best.speed, two + MIN_GAIN) && isSafe(wm, after, place, 2))
        best = { kicks: 3, speed: then, velocity: { x: vx, y: vy } };
    }
  }
  return best;
}

/** Whether the ball with this velocity hits the player itself (spec 05 §7). */
function isStopped({ ball, self, server }: WorldModel, velocity: Readonly<Vec2>): boolean {
  const dx = ball.pos.x + velocity.x - self.pos.x - self.vel.x;
  const dy = ball.pos.y + velocity.y - self.pos.y - self.vel.y;
  return Math.sqrt(dx * dx + dy * dy) < self.ability.type.player_size + server.ball_size + BODY_MARGIN;
}

function listKickPlaces(wm: WorldModel): KickPlace[] {
  const { self, server } = wm;
  const { type } = self.ability;
  const places: KickPlace[] = [];
  for (let i = 0; i < DIRECTION_COUNT; i++) {
    const around = self.body + (2 * Math.PI * i) / DIRECTION_COUNT;
    for (const gap of GAPS) {
      const x = gap * cos(around);
      const y = gap * sin(around);
      const rate = kickRateAt(type, server.ball_size, x, y, self.body);
      places.push({ x, y, push: Math.min(rate * server.maxpower, server.ball_accel_max) });
    }
  }
  return places;
}

/** Whether no opponent can have the ball at a place after some cycles. */
function isSafe(wm: WorldModel, player: Readonly<Vec2>, place: KickPlace, cycles: number): boolean {
  const at = { x: player.x + place.x, y: player.y + place.y };
  return wm.nearestOpponent(at).gap > OPPONENT_REACH + OPPONENT_STEP * cycles;
}

/**
 * Kicks the ball in a direction with a speed. If one kick cannot give the speed and no opponent is near, up to two kicks prepare the
 * last one: they move the ball to places around the player from which the next kick is stronger.
 *
 * @param angle Direction in the team frame, radians.
 * @param speed Meters per cycle.
 * @param patient Whether preparing kicks are allowed.
 * @returns The command of this cycle: power from 0 to 100, direction relative to the body in degrees.
 */
export function kickWithSpeed(wm: WorldModel, angle: number, speed: number, patient: boolean): KickCommand {
  const once = planKick(wm, angle, speed, { maxKicks: 1 });
  // Without another way, the ball is moved around the player first.
  const plan = patient || once.speed === 0 ? planKick(wm, angle, speed) : once;
  if (plan.speed > 0) return kickTo(wm, plan.velocity.x, plan.velocity.y);
  return kickTo(wm, speed * cos(angle), speed * sin(angle));
}

/** Stops the ball beside the player, on the side that is farthest from the nearest opponent; null if it is out of reach. */
export function hold(wm: WorldModel): Action | null {
  const { self, ball } = wm;
  if (!wm.kickable) return null;
  const { player, gap } = wm.nearestOpponent(ball.pos);
  const away = player === null ? self.body : atan2(self.pos.y - player.pos.y, self.pos.x - player.pos.x);
  const target = {
    x: self.pos.x + self.vel.x + 0.6 * cos(away),
    y: self.pos.y + self.vel.y + 0.6 * sin(away),
  };
  const body = kickTo(wm, target.x - ball.pos.x, target.y - ball.pos.y);
  return createAction('hold', body, `nearest opponent ${gap.toFixed(1)} m`, { target });
}
