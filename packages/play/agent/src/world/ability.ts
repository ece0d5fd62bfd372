/** Motion of players and balls: the formulas of spec 05 §6, §10 to §12 without their noise. */

import type { Vec2 } from '@rcss/core';
import { clamp, cos, log, pow, sin } from '@rcss/core/math';
import type { PlayerType, ServerParams } from '@rcss/params';

/** Cycles up to which motion is predicted. */
export const MAX_PREDICTED_CYCLES = 60;

/** Precomputed motion of a player of one type. */
export interface Ability {
  readonly type: PlayerType;
  readonly decay: number;
  readonly speedMax: number;
  /** Speed gained by one full dash forward of a player that is not tired: with the effort of its type (spec 05 §18). */
  readonly dashAccel: number;
  readonly kickable: number;
  /** Meters covered from rest by n full dashes forward. */
  readonly run: readonly number[];
  /** Highest speed that is reached by dashes, meters per cycle. */
  readonly topSpeed: number;
}

/** Returns the precomputed motion of a player type. */
export function abilityOf(type: PlayerType, server: ServerParams): Ability {
  const dashAccel = Math.min(
    server.player_accel_max,
    server.max_dash_power * type.dash_power_rate * type.effort_max,
  );
  const run = [0];
  let speed = 0;
  let way = 0;
  let topSpeed = 0;
  for (let n = 1; n <= MAX_PREDICTED_CYCLES; n++) {
    speed = Math.min(type.player_speed_max, speed + dashAccel);
    way += speed;
    topSpeed = speed;
    run.push(way);
    speed *= type.player_decay;
  }
  return {
    type,
    decay: type.player_decay,
    speedMax: type.player_speed_max,
    dashAccel,
    kickable: type.player_size + type.kickable_margin + server.ball_size,
    run,
    topSpeed,
  };
}

/** Cycles that a run of `way` meters from rest takes. */
export function cyclesToRun(ability: Ability, way: number): number {
  if (way <= 0) return 0;
  const { run } = ability;
  let n = Math.min(MAX_PREDICTED_CYCLES, Math.max(1, Math.floor(way / ability.topSpeed)));
  while (n < MAX_PREDICTED_CYCLES && run[n]! < way) n++;
  return run[n]! >= way ? n : n + Math.ceil((way - run[n]!) / ability.topSpeed);
}

/** Distance covered in n cycles with this initial speed and decay. */
export function computeRollDistance(speed: number, decay: number, n: number): number {
  return (speed * (1 - pow(decay, n))) / (1 - decay);
}

/** Speed that makes the ball arrive after `way` meters with `endSpeed`. */
export function computeRollSpeed(way: number, endSpeed: number, ballDecay: number): number {
  return endSpeed + (1 - ballDecay) * way;
}

/** Cycles after which a ball of this speed has rolled `way` meters; Infinity when it stops before. */
export function computeRollCycles(way: number, speed: number, ballDecay: number): number {
  if (way <= 0) return 0;
  const rest = 1 - ((1 - ballDecay) * way) / speed;
  return rest <= 0 ? Number.POSITIVE_INFINITY : log(rest) / log(ballDecay);
}

/** Greatest turn of one cycle at this speed, radians (spec 05 §11). */
export function maxTurn(speed: number, type: PlayerType): number {
  return Math.PI / (1 + type.inertia_moment * speed);
}

/** Share of the power that is effective in a dash in this direction, radians from the body (spec 05 §10.2). */
export function computeDashRate(direction: number, server: ServerParams): number {
  const quarter = Math.abs(direction) / (Math.PI / 2);
  const { side_dash_rate: side, back_dash_rate: back } = server;
  const rate = quarter <= 1 ? side + (1 - side) * (1 - quarter) : back - (back - side) * (2 - quarter);
  return clamp(rate, 0, 1);
}

/** Greatest speed in direction `angle` that an acceleration of at most `push` can give a ball with velocity `velocity`. */
export function computeMaxSpeed(
  velocity: Readonly<Vec2>,
  angle: number,
  push: number,
  speedMax: number,
): number {
  const along = velocity.x * cos(angle) + velocity.y * sin(angle);
  const rest = push * push - (velocity.x * velocity.x + velocity.y * velocity.y) + along * along;
  return rest < 0 ? 0 : Math.min(speedMax, along + Math.sqrt(rest));
}
