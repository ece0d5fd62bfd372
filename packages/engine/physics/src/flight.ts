/**
 * A ball in the air: gravity, ground contact and rolling stop (spec 12 §6). Only in matches with height.
 *
 * One step of the vertical motion follows the horizontal one. The vertical acceleration of kicks and gravity change the speed first, then the
 * height. A ball that would be on or below the ground has a ground contact: it loses horizontal and vertical speed, and bounces or settles.
 *
 * Invariants: the height is never negative; nothing here draws random numbers.
 *
 * Surprising: after a bounce the speed is that at the contact, although gravity has already acted on the height in the rest of the step
 * (spec 12 §15 D7). A ball on the ground has no ground contact, however little a kick lifts it; in the measured server it has.
 */
import type { Ball } from '@rcss/core';
import { sqrt } from '@rcss/core/math';
import type { ServerParams } from '@rcss/params';

/** Moves the ball vertically by one step: acceleration of kicks, gravity, ground contact (spec 12 §4). The acceleration is used up. */
export function advanceHeight(ball: Ball, server: ServerParams): void {
  const { gravity, height_as_measured } = server;
  const lift = height_as_measured || ball.az < server.ball_accel_max ? ball.az : server.ball_accel_max;
  ball.az = 0;
  if (ball.z === 0 && ball.vz === 0 && (lift === 0 || (!height_as_measured && lift <= gravity))) return;
  const before = ball.z;
  ball.vz += lift - gravity;
  ball.z += ball.vz;
  if (ball.z <= 0) hitGround(ball, server, before);
}

/** Handles the contact of a ball that was at height `before` at the beginning of the step (spec 12 §6.2, §6.3). */
function hitGround(ball: Ball, server: ServerParams, before: number): void {
  const { gravity, ball_bounce_restitution: restitution } = server;
  const impact = -ball.vz;
  const upward = restitution * impact;
  const slowest = (gravity * restitution) / (1 + restitution);
  ball.vel.x *= restitution;
  ball.vel.y *= restitution;
  ball.z = 0;
  if (impact === 0 || upward < server.bounce_stop_speed || upward < slowest) {
    ball.vz = 0;
    return;
  }
  ball.vz = upward;
  if (!server.precise_bounce_timing) return;
  const rest = 1 - before / impact;
  const height = upward * rest - (gravity * rest * rest) / 2;
  ball.z = height > 0 ? height : 0;
}

/** Slows a ball on the ground; a ball in the air keeps its speed (spec 12 §4, §6.4). */
export function applyGroundFriction(ball: Ball, server: ServerParams): void {
  if (ball.z > 0) return;
  const { vel } = ball;
  vel.x *= server.ball_decay;
  vel.y *= server.ball_decay;
  if (ball.vz !== 0 || sqrt(vel.x * vel.x + vel.y * vel.y) >= server.roll_stop_speed) return;
  vel.x = 0;
  vel.y = 0;
}
