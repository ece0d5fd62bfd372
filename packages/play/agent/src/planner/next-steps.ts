import type { Vec2 } from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import { computeDirection, computeDistance, GOAL_HALF_WIDTH, HALF_LENGTH, isInPitch } from '../geometry.js';
import { computePassProbability } from '../skills/pass.js';
import { computeRollCycles, computeRollSpeed } from '../world/ability.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import type { PlanState, PlanStep } from './plan-state.js';
import type { PlanSituation } from './situation.js';

/** Places of passes relative to the receiver, meters. */
const LEADS: readonly Readonly<Vec2>[] = [
  { x: 0, y: 0 },
  { x: 6, y: 0 },
  { x: 12, y: 0 },
];
/** Ways of a dribble, meters and radians from the direction of attack. */
const DRIBBLES: readonly Readonly<{ way: number; angle: number }>[] = [
  { way: 6, angle: 0 },
  { way: 6, angle: 0.6 },
  { way: 6, angle: -0.6 },
];
const MIN_PASS = 5;
const MAX_PASS = 28;
const MAX_SHOT = 22;
/** Speed of a shot and of a player with the ball, meters per cycle. */
const SHOT_SPEED = 2.6;
const DRIBBLE_SPEED = 0.6;
/** Share of the elapsed cycles by which opponents are assumed to be nearer to the ball's way. */
const ADAPTATION = 0.12;
/** Largest number of cycles by which opponents are assumed to be nearer. */
const MAX_ADAPTATION = 2;

/** What the players do until then is a guess: opponents gain the more, the later a step is played. */
function computeHead(state: PlanState): number {
  return Math.min(MAX_ADAPTATION, ADAPTATION * state.cycles) + 0.5;
}

/** Returns the steps that can follow, from the predicted places of the players. */
export function listNextSteps(wm: WorldModel, situation: PlanSituation): PlanStep[] {
  const { state } = situation;
  const steps: PlanStep[] = [];
  const shot = predictShot(wm, situation);
  if (shot !== null) steps.push(shot);
  for (const mate of situation.teammates) {
    if (mate.unum === 0 || mate.unum === state.unum || mate.age > 15 || mate.goalie) continue;
    for (const lead of LEADS) {
      const step = predictPass(wm, situation, mate, lead);
      if (step !== null) steps.push(step);
    }
  }
  // The own player can run on after its pass.
  if (state.unum !== wm.unum) {
    const step = predictPassTo(wm, situation, wm.unum, {
      x: situation.self.x + 3,
      y: situation.self.y,
    });
    if (step !== null) steps.push(step);
  }
  for (const { way, angle } of DRIBBLES) {
    const step = predictDribble(situation, way, angle);
    if (step !== null) steps.push(step);
  }
  return steps;
}

function predictPass(
  wm: WorldModel,
  situation: PlanSituation,
  mate: TrackedPlayer,
  lead: Readonly<Vec2>,
): PlanStep | null {
  const isOffside = mate.pos.x > Math.max(wm.offsideLine, situation.ball.x) - 0.3 && mate.pos.x > 0;
  if (isOffside) return null;
  return predictPassTo(wm, situation, mate.unum, { x: mate.pos.x + lead.x, y: mate.pos.y + lead.y });
}

function predictPassTo(
  wm: WorldModel,
  situation: PlanSituation,
  unum: number,
  target: Readonly<Vec2>,
): PlanStep | null {
  const { state } = situation;
  const way = computeDistance(state.ball, target);
  if (way < MIN_PASS || way > MAX_PASS || !isInPitch(target, 1.5)) return null;
  const { ball_decay: decay, ball_speed_max: speedMax } = wm.server;
  const speed = Math.min(speedMax, computeRollSpeed(way, 1.2, decay));
  const cycles = computeRollCycles(way, speed, decay);
  const probability = computeChance(wm, situation, target, speed);
  return { kind: 'pass', target, unum, cycles: Math.ceil(cycles) + 1, probability };
}

/** Probability that a ball with this first speed is not intercepted on its way to the target. */
function computeChance(
  wm: WorldModel,
  { opponents, state }: PlanSituation,
  target: Readonly<Vec2>,
  speed: number,
): number {
  const { ball } = state;
  const [angle, way] = [computeDirection(ball, target), computeDistance(ball, target)];
  return computePassProbability(opponents, ball, angle, speed, way, wm.server.ball_decay, computeHead(state));
}

function predictDribble(situation: PlanSituation, way: number, angle: number): PlanStep | null {
  const { state } = situation;
  const target = { x: state.ball.x + way * cos(angle), y: state.ball.y + way * sin(angle) };
  if (!isInPitch(target, 1.5)) return null;
  const cycles = Math.ceil(way / DRIBBLE_SPEED);
  const gap = Math.min(...situation.opponents.map(({ pos }) => computeDistance(pos, target)));
  // An opponent runs about as fast as a player with the ball, after its reaction.
  const margin = gap - 1.1 - 0.5 * DRIBBLE_SPEED * cycles;
  const probability = Math.min(0.95, Math.max(0.05, 0.5 + 0.15 * margin));
  return { kind: 'dribble', target, unum: state.unum, cycles, probability };
}

function predictShot(wm: WorldModel, situation: PlanSituation): PlanStep | null {
  const { state } = situation;
  const { ball_decay: decay } = wm.server;
  let best: PlanStep | null = null;
  for (const share of [-0.85, 0, 0.85]) {
    const target = { x: HALF_LENGTH, y: share * GOAL_HALF_WIDTH };
    const way = computeDistance(state.ball, target);
    if (way > MAX_SHOT) continue;
    const probability = computeChance(wm, situation, target, SHOT_SPEED);
    const cycles = Math.ceil(computeRollCycles(way, SHOT_SPEED, decay));
    if (best === null || probability > best.probability)
      best = { kind: 'shot', target, unum: 0, cycles, probability };
  }
  return best;
}
