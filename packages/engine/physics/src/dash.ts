/**
 * Dashes, for both legs and for each of them (spec 05 §10).
 *
 * A command only stores power and direction of the legs; the acceleration is computed at the start of the step, from the stamina of that
 * moment. Power is limited, then the direction is rounded to `dash_angle_step`, then stamina decides what is left of the power. Effort and
 * dash rate of the player type scale the result; sideways and backward dashes are weaker.
 *
 * `(dash P D)` is both legs with the same numbers; then nothing rotates. One leg alone, or different legs, turn the body: `(dash (l 100 0))`
 * from rest turns it by one radian, 57.2958 degrees; the right leg alone not at all.
 *
 * Surprising: the form with legs needs only a free leg, so it is accepted in the cycle of a kick and while the player is idle after a
 * tackle.
 */
import type { Player } from '@rcss/core';
import { clamp, cos, rad, rint, sin, wrapAngle } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import { playerTypeOf, upperHalfSlowness } from './body.js';

/** A stamina demand below this has no effect (spec 05 §10.2 point 2). */
const MIN_DEMAND = 1.0e-5;

function clampDashPower(params: MatchParams, power: number): number {
  return clamp(power, params.server.min_dash_power, params.server.max_dash_power);
}

/** Direction of a dash in degrees: limited, then rounded to the step, ties to even (spec 05 §10.1). */
function roundDashDirection(params: MatchParams, dir: number): number {
  const server = params.server;
  const d = clamp(dir, server.min_dash_angle, server.max_dash_angle);
  const step = server.dash_angle_step;
  return step < 1e-10 ? d : step * rint(d / step);
}

function setLeftLeg(player: Player, power: number, dir: number): void {
  player.leftLegUsed = true;
  player.leftLegDash = true;
  player.leftLegPower = power;
  player.leftLegDir = dir;
}

function setRightLeg(player: Player, power: number, dir: number): void {
  player.rightLegUsed = true;
  player.rightLegDash = true;
  player.rightLegPower = power;
  player.rightLegDir = dir;
}

/** Accepts `(dash P D)` for both legs, as far as they are still free; power and degrees as received (spec 05 §9.3, §10.1). */
export function dash(params: MatchParams, player: Player, power: number, dir: number): void {
  if (player.bodyUsed) return;
  const p = clampDashPower(params, power);
  const d = roundDashDirection(params, dir);
  if (!player.leftLegUsed) setLeftLeg(player, p, d);
  if (!player.rightLegUsed) setRightLeg(player, p, d);
  player.bodyUsed = true;
  markDashed(params, player);
}

/**
 * Accepts one part of the leg form. It needs only a free leg, so it is also accepted in the cycle of a kick or catch,
 * in the idle cycles after a tackle and while the player is foul-charged (spec 05 §9.3, §23 Q7).
 */
export function dashLeg(
  params: MatchParams,
  player: Player,
  leg: 'l' | 'r',
  power: number,
  dir: number,
): void {
  if (leg === 'l' ? player.leftLegUsed : player.rightLegUsed) return;
  const p = clampDashPower(params, power);
  const d = roundDashDirection(params, dir);
  if (leg === 'l') setLeftLeg(player, p, d);
  else setRightLeg(player, p, d);
  player.bodyUsed = true;
  markDashed(params, player);
}

/** With the correction `foul`, keeps whether the player has dashed in the previous cycle too (spec 06 §13.1). */
function markDashed({ corrections }: MatchParams, player: Player): void {
  const { dashedCount } = player;
  player.dashedCount = corrections?.foul === true && (dashedCount === 0 || dashedCount === 2) ? 2 : 1;
}

/** Stamina that a dash of this power demands for one leg. */
function staminaDemand(power: number): number {
  return power >= 0 ? power / 2 : -power;
}

