import type { Player } from '@rcss/core';
import { cos, rad, sin } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';

/** Whether the arm can be moved: `point_to_ban` cycles have passed since the last accepted command (spec 05 §17.4). */
export function isArmMovable(params: MatchParams, player: Player): boolean {
  return player.armAge >= params.server.point_to_ban;
}

/**
 * Executes `(pointto D A)`: meters and degrees relative to the face. The target is a fixed point of the field
 * (spec 05 §17.4). The command is ignored while the arm is not movable and for infinite arguments (spec 05 §9.6).
 */
export function pointTo(params: MatchParams, player: Player, dist: number, dir: number): void {
  if (!isArmMovable(params, player)) return;
  const a = rad(dir);
  const face = player.body + player.neck;
  const px = dist * cos(a);
  const py = dist * sin(a);
  const c = cos(face);
  const s = sin(face);
  const x = player.pos.x + (px * c - py * s);
  const y = player.pos.y + (px * s + py * c);
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  player.armTarget.x = x;
  player.armTarget.y = y;
  player.armAge = 0;
  player.pointtoCount += 1;
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
