import { deg, hypot } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  formatVector,
  NO_NOISE,
  placeTestBall,
  runStep,
} from '../test/field.js';
import { resetCommands } from './cycle.js';
import { applyDash, dash, dashDirectionRate, dashLeg } from './dash.js';
import { kick } from './kick.js';
import { tackle } from './tackle.js';
import { turn } from './turn.js';

const params = createTestParams();
const exhaustibleParams = createTestParams({
  ...NO_NOISE,
  min_dash_power: -100,
  stamina_max: 100,
  extra_stamina: 50,
});

/** Legs of one dash as in the leg form; null for a leg that is not named. */
type Legs = [left: [number, number] | null, right: [number, number] | null];

function runDash(legs: Legs | number[], of = params) {
  const field = createTestField(of);
  const player = addPlayer(field, 'l', 1, { x: 0, y: 10 });
  placeTestBall(field, 40, -30);
  if (typeof legs[0] === 'number') dash(of, player, legs[0], (legs[1] as number) ?? 0);
  else {
    const [left, right] = legs as Legs;
    if (left) dashLeg(of, player, 'l', left[0], left[1]);
    if (right) dashLeg(of, player, 'r', right[0], right[1]);
  }
  return { field, player };
}

describe('dash examples (spec 05 §10.4, §24.8, §24.9, §24.13)', () => {
  it.each([
    [[100], '0.6 10', '0.24 0', '0', '7900'],
    [[100, 90], '0 10.24', '0 0.096', '0', '7900'],
    [
      [
        [100, 0],
        [100, 0],
      ],
      '0.6 10',
      '0.24 0',
      '0',
      '7900',
    ],
    [[[100, 0], null], '0.3 10', '0.12 0', '57.2958', '7950'],
    [[null, [100, 0]], '0.3 10', '0.12 0', '0', '7950'],
    [
      [
        [100, 0],
        [50, 0],
      ],
      '0.45 10',
      '0.18 0',
      '28.6479',
      '7925',
    ],
    [
      [
        [-100, 0],
        [100, 0],
      ],
      '0.3 10',
      '0.12 0',
      '-57.2958',
      '7950',
    ],
    [
      [
        [100, 180],
        [-100, 0],
      ],
      '-0.21 10',
      '-0.084 0',
      '-40.107',
      '7950',
    ],
    [[33.3, 0.5], '0.1998 10', '0.07992 0', '0', '7966.7'],
    [[33.3, 1.5], '0.197016 10.0069', '0.0788064 0.00275198', '0', '7966.7'],
  ] as [Legs | number[], string, string, string, string][])('%j', (legs, place, velocity, body, stamina) => {
    const { field, player } = runDash(legs);
    applyDash(params, field.rng, player);
    expect(formatVector(player.stamina)).toBe(stamina);
    resetCommands(player);
    runStep(field);
    expect(formatVector(player.pos.x, player.pos.y)).toBe(place);
    expect(formatVector(player.vel.x, player.vel.y)).toBe(velocity);
    expect(formatVector(deg(player.body))).toBe(body);
    expect(player.dashCount).toBe(1);
  });

  it('the second cycle of (dash 100) (spec 05 §24.8)', () => {
    const { field, player } = runDash([100]);
    runStep(field);
    dash(params, player, 100, 0);
    runStep(field);
    expect(formatVector(player.pos.x, player.vel.x)).toBe('1.44 0.336');
  });

  it('(dash 100 180) moves 0.42 m back at cost 100 (spec 05 §24.9)', () => {
    const { field, player } = runDash([100, 180]);
    applyDash(params, field.rng, player);
    expect(formatVector(player.accel.x, player.stamina)).toBe('-0.42 7900');
  });

  it.each([
    [[-100, 0], '-0.482143 10', '6.13883'],
    [
      [
        [-30, 0],
        [40, 20.4],
      ],
      '0.00772803 10.0356',
      '-35.8534',
    ],
  ] as [Legs | number[], string, string][])('with min_dash_power -100: %j', (legs, place, body) => {
    const { field, player } = runDash(legs, exhaustibleParams);
    runStep(field);
    expect(formatVector(player.pos.x, player.pos.y)).toBe(place);
    expect(formatVector(deg(player.body))).toBe(body);
  });

  it('backward power costs twice its amount (spec 05 §24.12)', () => {
    const rich = createTestParams({ ...NO_NOISE, min_dash_power: -100 });
    const { field, player } = runDash([-70, 0], rich);
    applyDash(rich, field.rng, player);
    expect(formatVector(player.stamina)).toBe('7860');
  });

  it('(dash -100) with default parameters is counted and has no other effect (spec 05 §24.11)', () => {
    const { field, player } = runDash([-100]);
    runStep(field);
    expect([player.dashCount, player.pos.x, player.stamina, player.body]).toEqual([1, 0, 8000, 0]);
  });
});

