import { cos, exp, sin } from '@rcss/core/math';
import { computeDirection, computeDistance, GOAL_HALF_WIDTH, HALF_LENGTH } from '../geometry.js';
import { computeRollCycles } from '../world/ability.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { computeKickPower } from './commands.js';
import { type KickOption, kickWithSpeed } from './kick.js';
import { computeMaxKickSpeed, computePassProbability } from './pass.js';

/** A shot that could be taken. */
export type ShotOption = KickOption;

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
    const pass = (opponents: readonly TrackedPlayer[], head: number): number =>
      computePassProbability(opponents, ball.pos, angle, speed, way, server.ball_decay, head);
    let chance = pass(outfield, 0);
    chance = goalie === null ? 0.6 * chance : Math.min(chance, pass([goalie], -0.5));
    chance *= computeOnTargetProbability(wm, goal.x, angle, speed, way, cycles);
    if (best === null || chance > best.chance) best = { target, angle, speed, chance };
  }
  return best;
}

/** Error of the velocity after a full kick across its direction, as a share of the kick noise of the player type. */
const KICK_ERROR_SHARE = 0.49;

/**
 * Returns the probability that the noise of kick and ball (spec 05 §6.3, §12) lets a shot pass between the posts. The error across the way is
 * taken as normally distributed.
 */
function computeOnTargetProbability(
  { ball, self, server }: WorldModel,
  goalX: number,
  angle: number,
  speed: number,
  way: number,
  cycles: number,
): number {
  const kickError = (KICK_ERROR_SHARE * self.ability.type.kick_rand) / speed;
  // In each cycle, noise of up to this share of the velocity turns the rest of the way.
  const rollError = (server.ball_rand * server.ball_rand * cycles) / 18;
  const deviation = Math.max(1e-6, way * Math.sqrt(kickError * kickError + rollError));
  const c = cos(angle);
  const s = sin(angle);
  const dx = goalX - ball.pos.x;
  const first = c * (GOAL_HALF_WIDTH - ball.pos.y) - s * dx;
  const second = c * (-GOAL_HALF_WIDTH - ball.pos.y) - s * dx;
  return Math.abs(computeNormalShare(first / deviation) - computeNormalShare(second / deviation));
}

/** The normal distribution function, with an error of at most 0.01. */
function computeNormalShare(z: number): number {
  return 1 / (1 + exp(-1.702 * z));
}

/** Arguments of {@link shoot}. */
export interface ShootArguments {
  /** Smallest probability of a goal, 0 to 1; 0.42 by default. */
  readonly minProbability?: number;
}

/** Acceleration of a kick from a good place of the ball, to which a first kick moves it. */
const PREPARED_KICK = 2.5;
/** Distance of the nearest opponent, meters, from which on there is time for a first kick. */
const TIME_FOR_TWO_KICKS = 2.5;

/** Shoots at the opponents' goal, with a preparing kick if there is time; null if the goal is too far or a goal not probable enough. */
export function shoot(wm: WorldModel, { minProbability = 0.42 }: ShootArguments = {}): Action | null {
  if (!wm.kickable) return null;
  const pressed = wm.nearestOpponent(wm.ball.pos).gap;
  const now = findBestShot(wm, computeKickPower(wm));
  const prepared = findBestShot(wm, PREPARED_KICK);
  const isNowGood = now !== null && now.chance >= minProbability;
  if (isNowGood && (prepared === null || now.chance > prepared.chance - 0.15 || pressed < TIME_FOR_TWO_KICKS))
    return playShot(wm, now, false);
  if (prepared !== null && prepared.chance >= minProbability && pressed > TIME_FOR_TWO_KICKS)
    return playShot(wm, prepared, true);
  return null;
}

/** Takes a shot as hard as possible. */
export function playShot(wm: WorldModel, { angle, chance, target }: ShotOption, patient: boolean): Action {
  return createAction(
    'shot',
    kickWithSpeed(wm, angle, wm.server.ball_speed_max, patient),
    `goal ${chance.toFixed(2)}`,
    { lookAt: target, target },
  );
}
