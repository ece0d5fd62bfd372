import type { Player } from '@rcss/core';
import { cos, limitCoordinate, rad, sin } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';

/** Whether the arm can be moved: `point_to_ban` cycles have passed since the last accepted command (spec 05 §17.4). */
export function isArmMovable(params: MatchParams, player: Player): boolean {
  return player.armAge >= params.server.point_to_ban;
}

/**
 * Executes `(pointto D A)`: meters and degrees relative to the face. The target is a fixed point of the field
 * (spec 05 §17.4). The command is ignored while the arm is not movable. A finite distance is limited to
 * `MAX_COORDINATE` of `@rcss/core/math`.
 *
 * @returns false if an argument is infinite, so that there is no target (spec 05 §9.6); nothing has changed then
 */
export function pointTo(params: MatchParams, player: Player, dist: number, dir: number): boolean {
  if (!Number.isFinite(dist) || !Number.isFinite(dir)) return false;
  if (!isArmMovable(params, player)) return true;
  const a = rad(dir);
  const face = player.body + player.neck;
  const limited = limitCoordinate(dist);
  const px = limited * cos(a);
  const py = limited * sin(a);
  const c = cos(face);
  const s = sin(face);
  player.armTarget.x = player.pos.x + (px * c - py * s);
  player.armTarget.y = player.pos.y + (px * s + py * c);
  player.armAge = 0;
  player.pointtoCount += 1;
  return true;
}

/**
 * Executes `(pointto off)`. It is ignored while the arm is not movable, and is counted even if the arm was not pointing
 * (spec 05 §17.4).
 */
export function pointToOff(params: MatchParams, player: Player): void {
  if (!isArmMovable(params, player)) return;
  player.armTarget.x = 0;
  player.armTarget.y = 0;
  player.armAge = params.server.point_to_duration;
  player.pointtoCount += 1;
}
