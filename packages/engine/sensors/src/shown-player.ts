/** Properties of players and ball that observations of the whole field show: pointing arm, card, place of the ball. */
import type { Player, ShownBall, ShownPlayer, Vec2, World } from '@rcss/core';
import { atan2, deg, direction, wrapAngle } from '@rcss/core/math';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';

/** Whether the arm of a player points somewhere (spec 05 §17.4). False for a slot that no client ever took. */
export function isPointing(player: Player, params: MatchParams): boolean {
  return player.assigned && player.armAge < params.server.point_to_duration;
}

/**
 * Writes the target of a pointing arm relative to position and face of the player into `out`, meters. Its last bits decide whether
 * 180 or -180 degrees are shown, and which way a distance is rounded. If the target is at the position of the player,
 * the signs of the zero vector depend on the angles of body and neck and not on the command (spec 05 §17.4).
 */
export function turnArmTarget({ pos, armTarget, body, neck }: Player, out: Vec2): Vec2 {
  vec2.set(out, armTarget.x - pos.x, armTarget.y - pos.y);
  return vec2.rotatePolar(out, out, -(body + neck));
}

/**
 * Returns the direction of the vector that `turnArmTarget` has written, radians in [-pi, pi]; that of a zero vector follows from
 * its signs.
 */
export function turnedDirection({ x, y }: Vec2): number {
  return atan2(y, x);
}

/** Working memory of `armDirection`. */
const target: Vec2 = vec2.create();

/** Returns the direction of the target of a pointing arm in the field, radians in [-pi, pi] (spec 05 §17.4). */
export function armDirection(player: Player): number {
  const { pos, armTarget, body, neck } = player;
  const dx = armTarget.x - pos.x;
  const dy = armTarget.y - pos.y;
  if (dx !== 0 || dy !== 0) return wrapAngle(direction(dx, dy));
  return wrapAngle(turnedDirection(turnArmTarget(player, target)) + body + neck);
}

/** The highest card of a player as one letter; empty if there is none. */
export function cardLetter(player: Player): '' | 'y' | 'r' {
  return player.cards >= 2 ? 'r' : player.cards === 1 ? 'y' : '';
}

export function fillBall({ ball }: World, out: ShownBall): void {
  out.ballX = ball.pos.x;
  out.ballY = ball.pos.y;
  out.ballVx = ball.vel.x;
  out.ballVy = ball.vel.y;
  out.ballZ = ball.z;
}

export function fillShownPlayer(player: Player, out: ShownPlayer): void {
  out.side = player.side;
  out.unum = player.unum;
  out.typeId = player.typeId;
  out.x = player.pos.x;
  out.y = player.pos.y;
  out.vx = player.vel.x;
  out.vy = player.vel.y;
  out.body = deg(player.body);
  out.neck = deg(player.neck);
  out.focusDist = player.focusDist;
  out.focusDir = deg(player.focusDir);
  out.stamina = player.stamina;
  out.effort = player.effort;
  out.recovery = player.recovery;
  out.capacity = player.staminaCapacity;
}
