import type { Player } from '@rcss/core';
import { limitCoordinate, rad } from '@rcss/core/math';
import * as vec2 from '@rcss/core/vec2';
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
  const { pos, armTarget, body, neck } = player;
  vec2.setPolar(armTarget, limitCoordinate(dist), rad(dir));
  // The last bits decide whether a target at 180 degrees is shown as 180 or -180.
  vec2.rotatePolar(armTarget, armTarget, body + neck);
  armTarget.x += pos.x;
  armTarget.y += pos.y;
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