describe('exhausted players turn left (spec 05 §10.3, §24.17)', () => {
  it.each([
    [40, 0.8, '0.443368', '-0.037895', '-2.1712'],
    [20, 1.0, '0.457059', '-0.123529', '-7.0777'],
    [0, 0.6, '0.210000', '-0.100000', '-5.7296'],
  ])('stamina %d, effort %d', (stamina, effort, accel, omega, degrees) => {
    const { field, player } = runDash([100]);
    player.stamina = stamina;
    player.effort = effort;
    applyDash(params, field.rng, player);
    expect(formatLike(hypot(player.accel.x, player.accel.y), accel)).toBe(accel);
    expect(formatLike(player.bodyTarget, omega)).toBe(omega);
    expect(formatLike(deg(player.bodyTarget), degrees)).toBe(degrees);
    expect(player.stamina).toBe(0);
  });

  it('without stamina and extra stamina a dash with one leg moves nothing and gives no NaN', () => {
    const poor = createTestParams({ ...NO_NOISE, extra_stamina: 0 });
    const { field, player } = runDash([[100, 0], null], poor);
    player.stamina = 0;
    applyDash(poor, field.rng, player);
    expect([player.accel.x, player.accel.y, player.bodyTarget, player.stamina]).toEqual([0, 0, 0, 0]);
  });
});

describe('reception (spec 05 §10.1)', () => {
  it.each([
    [0, 1],
    [30, 0.8],
    [45, 0.7],
    [60, 0.6],
    [90, 0.4],
    [120, 0.5],
    [135, 0.55],
    [150, 0.6],
    [180, 0.7],
    [-45, 0.7],
  ])('direction %d has rate %d', (dir, rate) => {
    expect(dashDirectionRate(params, dir)).toBeCloseTo(rate, 12);
  });

  it.each([
    [0.5, 0],
    [1.5, 2],
    [-2.5, -2],
    [250, 180],
    [-1e308 * 10, -180],
  ])('direction %d is rounded to %d, ties to even (spec 05 §24.10)', (dir, kept) => {
    const { player } = runDash([100, dir]);
    expect(player.leftLegDir).toBe(kept);
  });

  it('the rounded direction is not limited again', () => {
    const coarse = createTestParams({ ...NO_NOISE, dash_angle_step: 70 });
    const { player } = runDash([100, 180], coarse);
    expect(player.leftLegDir).toBe(210);
  });

  it('infinite power is limited to the greatest power (spec 05 §9.6)', () => {
    const { player } = runDash([Number.POSITIVE_INFINITY]);
    expect(player.leftLegPower).toBe(100);
  });

  it('uses the slowness factor as a divisor of the dash (quirk Q19)', () => {
    const slow = createTestParams({ ...NO_NOISE, slowness_on_top_for_left_team: 0.8 });
    const { field, player } = runDash([60], slow);
    player.pos.y = -1;
    applyDash(slow, field.rng, player);
    expect(player.accel.x).toBeCloseTo(0.36 / 0.8, 12);
  });
});