/**
 * Fraction of the dash power that becomes acceleration, by the absolute direction in degrees: 1 at 0, `side_dash_rate`
 * at 90, `back_dash_rate` at 180, linear between them (spec 05 §10.2 point 5).
 */
export function dashDirectionRate(params: MatchParams, dir: number): number {
  const side = params.server.side_dash_rate;
  const back = params.server.back_dash_rate;
  const t = Math.abs(dir);
  const rate = t > 90 ? back - (back - side) * (1 - (t - 90) / 90) : side + (1 - side) * (1 - t / 90);
  return clamp(rate, 0, 1);
}

/**
 * Signed magnitude of one leg's acceleration; negative if the leg pushes backwards (power below 0). `share` is the
 * stamina that the leg uses.
 */
function legForce(params: MatchParams, player: Player, power: number, dir: number, share: number): number {
  const server = params.server;
  const p = clamp(power < 0 ? -share : 2 * share, server.min_dash_power, server.max_dash_power);
  const rate = dashDirectionRate(params, dir);
  let g = Math.abs(player.effort * p * rate * playerTypeOf(params, player).dash_power_rate);
  if (player.pos.y < 0) g /= upperHalfSlowness(params, player);
  return p < 0 ? -g : g;
}

/** Executes the dash of the cycle at the beginning of the step (spec 05 §10.2). */
export function applyDash(params: MatchParams, rng: RandomStream, player: Player): void {
  if (!player.leftLegDash && !player.rightLegDash) return;
  player.dashCount += 1;
  const demandLeft = staminaDemand(player.leftLegPower);
  const demandRight = staminaDemand(player.rightLegPower);
  const demand = demandLeft + demandRight;
  if (demand < MIN_DEMAND) return;
  const type = playerTypeOf(params, player);
  const available = player.stamina + type.extra_stamina;
  const cost = available < demand ? available : demand;
  // The quotient is computed before the product. Then equal legs get exactly equal shares, and rounding errors do
  // not turn the player in a plain dash.
  const shareLeft = cost * (demandLeft / demand);
  // The right share is computed from the left share, which is already limited, not from the left demand. Exhausted
  // players therefore push harder with the right leg (spec 05 §10.3).
  const rest = shareLeft + demandRight;
  const shareRight = rest === 0 ? 0 : cost * (demandRight / rest);

  const body = player.body;
  const forceLeft = legForce(params, player, player.leftLegPower, player.leftLegDir, shareLeft);
  const forceRight = legForce(params, player, player.rightLegPower, player.rightLegDir, shareRight);
  const angleLeft = wrapAngle(body + rad(player.leftLegDir));
  const cosLeft = cos(angleLeft);
  const sinLeft = sin(angleLeft);
  let cosRight = cosLeft;
  let sinRight = sinLeft;
  if (player.rightLegDir !== player.leftLegDir) {
    const angleRight = wrapAngle(body + rad(player.rightLegDir));
    cosRight = cos(angleRight);
    sinRight = sin(angleRight);
  }
  const vx = player.vel.x;
  const vy = player.vel.y;
  // Velocities of the two legs if each pushed alone.
  const leftX = vx + forceLeft * cosLeft;
  const leftY = vy + forceLeft * sinLeft;
  const rightX = vx + forceRight * cosRight;
  const rightY = vy + forceRight * sinRight;
  player.accel.x += (rightX + leftX) / 2 - vx;
  player.accel.y += (rightY + leftY) / 2 - vy;

  // Only the left leg is checked for a dash, so a dash of the right leg alone never turns (spec 05 §23 Q8).
  if (player.leftLegDash) {
    const ux = cos(body);
    const uy = sin(body);
    const omega = (leftX * ux + leftY * uy - (rightX * ux + rightY * uy)) / (2 * type.player_size);
    player.bodyTarget = wrapAngle(body + (1 + uniform(rng, -player.noiseRate, player.noiseRate)) * omega);
  }

  const left = player.stamina - cost;
  player.stamina = left > 0 ? left : 0;
}
