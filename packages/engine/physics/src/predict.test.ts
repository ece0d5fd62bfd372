import { direction, hypot, rad } from '@rcss/core/math';
import * as vec2 from '@rcss/core/vec2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  NO_NOISE,
  placeTestBall,
  runStep,
} from '../test/field.js';
import {
  coast,
  cyclesToPoint,
  cyclesToTravel,
  dashDistance,
  interceptBall,
  kickForVelocity,
  kickRate,
  kickRateAt,
  maxKickSpeed,
  reachBound,
  travelDistance,
} from './entries/predict.js';
import { dash, kick, turn } from './index.js';

const params = createTestParams();

describe('prediction of the ball (spec 05 §6.7)', () => {
  it('after infinitely many cycles the ball is where it stops', () => {
    const { pos, vel } = coast(
      { pos: { x: 1, y: 2 }, vel: { x: 3, y: -0.6 } },
      Number.POSITIVE_INFINITY,
      0.94,
    );
    expect(pos).toEqual({ x: expect.closeTo(51, 9), y: expect.closeTo(-8, 9) });
    expect(Math.hypot(vel.x, vel.y)).toBe(0);
  });

  it('agrees with the simulation', () => {
    const field = createTestField();
    const ball = placeTestBall(field, -20, 3, 2.1, -0.7);
    const start = { pos: { ...ball.pos }, vel: { ...ball.vel } };
    for (let n = 1; n <= 30; n++) {
      runStep(field);
      const guess = coast(start, n, 0.94);
      expect([guess.pos.x, guess.pos.y]).toEqual([
        expect.closeTo(ball.pos.x, 9),
        expect.closeTo(ball.pos.y, 9),
      ]);
      expect([guess.vel.x, guess.vel.y]).toEqual([
        expect.closeTo(ball.vel.x, 9),
        expect.closeTo(ball.vel.y, 9),
      ]);
    }
  });

  it('agrees with the table of rolling balls', () => {
    expect(formatLike(travelDistance(3, 18, 0.94), '33.58')).toBe('33.58');
    expect(formatLike(travelDistance(2.7, 53, 0.94), '43.31')).toBe('43.31');
    expect(travelDistance(2, 4, 1)).toBe(8);
  });

  it('returns the number of cycles for a distance', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.constantFrom(0.94, 0.4, 1),
        (way, speed, decay) => {
          const n = cyclesToTravel(way, speed, decay);
          if (n === Number.POSITIVE_INFINITY) expect(speed / (1 - decay)).toBeLessThanOrEqual(way);
          else {
            expect(travelDistance(speed, n, decay)).toBeGreaterThanOrEqual(way * (1 - 1e-12));
            expect(travelDistance(speed, n - 1, decay)).toBeLessThan(way * (1 + 1e-12));
          }
        },
      ),
      { seed: 1 },
    );
    expect([cyclesToTravel(0, 1, 0.94), cyclesToTravel(1, 0, 0.94)]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(cyclesToTravel(travelDistance(3, 7, 0.94), 3, 0.94)).toBe(7);
  });
});

