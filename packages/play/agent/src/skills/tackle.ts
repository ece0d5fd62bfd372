import { atan2, cos, sin } from '@rcss/core/math';
import { tackleFailureProbability } from '@rcss/physics/predict';
import { computeDirection, movePoint, normalizeAngle, OPPONENT_GOAL, toDegrees } from '../geometry.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';

/** Returns the probability, 0 to 1, that a tackle reaches the ball now, at the estimated positions (spec 05 §13). */
export function computeTackleProbability(wm: WorldModel): number {
  const { self, ball, server } = wm;
  const dx = ball.pos.x - self.pos.x;
  const dy = ball.pos.y - self.pos.y;
  const c = cos(-self.body);
  const s = sin(-self.body);
  const forward = dx * c - dy * s;
  const across = dx * s + dy * c;
  const reach = forward > 0 ? server.tackle_dist : server.tackle_back_dist;
  if (reach <= 1e-5 || ball.z > server.tackle_height) return 0;
  const failure = tackleFailureProbability(
    forward,
    across,
    reach,
    server.tackle_width,
    server.tackle_exponent,
  );
  return failure < 1 ? 1 - failure : 0;
}

/** Arguments of {@link tackleBall}. */
export interface TackleArguments {
  /** Smallest probability of success, 0 to 1; 0.8 by default. */
  readonly minProbability?: number;
}

/**
 * Tackles the ball away from the own goal; null if the probability of success is too small or the ball is not known. A tackle
 * makes the player idle for several cycles.
 */
export function tackleBall(wm: WorldModel, { minProbability = 0.8 }: TackleArguments = {}): Action | null {
  const { self, ball } = wm;
  if (ball.age > 1 || self.tackleExpires > 0) return null;
  const probability = computeTackleProbability(wm);
  if (probability < minProbability) return null;
  const direction =
    self.pos.x > 20 ? computeDirection(ball.pos, OPPONENT_GOAL) : atan2(Math.sign(ball.pos.y) * 0.6, 1);
  const angle = toDegrees(normalizeAngle(direction - self.body));
  return createAction('tackle', { type: 'tackle', angle, foul: false }, `success ${probability.toFixed(2)}`, {
    lookAt: ball.pos,
    target: movePoint(ball.pos, 5, direction),
  });
}
