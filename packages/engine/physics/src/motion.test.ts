import { deg, hypot, PI } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  formatVector,
  placeTestBall,
  type TestField,
} from '../test/field.js';
import { commitAnglesAtRest, moveObjects } from './motion.js';

function runMotion(field: TestField): void {
  moveObjects(field, field.rng);
}

describe('motion without noise (spec 05 §6.7)', () => {
  it.each([
    [
      [0, 10],
      [0, 0],
      [0.6, 0],
      ['0.6', '10'],
      ['0.24', '0'],
    ],
    [
      [0.6, 10],
      [0.24, 0],
      [0.6, 0],
      ['1.44', '10'],
      ['0.336', '0'],
    ],
    [
      [0, 10],
      [0.4, 0],
      [1.2, 0],
      ['1.05', '10'],
      ['0.42', '0'],
    ],
    [
      [0, 10],
      [0.9, 0.3],
      [0.6, 0],
      ['1.02960971', '10.20592194'],
      ['0.41184388', '0.08236878'],
    ],
  ] as const)('player at %j with v %j and a %j', (p, v, a, newP, newV) => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: p[0], y: p[1], vx: v[0], vy: v[1] });
    player.accel.x = a[0];
    player.accel.y = a[1];
    runMotion(field);
    expect([formatLike(player.pos.x, newP[0]), formatLike(player.pos.y, newP[1])]).toEqual(newP);
    expect([formatLike(player.vel.x, newV[0]), formatLike(player.vel.y, newV[1])]).toEqual(newV);
    expect(player.accel).toEqual({ x: 0, y: 0 });
  });

  it.each([
    [
      [2, 0],
      [2.7, 0],
      ['3', '0'],
      ['2.82', '0'],
    ],
    [
      [0.2, 0.1],
      [2.5, 2.5],
      ['2.10918831', '2.00918831'],
      ['1.98263701', '1.88863701'],
    ],
  ] as const)('ball with v %j and a %j', (v, a, newP, newV) => {
    const field = createTestField();
    const ball = placeTestBall(field, 0, 0, v[0], v[1]);
    ball.accel.x = a[0];
    ball.accel.y = a[1];
    runMotion(field);
    expect([formatLike(ball.pos.x, newP[0]), formatLike(ball.pos.y, newP[1])]).toEqual(newP);
    expect([formatLike(ball.vel.x, newV[0]), formatLike(ball.vel.y, newV[1])]).toEqual(newV);
  });

  it.each([
    [3, 18, '33.58', '0.985'],
    [3, 55, '48.34', '0.0998'],
    [2.7, 15, '27.21', '1.067'],
    [2.7, 53, '43.31', '0.1017'],
  ])(
    'a ball of speed %d has the expected distance and speed after %d cycles',
    (speed, cycles, distance, rest) => {
      const field = createTestField();
      const ball = placeTestBall(field, -50, 0, speed, 0);
      for (let i = 0; i < cycles; i++) runMotion(field);
      expect(formatLike(ball.pos.x + 50, distance)).toBe(distance);
      expect(formatLike(ball.vel.x, rest)).toBe(rest);
    },
  );

  it('the speed is not limited without acceleration (spec 05 §6.1, §24.25)', () => {
    const field = createTestField();
    const ball = placeTestBall(field, 0, 0, 5, 0);
    runMotion(field);
    expect(formatVector(ball.pos.x, ball.vel.x)).toBe('5 4.7');
    runMotion(field);
    expect(formatVector(ball.vel.x)).toBe('4.418');
  });
});

describe('slowness in the upper half (spec 05 §6.1)', () => {
  const params = createTestParams({
    player_rand: 0,
    slowness_on_top_for_left_team: 0.6,
    slowness_on_top_for_right_team: 0.8,
  });
  it.each([
    ['l', -5, 0.6 * 1.05],
    ['r', -5, 0.8 * 1.05],
    ['l', 5, 1],
    ['l', 0, 1],
  ] as const)('%s at y = %d moves %d', (side, y, way) => {
    const field = createTestField(params);
    const player = addPlayer(field, side, 1, { x: 0, y, vx: 0.5, vy: 0 });
    player.accel.x = 2;
    runMotion(field);
    // Acceleration is limited to 1 or less and the speed to its limit; the slowness factor applies to both.
    expect(player.pos.x).toBeCloseTo(way === 1 ? 1.05 : way, 12);
  });
});