describe('prediction of kicks (spec 05 §12)', () => {
  const kickScene = fc.record({
    ballDist: fc.double({ min: 0.4, max: 1.08, noNaN: true }),
    ballDir: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
    body: fc.double({ min: -180, max: 180, noNaN: true }),
    vx: fc.double({ min: -1, max: 1, noNaN: true }),
    vy: fc.double({ min: -1, max: 1, noNaN: true }),
    wanted: fc.double({ min: 0, max: 3, noNaN: true }),
    wantedDir: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
  });

  it('a returned kick gives the ball the requested velocity; kicks exist up to the greatest speed', () => {
    let found = 0;
    fc.assert(
      fc.property(kickScene, (s) => {
        const field = createTestField();
        const player = addPlayer(field, 'l', 1, { x: 1, y: 2, body: s.body });
        const at = vec2.setPolar(vec2.create(), s.ballDist, s.ballDir);
        const ball = placeTestBall(field, 1 + at.x, 2 + at.y, s.vx, s.vy);
        const velocity = vec2.setPolar(vec2.create(), s.wanted, s.wantedDir);
        const order = kickForVelocity(params, player, ball, velocity);
        const most = maxKickSpeed(params, player, ball, s.wantedDir);
        if (order === undefined) {
          if (most !== undefined && s.wanted <= most) {
            // A low speed can be impossible as well: the ball would have to be stopped first.
            expect(hypot(velocity.x - s.vx, velocity.y - s.vy)).toBeGreaterThan(0.9);
          }
          return;
        }
        found += 1;
        expect(most).toBeGreaterThanOrEqual(s.wanted - 1e-9);
        kick({ ...field, listener: null }, field.rng, player, order.power, order.dir);
        expect([ball.vel.x + ball.accel.x, ball.vel.y + ball.accel.y]).toEqual([
          expect.closeTo(velocity.x, 9),
          expect.closeTo(velocity.y, 9),
        ]);
      }),
      { seed: 1, numRuns: 400 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('returns rates, reach and limits', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0, body: 0 });
    expect(kickRate(params, player, vec2.create(0.5, 0)) * 100).toBeCloseTo(2.589107, 6);
    expect(kickRate(params, player, vec2.create(1.09, 0))).toBe(0);
    // The formula for agents does not test the reach.
    expect(kickRateAt(params.types[0]!, 0.085, 0.5, 0, 0)).toBe(
      kickRate(params, player, vec2.create(0.5, 0)),
    );
    expect(kickRateAt(params.types[0]!, 0.085, -0.3, 0.5, 0) * 60).toBeCloseTo(1.233219, 5);
    expect(kickRateAt(params.types[0]!, 0.085, 1.09, 0, 0)).toBeGreaterThan(0);
    const ball = placeTestBall(field, 0.5, 0, 1.5, 0);
    expect(maxKickSpeed(params, player, ball, 0)).toBe(3);
    expect(maxKickSpeed(params, player, placeTestBall(field, 5, 0), 0)).toBeUndefined();
    expect(kickForVelocity(params, player, placeTestBall(field, 5, 0), vec2.create(1, 0))).toBeUndefined();
    // One kick cannot send a fast ball straight across its path.
    expect(maxKickSpeed(params, player, placeTestBall(field, 0.5, 0, 2.8, 0), rad(90))).toBeUndefined();
  });
});

describe('prediction of players (spec 05 §6, §10, §11)', () => {
  it('full dashes agree with the simulation', () => {
    const field = createTestField();
    placeTestBall(field, 40, 30);
    const player = addPlayer(field, 'l', 1, { x: -20, y: 5, body: 30, vx: 0.2, vy: -0.1 });
    player.stamina = 300;
    const runner = { ...player, pos: { ...player.pos }, vel: { ...player.vel } };
    for (let n = 1; n <= 25; n++) {
      dash(params, player, player.stamina + 50, 0);
      runStep(field);
      expect(dashDistance(params, runner, n)).toBeCloseTo(vec2.distance(player.pos, runner.pos), 9);
    }
    expect(player.body).toBeCloseTo(runner.body, 12);
  });

  it('no player leaves the bound of its reach', () => {
    const act = fc.record({
      kind: fc.constantFrom('dash', 'turn'),
      a: fc.double({ min: -100, max: 100, noNaN: true }),
      b: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const wild = createTestParams({ ...NO_NOISE, min_dash_power: -100, slowness_on_top_for_left_team: 0.8 });
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 15 }), (acts) => {
        const field = createTestField(wild);
        placeTestBall(field, 40, 30);
        const player = addPlayer(field, 'l', 1, { x: 0, y: 0.5, body: 10, vx: 0.3, vy: 0.2 });
        const bound = reachBound(wild, player, acts.length);
        for (const { kind, a, b } of acts) {
          if (kind === 'dash') dash(wild, player, a, b);
          else turn(wild, field.rng, player, b);
          runStep(field);
        }
        expect(vec2.distance(player.pos, bound.center)).toBeLessThanOrEqual(bound.radius + 1e-9);
      }),
      { seed: 1 },
    );
  });

  it('the bound of the reach holds if a team may accelerate more in the upper half', () => {
    const quick = createTestParams({
      ...NO_NOISE,
      player_accel_max: 0.3,
      player_speed_max: 2,
      slowness_on_top_for_left_team: 2,
    });
    const field = createTestField(quick);
    placeTestBall(field, 40, 30);
    const player = addPlayer(field, 'l', 1, { x: 0, y: -20, body: 0 });
    const bound = reachBound(quick, player, 5);
    for (let i = 0; i < 5; i++) {
      dash(quick, player, 100, 0);
      runStep(field);
    }
    const distance = vec2.distance(player.pos, bound.center);
    expect(distance).toBeGreaterThan(1);
    expect(distance).toBeLessThanOrEqual(bound.radius + 1e-9);
  });

  it('cyclesToPoint handles points straight ahead, at the back and out of time', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 10, body: 0 });
    // 0.6 + 0.84 + 0.936 m in three cycles, and one more to turn.
    expect(cyclesToPoint(params, player, vec2.create(2.37, 10), 0, 10)).toBeUndefined();
    expect(cyclesToPoint(params, player, vec2.create(2.37, 10), 0.01, 10)).toBe(3);
    expect(cyclesToPoint(params, player, vec2.create(-2.37, 10), 0.01, 10)).toBe(4);
    expect(cyclesToPoint(params, player, vec2.create(0.1, 10), 0.5, 10)).toBe(0);
    expect(cyclesToPoint(params, player, vec2.create(30, 10), 0.5, 10)).toBeUndefined();
  });

  it('the returned plan can be executed', () => {
    const place = fc.double({ min: -15, max: 15, noNaN: true });
    fc.assert(
      fc.property(place, place, fc.double({ min: -180, max: 180, noNaN: true }), (x, y, body) => {
        const player = addPlayer(createTestField(), 'l', 1, { x: 0, y: 0, body, vx: 0.3 });
        const n = cyclesToPoint(params, player, vec2.create(x, y), 0.7, 60);
        const way = Math.hypot(x, y) - 0.7;
        expect(n).toBeDefined();
        expect(n).toBeGreaterThanOrEqual(way / 1.05);
        expect(n).toBeLessThan(Math.max(way, 0) / 1.0 + 6);
      }),
      { seed: 1 },
    );
  });

  it('interceptBall returns the earliest cycle in which the player reaches a rolling ball', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 10, y: 8, body: 180 });
    const ball = placeTestBall(field, 0, 0, 1, 0);
    const met = interceptBall(params, player, ball, 100)!;
    const guess = coast(ball, met.cycles, 0.94).pos;
    expect([met.point, direction(met.point.x, 0)]).toEqual([guess, 0]);
    expect(met.cycles).toBeGreaterThan(4);
    expect(met.cycles).toBeLessThan(15);
    expect(interceptBall(params, player, ball, met.cycles - 1)).toBeUndefined();
    expect(interceptBall(params, player, placeTestBall(field, 0, 0, -3, 0), 30)).toBeUndefined();
  });
});
