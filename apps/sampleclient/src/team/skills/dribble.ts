import { clamp } from '@rcss/core/math';
import { isInPitch, movePoint, normalizeAngle, type Point } from '../geometry.js';
import { maxTurn } from '../motion.js';
import { computeLossCost, evaluatePosition } from '../value.js';
import type { WorldModel } from '../world-model.js';
import { estimateRunCycles } from './intercept.js';
import { computeMaxKickSpeed } from './pass.js';

/** A way on which the ball can be carried by one kick and some dashes. */
export interface DribbleOption {
  readonly target: Point;
  readonly angle: number;
  /** First speed of the ball. */
  readonly speed: number;
  readonly cycles: number;
  readonly chance: number;
  readonly score: number;
}

const DIRECTION_COUNT = 16;
const DASH_COUNTS: readonly number[] = [3, 6, 10];

/** The best way to carry the ball on, or null. */
export function findBestDribble(wm: WorldModel, push: number): DribbleOption | null {
  let best: DribbleOption | null = null;
  for (let i = 0; i < DIRECTION_COUNT; i++) {
    const angle = normalizeAngle((2 * Math.PI * i) / DIRECTION_COUNT);
    for (const dashes of DASH_COUNTS) {
      const option = evaluateDribble(wm, angle, dashes, push);
      if (option !== null && (best === null || option.score > best.score)) best = option;
    }
  }
  return best;
}

function evaluateDribble(wm: WorldModel, angle: number, dashes: number, push: number): DribbleOption | null {
  const { self, ball, server, players } = wm;
  const { ability } = self;
  const off = Math.abs(normalizeAngle(angle - self.body));
  let turns = 0;
  if (off > 0.2) turns = off > maxTurn(self.speed * ability.decay, ability.type) ? 2 : 1;
  const cycles = 1 + turns + dashes;
  const run = ability.run[dashes]! * (0.75 + 0.25 * self.effort) * 0.93;
  // After the run the ball is just in front of the player.
  const target = movePoint(self.pos, run + 0.5, angle);
  if (!isInPitch(target, 1.2)) return null;
  const dx = target.x - ball.pos.x;
  const dy = target.y - ball.pos.y;
  const way = Math.sqrt(dx * dx + dy * dy);
  const decay = server.ball_decay;
  const speed = (way * (1 - decay)) / (1 - decay ** cycles);
  const kickAngle = Math.atan2(dy, dx);
  if (computeMaxKickSpeed(wm, kickAngle, push) < speed) return null;
  let margin = 6;
  for (const o of players.opponentList) {
    const gapX = o.pos.x - target.x;
    const gapY = o.pos.y - target.y;
    if (gapX * gapX + gapY * gapY > 500) continue;
    const body = o.bodyAge <= 2 ? o.body : null;
    const arm = (o.goalie ? 1.4 : 1.3) + 0.1 * o.age;
    // On half the way and at its end.
    const half = { x: (ball.pos.x + target.x) / 2, y: (ball.pos.y + target.y) / 2 };
    const atHalf = estimateRunCycles(o.pos, o.vel, body, o.ability, half, arm) + 1 - cycles * 0.45;
    const atEnd = estimateRunCycles(o.pos, o.vel, body, o.ability, target, arm) + 1 - cycles;
    margin = Math.min(margin, o.tackling ? 3 : atHalf, atEnd);
  }
  const chance = clamp(0.5 + 0.15 * margin, 0.02, 0.97);
  const score = chance * evaluatePosition(target) - (1 - chance) * Math.max(0.1, computeLossCost(target));
  return { target, angle: kickAngle, speed, cycles, chance, score };
}
