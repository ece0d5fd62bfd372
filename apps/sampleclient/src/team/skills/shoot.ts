import { clamp } from '@rcss/core/math';
import { computeDirection, computeDistance, GOAL_HALF_WIDTH, HALF_LENGTH, type Point } from '../geometry.js';
import { computeRollCycles } from '../motion.js';
import type { WorldModel } from '../world-model.js';
import { computeMaxKickSpeed, computePassProbability } from './pass.js';

/** A shot that could be taken. */
export interface ShotOption {
  readonly target: Point;
  readonly angle: number;
  readonly speed: number;
  readonly chance: number;
}

/** Longest shot, meters. */
const MAX_SHOT_DISTANCE = 27;

/** The shot with the best chance, or null when the goal is out of range. `sign`: +1 for the goal at +x, -1 for the other. */
export function findBestShot(wm: WorldModel, push: number, sign = 1): ShotOption | null {
  const { ball, players, server } = wm;
  const goal = { x: sign * HALF_LENGTH, y: 0 };
  if (computeDistance(ball.pos, goal) > MAX_SHOT_DISTANCE) return null;
  const outfield = players.opponentList.filter((p) => !p.goalie);
  const goalie = players.opponentList.find((p) => p.goalie) ?? null;
  let best: ShotOption | null = null;
  for (let i = -6; i <= 6; i++) {
    const target = { x: goal.x + sign * 0.5, y: (i * (GOAL_HALF_WIDTH - 0.8)) / 6 };
    const angle = computeDirection(ball.pos, target);
    const way = computeDistance(ball.pos, target);
    const speed = computeMaxKickSpeed(wm, angle, push);
    if (speed < 0.9) continue;
    const cycles = computeRollCycles(way, speed, server.ball_decay);
    if (!Number.isFinite(cycles)) continue;
    let chance = computePassProbability(outfield, ball.pos, angle, speed, way, server.ball_decay, 0);
    if (goalie !== null) {
      const goalieChance = computePassProbability(
        [goalie],
        ball.pos,
        angle,
        speed,
        way,
        server.ball_decay,
        -0.5,
      );
      chance = Math.min(chance, goalieChance);
    } else chance *= 0.6;
    // The movement noise grows with the way: keep away from the posts on long shots.
    const room = GOAL_HALF_WIDTH - Math.abs(target.y);
    chance *= clamp(0.4 + room / (0.05 * way + 0.3), 0.3, 1);
    if (best === null || chance > best.chance) best = { target, angle, speed, chance };
  }
  return best;
}
