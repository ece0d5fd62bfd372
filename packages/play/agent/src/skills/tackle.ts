import { atan2, cos, sin } from '@rcss/core/math';
import { tackleFailureProbability } from '@rcss/physics/predict';
import {
  computeDirection,
  computeDistance,
  movePoint,
  normalizeAngle,
  OPPONENT_GOAL,
  toDegrees,
} from '../geometry.js';
import { computeTacklePush } from '../world/own-command.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { predictLane, rateLane } from './clear.js';

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

/** Greatest age of the direction of a body that counts, cycles, and allowance for errors of positions, meters. */
const MAX_BODY_AGE = 3;
const FOUL_MARGIN = 0.1;

/**
 * Whether a tackle that reaches the ball now may be called a foul, if the opponent dashes (spec 05 §14): an opponent that has the ball, nearer than the
 * ball and before it, with its back to the player.
 */
export function isTackleFoul(wm: WorldModel): boolean {
  const { self, ball, players } = wm;
  const toBall = computeDirection(self.pos, ball.pos);
  const way = computeDistance(self.pos, ball.pos);
  const c = cos(-toBall);
  const s = sin(-toBall);
  for (const o of players.opponentList) {
    if (o.age > 2 || computeDistance(o.pos, ball.pos) > o.ability.kickable + FOUL_MARGIN) continue;
    if (o.bodyAge <= MAX_BODY_AGE && Math.abs(normalizeAngle(o.body - toBall)) > Math.PI / 2) continue;
    const dx = o.pos.x - self.pos.x;
    const dy = o.pos.y - self.pos.y;
    const width = o.ability.type.player_size + self.ability.type.player_size + FOUL_MARGIN;
    const isBetween = Math.sqrt(dx * dx + dy * dy) <= way + FOUL_MARGIN && dx * c - dy * s >= -FOUL_MARGIN;
    if (isBetween && Math.abs(dx * s + dy * c) <= width) return true;
  }
  return false;
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
    self.pos.x > ATTACK_X ? computeDirection(ball.pos, OPPONENT_GOAL) : findTackleDirection(wm);
  const angle = toDegrees(normalizeAngle(direction - self.body));
  return createAction('tackle', { type: 'tackle', angle, foul: false }, `success ${probability.toFixed(2)}`, {
    lookAt: ball.pos,
    target: movePoint(ball.pos, 5, direction),
  });
}

/** Beyond this x, tackles go to the opponents' goal. */
const ATTACK_X = 20;
/** Count of directions that are compared. */
const DIRECTION_COUNT = 24;

/** Returns the direction in which a tackle moves the ball best: fast, away from the opponents and not into the own goal. */
function findTackleDirection(wm: WorldModel): number {
  const { self, ball, server } = wm;
  let best = 0;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < DIRECTION_COUNT; i++) {
    const angle = normalizeAngle((2 * Math.PI * i) / DIRECTION_COUNT);
    const push = computeTacklePush(self, ball, server, angle);
    const x = ball.vel.x + push * cos(self.body + angle);
    const y = ball.vel.y + push * sin(self.body + angle);
    const lane = predictLane(wm, atan2(y, x), Math.min(server.ball_speed_max, Math.sqrt(x * x + y * y)));
    const value = rateLane(lane);
    if (value <= bestValue) continue;
    bestValue = value;
    best = self.body + angle;
  }
  return best;
}