describe('legs (spec 05 §9.3)', () => {
  it('commands for different legs are merged, a second one for the same leg is ignored (spec 05 §24.14)', () => {
    const { field, player } = runDash([null, [50, 0]]);
    dashLeg(params, player, 'l', 100, 0);
    dashLeg(params, player, 'l', 10, 0);
    dash(params, player, 100, 0);
    runStep(field);
    expect(formatVector(player.pos.x, player.dashCount)).toBe('0.45 1');
  });

  it('kick and leg dash are possible in one cycle (spec 05 §9.5, §24.15, spec 03 §13.28)', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 10 });
    const ball = placeTestBall(field, 0.5, 10);
    kick(field, field.rng, player, 100, 0);
    dashLeg(params, player, 'l', 100, 0);
    dashLeg(params, player, 'r', 100, 0);
    runStep(field);
    expect(formatVector(ball.pos.x, ball.pos.y, ball.vel.x, ball.vel.y)).toBe('3.08911 10 2.43376 0');
    expect(formatVector(player.pos.x, player.vel.x, player.stamina)).toBe('0.6 0.24 7945');
    expect(player.kickedCount).toBe(0);
  });

  it('leg dashes are possible in the idle cycles of a tackle, but not in its own cycle (spec 05 §9.5, spec 03 §13.27)', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 10 });
    placeTestBall(field, 40, 0);
    const legs = () => {
      dashLeg(params, player, 'l', 100, 0);
      dashLeg(params, player, 'r', 100, 0);
    };
    tackle(field, field.rng, player, 0, false);
    legs();
    runStep(field);
    expect(player.pos.x).toBe(0);
    dash(params, player, 100, 0);
    runStep(field);
    expect(player.pos.x).toBe(0);
    legs();
    runStep(field);
    expect(formatVector(player.pos.x, player.vel.x)).toBe('0.6 0.24');
    legs();
    runStep(field);
    expect(formatVector(player.pos.x, player.vel.x)).toBe('1.44 0.336');
    expect(formatVector(player.stamina, player.staminaCapacity)).toBe('7890 130510');
    expect([player.tackleIdle, player.tackleCount]).toEqual([6, 1]);
  });

  it('a foul-charged player accepts leg commands but not body commands (spec 05 §9.3)', () => {
    const { field, player } = runDash([]);
    player.foulCharged = 3;
    player.bodyUsed = true;
    dash(params, player, 100, 0);
    turn(params, field.rng, player, 90);
    expect([player.leftLegDash, player.turnCount]).toEqual([false, 0]);
    dashLeg(params, player, 'l', 60, 0);
    expect(player.leftLegDash).toBe(true);
  });

  it('only the first of a turn and a leg dash is executed (spec 05 §9.5, spec 03 §13.28)', () => {
    const a = runDash([]);
    turn(params, a.field.rng, a.player, 30);
    dashLeg(params, a.player, 'l', 100, 0);
    runStep(a.field);
    expect([formatVector(deg(a.player.body)), a.player.dashCount, a.player.turnCount]).toEqual(['30', 0, 1]);
    const b = runDash([[100, 0], null]);
    turn(params, b.field.rng, b.player, 30);
    runStep(b.field);
    expect([b.player.dashCount, b.player.turnCount]).toEqual([1, 0]);
  });

  it('before kick-off a leg dash turns, costs stamina and moves nothing (spec 05 §24.5)', () => {
    const { field, player } = runDash([[100, 0], null]);
    field.world.playMode = 'before_kick_off';
    runStep(field);
    expect([formatVector(deg(player.body)), player.pos.x, player.vel.x]).toEqual(['57.2958', 0, 0]);
    expect(player.stamina).toBe(7995);
  });

  it('a right player dashing before its first step turns from pi (spec 05 §4.2)', () => {
    const field = createTestField(undefined, 'before_kick_off');
    const player = addPlayer(field, 'r', 1);
    dashLeg(params, player, 'l', 100, 0);
    runStep(field);
    expect(formatVector(deg(player.body))).toBe('-122.704');
  });

  it('a dash of any power makes the player count as having dashed for two cycles (spec 05 §9.4)', () => {
    const { field, player } = runDash([0]);
    const seen = [player.dashedCount >= 0];
    for (let i = 0; i < 2; i++) {
      runStep(field);
      seen.push(player.dashedCount >= 0);
    }
    expect(seen).toEqual([true, true, false]);
  });

  it('with the correction foul, a dash keeps whether the player has dashed in the previous cycle too (spec 06 §13.1)', () => {
    const corrected = { ...params, corrections: { shootout: false, foul: true } };
    const field = createTestField(corrected);
    const player = addPlayer(field, 'l', 1);
    player.dashedCount = -1;
    const seen: number[] = [];
    for (const dashes of [true, true, true, false, false, true]) {
      if (dashes) dashLeg(corrected, player, 'l', 0, 0);
      if (dashes) dashLeg(corrected, player, 'r', 0, 0);
      seen.push(player.dashedCount);
      resetCommands(player);
    }
    expect(seen).toEqual([1, 2, 2, 0, -1, 1]);
  });
});

describe('noise of the rotation (spec 05 §10.2)', () => {
  it('multiplies it by a factor uniform on [1 - r, 1 + r]', () => {
    const noisy = createTestParams({});
    const rng = createRandomStream(5, 'physics');
    const factors: number[] = [];
    for (let i = 0; i < 500; i++) {
      const { player } = runDash([[50, 0], null], noisy);
      applyDash(noisy, rng, player);
      factors.push(player.bodyTarget / 0.5);
    }
    expect(Math.min(...factors)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...factors)).toBeLessThan(1.1);
    expect(factors.reduce((a, b) => a + b) / 500).toBeCloseTo(1, 2);
  });
});
