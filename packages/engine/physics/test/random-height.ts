import type { Player, PlayMode } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { catchBall } from '../src/catch.js';
import { chestTrap } from '../src/chest-trap.js';
import { kick } from '../src/kick.js';
import { placeBallByTrainer } from '../src/placement.js';
import { tackle } from '../src/tackle.js';
import { addPlayer, createTestField, createTestParams, runStep, type TestField } from './field.js';

const MODES: readonly PlayMode[] = [
  'play_on',
  'play_on',
  'play_on',
  'free_kick_l',
  'goal_r',
  'before_kick_off',
];
const PLAYERS = 6;
/** Steps after which the field has other parameters. */
const STEPS_PER_FIELD = 500;
/** |x| up to which the ball is far from the goals, m. */
const FAR_FROM_GOALS = 48;

/**
 * Energy of the ball per mass: in flight, gravity changes the speed before the height, so the sum of kinetic and potential energy
 * is only constant with the third term.
 */
function energyOf({ ball, params }: TestField): number {
  const { gravity } = params.server;
  const speed = ball.vel.x * ball.vel.x + ball.vel.y * ball.vel.y + ball.vz * ball.vz;
  return speed / 2 + gravity * ball.z - (gravity * ball.vz) / 2;
}

/** What the random operations found. */
export interface HeightReport {
  /** Violations of invariants, the first of them in words. */
  readonly violations: string[];
  /** Steps in the air, ground contacts, and steps above the reach of players, to see that the operations reach them. */
  readonly inAir: number;
  readonly bounces: number;
  readonly overhead: number;
}

/**
 * Plays random kicks, traps, tackles, catches and placements on fields with random parameters, and checks after each step: the height is a
 * number of at least 0; far from goals a ball on the ground does not sink, and without new commands the energy does not grow.
 */
export function playRandomHeights(seed: number, steps: number): HeightReport {
  const rng = createRandomStream(seed, 'height');
  const draw = (low: number, high: number) => uniform(rng, low, high);
  const violations: string[] = [];
  let [inAir, bounces, overhead] = [0, 0, 0];
  let field = createTestField();
  let players: Player[] = [];
  for (let i = 0; i < steps; i++) {
    if (i % STEPS_PER_FIELD === 0) {
      const noise = draw(0, 1) < 0.5 ? 0 : 0.05;
      field = createTestField(
        createTestParams({
          experimental_height: true,
          '2d_mode': false,
          ball_rand: noise,
          gravity: draw(0.01, 0.3),
          ball_bounce_restitution: draw(0, 0.5),
          bounce_stop_speed: draw(0, 0.1),
          precise_bounce_timing: draw(0, 1) < 0.8,
          height_as_measured: draw(0, 1) < 0.2,
        }),
      );
      players = Array.from({ length: PLAYERS }, (_, n) =>
        addPlayer(field, n % 2 === 0 ? 'l' : 'r', 1 + n, { goalie: n < 2 }),
      );
    }
    const { ball, world } = field;
    let isPushed = false;
    if (draw(0, 1) < 0.02) {
      world.playMode = MODES[Math.floor(draw(0, MODES.length))] as PlayMode;
      placeBallByTrainer(world, {
        x: draw(-54, 54),
        y: draw(-10, 10),
        angle: 0,
        vx: draw(-3, 3),
        vy: draw(-1, 1),
      });
    }
    for (const player of players) {
      if (draw(0, 1) > 0.15) continue;
      isPushed = true;
      player.pos.x = ball.pos.x + draw(-1, 1);
      player.pos.y = ball.pos.y + draw(-1, 1);
      const choice = draw(0, 1);
      if (choice < 0.7) kick(field, field.rng, player, draw(-100, 100), draw(-180, 180), draw(-20, 110));
      else if (choice < 0.8) chestTrap(field, player);
      else if (choice < 0.9) tackle(field, field.rng, player, draw(-180, 180), false);
      else catchBall(field, field.rng, player, draw(-180, 180));
    }
    const before = { z: ball.z, vz: ball.vz, x: ball.pos.x, energy: energyOf(field) };
    runStep(field);
    const { z, vz, pos } = ball;
    const energy = energyOf(field);
    if (z > 0) inAir++;
    if (z > 2) overhead++;
    if (before.vz < 0 && vz >= 0) bounces++;
    const report = (what: string) =>
      violations.push(`step ${i}: ${what}: ${JSON.stringify({ before, z, vz, energy })}`);
    if (!Number.isFinite(z) || !Number.isFinite(vz) || !Number.isFinite(pos.x)) report('not a number');
    const isFar = Math.abs(pos.x) < FAR_FROM_GOALS && Math.abs(before.x) < FAR_FROM_GOALS;
    // From a bar the ball can come to the ground within the step; it bounces in the next one.
    if (z < 0 || (isFar && z === 0 && vz < 0)) report('below the ground');
    const isFree = !isPushed && field.params.server.ball_rand === 0 && isFar;
    // A ball that settles has energy 0; just before, it can be below by the third term.
    if (isFree && energy > Math.max(before.energy, 0) + 1e-9) report('the energy grew');
  }
  return { violations: violations.slice(0, 5), inAir, bounces, overhead };
}
