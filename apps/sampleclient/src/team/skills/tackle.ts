import { clamp } from '@rcss/core/math';
import type { BodyCommand } from '../action.js';
import { computeDirection, normalizeAngle, OPPONENT_GOAL, toDegrees } from '../geometry.js';
import type { WorldModel } from '../world-model.js';

/** Chance that a tackle succeeds now (spec 05 §13). */
export function computeTackleProbability(wm: WorldModel): number {
  const { self, ball, server } = wm;
  const dx = ball.pos.x - self.pos.x;
  const dy = ball.pos.y - self.pos.y;
  const c = Math.cos(-self.body);
  const s = Math.sin(-self.body);
  const forward = dx * c - dy * s;
  const across = Math.abs(dx * s + dy * c);
  const reach = forward > 0 ? server.tackle_dist : server.tackle_back_dist;
  if (reach <= 1e-5) return 0;
  const fail =
    (Math.abs(forward) / reach) ** server.tackle_exponent +
    (across / server.tackle_width) ** server.tackle_exponent;
  return clamp(1 - fail, 0, 1);
}

/** Returns a tackle that sends the ball away from the own goal. */
export function tackleAway(wm: WorldModel): BodyCommand {
  const { self, ball, server } = wm;
  const direction =
    wm.self.pos.x > 20
      ? computeDirection(ball.pos, OPPONENT_GOAL)
      : Math.atan2(Math.sign(ball.pos.y) * 0.6, 1);
  const angle = normalizeAngle(direction - self.body);
  const power = server.max_tackle_power * server.tackle_power_rate * (1 - Math.abs(angle) / Math.PI);
  self.pending.pushX = power * Math.cos(direction);
  self.pending.pushY = power * Math.sin(direction);
  return { type: 'tackle', angle: toDegrees(angle), foul: false };
}