describe('angles (spec 05 §6.2)', () => {
  it('commits targets after the acceleration', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0 });
    player.bodyTarget = 1;
    player.neckTarget = -0.5;
    runMotion(field);
    expect([player.body, player.neck]).toEqual([1, -0.5]);
  });

  it('a right player faces pi until its first step and 0 afterwards (spec 05 §4.2, §24.2)', () => {
    const field = createTestField();
    const right = addPlayer(field, 'r', 1);
    const left = addPlayer(field, 'l', 1);
    expect([right.body, left.body]).toEqual([PI, 0]);
    runMotion(field);
    expect([right.body, left.body]).toEqual([0, 0]);
  });

  it('before kick-off angles are committed, velocities are reset, the ball is not changed (spec 05 §5.3, §24.4)', () => {
    const field = createTestField(undefined, 'before_kick_off');
    const player = addPlayer(field, 'l', 1, { x: -3, y: 4, vx: 0.5, vy: 0.5 });
    const away = addPlayer(field, 'r', 2, { x: 9, vx: 1 });
    away.enabled = false;
    const ball = placeTestBall(field, 1, 1, 2, 0);
    player.accel.x = 1;
    player.bodyTarget = 0.7;
    player.neckTarget = 0.2;
    commitAnglesAtRest(field.world);
    expect([player.body, player.neck]).toEqual([0.7, 0.2]);
    expect([player.vel, player.accel, player.pos, away.vel]).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: -3, y: 4 },
      { x: 0, y: 0 },
    ]);
    expect(ball.vel).toEqual({ x: 2, y: 0 });
  });
});

/** Kolmogorov-Smirnov distance of a sample from the uniform distribution on [lo, hi]. */
function distanceFromUniform(sample: number[], lo: number, hi: number): number {
  const sorted = sample.map((x) => (x - lo) / (hi - lo)).sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((u, i) => Math.max(Math.abs(u - i / sorted.length), Math.abs(u - (i + 1) / sorted.length))),
  );
}

describe('movement noise (spec 05 §6.3, §24.23)', () => {
  it('has uniform length up to rate * speed and uniform direction', () => {
    const field = createTestField(createTestParams({}));
    const lengths: number[] = [];
    const angles: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const ball = placeTestBall(field, 0, 0, 2, 0);
      runMotion(field);
      const dx = ball.pos.x - 2;
      lengths.push(hypot(dx, ball.pos.y));
      angles.push(Math.atan2(ball.pos.y, dx));
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(0.1);
    // 1.95 / sqrt(2000) is exceeded for one of a thousand seeds; the seed is fixed.
    expect(distanceFromUniform(lengths, 0, 0.1)).toBeLessThan(0.0436);
    expect(distanceFromUniform(angles, -PI, PI)).toBeLessThan(0.0436);
  });

  it('is part of the velocity and decays with it; an object at rest has none', () => {
    const field = createTestField(createTestParams({}));
    const ball = placeTestBall(field, 0, 0, 2, 0);
    const still = addPlayer(field, 'l', 1, { x: 5, y: 5 });
    runMotion(field);
    expect(ball.vel.x).toBeCloseTo(ball.pos.x * 0.94, 12);
    expect(ball.vel.y).toBeCloseTo(ball.pos.y * 0.94, 12);
    expect(ball.pos.y).not.toBe(0);
    expect(still.pos).toEqual({ x: 5, y: 5 });
  });

  it('leaves no negative zero, as recorded', () => {
    const field = createTestField();
    const ball = placeTestBall(field, 0, 0, -0, -0);
    runMotion(field);
    expect([Object.is(ball.vel.x, -0), Object.is(ball.vel.y, -0)]).toEqual([false, false]);
  });
});

describe('objects that move (spec 05 §5.3)', () => {
  it('are the enabled players whose slot a client took', () => {
    const field = createTestField();
    const gone = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: 0.5 });
    gone.enabled = false;
    const absent = addPlayer(field, 'l', 2, { x: 0, y: 9, vx: 0.5 });
    absent.assigned = false;
    absent.bodyTarget = 1;
    const player = addPlayer(field, 'l', 3, { x: 0, y: 18, vx: 0.5 });
    runMotion(field);
    expect([gone.pos.x, absent.pos.x, absent.body, player.pos.x]).toEqual([0, 0, 0, 0.5]);
  });

  it('a commanded body angle in degrees is exact to the printed digits', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { body: 33.25 });
    runMotion(field);
    expect(formatVector(deg(player.body))).toBe('33.25');
  });
});
