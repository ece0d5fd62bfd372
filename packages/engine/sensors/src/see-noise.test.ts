import { createWorld, PlayerState } from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import { createSeeObservation } from '@rcss/core/observation';
import { createRandomStream, type RandomStream } from '@rcss/core/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  createFullTeams,
  createObserverScene,
  createTestParams,
  findBall,
  placeBall,
  placePlayer,
  seeOnce,
} from '../test/scene.js';
import { fillSee } from './fill-see.js';

describe('Gaussian model (spec 04 §3.7, §8.4, §9.12)', () => {
  const params = createTestParams();
  const n = 4000;

  function spread(d: number, focus: readonly [number, number], what: 'player' | 'landmark') {
    const { world, observer } = createObserverScene({ x: -d / 2, gaussian: true, focus }, params);
    const other = placePlayer(world, params, 'r', 4, { x: d / 2 });
    const rng = createRandomStream(11, 'gauss');
    let sum = 0;
    let squares = 0;
    const goal = LANDMARKS.findIndex((l) => l.name === 'g r');
    const index = what === 'player' ? other.index : goal;
    const out = createSeeObservation();
    for (let i = 0; i < n; i++) {
      fillSee(contextOf(world, params), rng, observer, out);
      const object = out.objects.find((o) => o.kind === what && o.index === index)!;
      sum += object.dist;
      squares += object.dist * object.dist;
    }
    const mean = sum / n;
    return { mean, deviation: Math.sqrt(squares / n - mean * mean) };
  }

  it.each([
    [0, 0.6375],
    [20.5, 0.38125],
  ])('player at 25.5 m, focus distance %d: deviation %d', (fd, s) => {
    const { mean, deviation } = spread(25.5, [fd, 0], 'player');
    expect(Math.abs(mean - 25.5)).toBeLessThan((4.5 * s) / Math.sqrt(n));
    expect(Math.abs(deviation / s - 1)).toBeLessThan(0.06);
  });

  it.each([
    [0, 0.15],
    [40, 0.1],
  ])('landmark at 60 m, focus distance %d: deviation %d', (fd, s) => {
    // Observer at -7.5, the right goal at 52.5.
    const { mean, deviation } = spread(15, [fd, 0], 'landmark');
    expect(Math.abs(mean - 60)).toBeLessThan((4.5 * s) / Math.sqrt(n));
    expect(Math.abs(deviation / s - 1)).toBeLessThan(0.06);
  });

  it('gives distances that are never negative and not rounded, and changes in hundredths', () => {
    const { world, observer } = createObserverScene({ gaussian: true }, params);
    placeBall(world, 4.55, 0, 0.43, 0);
    const rng = createRandomStream(3, 'gauss');
    let fine = 0;
    for (let i = 0; i < 50; i++) {
      const ball = findBall(seeOnce(world, params, observer, rng))!;
      expect(ball.distChange).toBeCloseTo(Math.round((0.43 * ball.dist * 100) / 4.55) / 100, 10);
      if (Math.abs(ball.dist * 10 - Math.round(ball.dist * 10)) > 1e-6) fine += 1;
    }
    expect(fine).toBe(50);
    const wild = createTestParams({ dist_noise_rate: 5, focus_dist_noise_rate: 5 });
    const scene = createObserverScene({ gaussian: true }, wild);
    placeBall(scene.world, 5, 0);
    const dists = Array.from(
      { length: 60 },
      () => findBall(seeOnce(scene.world, wild, scene.observer, rng))!.dist,
    );
    expect(Math.min(...dists)).toBe(0);
  });

  it('a slow approach is -0 (spec 04 §8.3)', () => {
    const { world, observer } = createObserverScene(
      { gaussian: true },
      createTestParams({ dist_noise_rate: 0, focus_dist_noise_rate: 0 }),
    );
    placeBall(world, 15, 0, -0.004, 0);
    const ball = findBall(
      seeOnce(world, createTestParams({ dist_noise_rate: 0, focus_dist_noise_rate: 0 }), observer),
    )!;
    expect([ball.dist, ball.distChange]).toEqual([15, -0]);
  });
});

/** A random stream that counts its draws. */
function counted(): { rng: RandomStream; draws: () => number } {
  const inner = createRandomStream(1, 'count');
  let draws = 0;
  const rng: RandomStream = {
    ...inner,
    next: () => {
      draws += 1;
      return inner.next();
    },
  };
  return { rng, draws: () => draws };
}

describe('sequence of draws (spec 04 §3.16)', () => {
  it.each([
    // There is nothing between 20 and 40 m in the cone; a normal value uses two uniform ones.
    ['quantized model: only what is undecided', {}, 0],
    [
      'Gaussian, high: one for each landmark, the ball, each other player, seen or not',
      { gaussian: true },
      2 * 57,
    ],
    ['Gaussian, low: only for visible players', { gaussian: true, version: 17, quality: 'low' }, 0],
    ['Gaussian, version 3: 19 landmarks', { gaussian: true, version: 3 }, 2 * 21],
  ] as const)('%s', (_name, place, expected) => {
    const params = createTestParams();
    const world = createWorld();
    // Outside the pitch, facing away from all objects.
    const observer = placePlayer(world, params, 'l', 1, { x: -60, y: -45, body: -135, ...place });
    placePlayer(world, params, 'r', 1, { x: 20 });
    const { rng, draws } = counted();
    const out = fillSee(contextOf(world, params), rng, observer, createSeeObservation());
    expect(out.count).toBe(0);
    expect(draws()).toBe(expected);
  });

  it('a visible pointing player at 30 m uses one draw for the number and a normal value for the arm', () => {
    const params = createTestParams();
    const world = createWorld();
    const observer = placePlayer(world, params, 'l', 1, { x: 60, y: 45, body: 45 });
    placeBall(world, -50, -30);
    const other = placePlayer(world, params, 'r', 1, { x: 60 + 21.2, y: 45 + 21.2 });
    other.armAge = 0;
    const { rng, draws } = counted();
    const out = fillSee(contextOf(world, params), rng, observer, createSeeObservation());
    expect(out.objects.slice(0, out.count).map((o) => o.kind)).toEqual(['player']);
    expect(draws()).toBe(3);
  });
});

describe('see: any finite world', () => {
  const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const near = fc.double({ min: -60, max: 60, noNaN: true });
  const velocity = fc.double({ min: -10, max: 10, noNaN: true });
  const angle = fc.oneof(
    fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
    fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    fc.constantFrom(Math.PI, -Math.PI, Math.PI / 2, -Math.PI / 2, 0, -0),
  );
  const place = fc.record({
    x: fc.oneof(near, coordinate),
    y: fc.oneof(near, coordinate),
    vx: velocity,
    vy: velocity,
    body: angle,
    neck: angle,
    version: fc.constantFrom(1, 2.5, 3, 3.9, 5, 6, 7, 8, 12, 13, 17, 18, 19),
    gaussian: fc.boolean(),
    low: fc.boolean(),
    viewAngle: fc.double({ min: -1, max: 8, noNaN: true }),
    focusDist: fc.double({ min: 0, max: 40, noNaN: true }),
    armAge: fc.integer({ min: 0, max: 30 }),
    tackleIdle: fc.integer({ min: 0, max: 2 }),
    kickedCount: fc.integer({ min: -1, max: 1 }),
  });

  it('never throws, never returns NaN, stays within the buffer, and follows the rules of visibility', () => {
    const params = createTestParams();
    const out = createSeeObservation();
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 22 }), near, near, (places, bx, by) => {
        const world = createWorld();
        placeBall(world, bx, by, 1, -1);
        const players = places.map((p, i) => {
          const player = placePlayer(world, params, i < 11 ? 'l' : 'r', (i % 11) + 1, p);
          player.body = p.body;
          player.neck = p.neck;
          player.viewAngle = p.viewAngle;
          player.viewQuality = p.low ? 'low' : 'high';
          player.focusDist = p.focusDist;
          player.armAge = p.armAge;
          player.tackleIdle = p.tackleIdle;
          player.kickedCount = p.kickedCount;
          player.state = PlayerState.STAND;
          return player;
        });
        for (const observer of players) {
          fillSee(contextOf(world, params), createRandomStream(1, 'any'), observer, out);
          expect(out.count).toBeLessThanOrEqual(out.objects.length);
          for (let i = 0; i < out.count; i++) {
            const o = out.objects[i]!;
            for (const value of [
              o.dist,
              o.dir,
              o.distChange,
              o.dirChange,
              o.bodyDir,
              o.headDir,
              o.pointDir,
            ]) {
              expect(Number.isNaN(value)).toBe(false);
            }
            expect(o.dist).toBeGreaterThanOrEqual(0);
            expect(Math.abs(o.dir)).toBeLessThanOrEqual(180);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the quick visibility test rejects no object that the exact rule accepts (spec 04 §3.5)', () => {
    const out = createSeeObservation();
    for (const visibleAngle of [10, 90, 180, 300]) {
      const params = createTestParams({ visible_angle: visibleAngle });
      for (let seed = 1; seed <= 10; seed++) {
        const world = createFullTeams(params, seed);
        for (const observer of world.players) {
          fillSee(contextOf(world, params), createRandomStream(1, 'quick'), observer, out);
          const expected = LANDMARKS.filter((l) => {
            const dx = l.x - observer.pos.x;
            const dy = l.y - observer.pos.y;
            const d = Math.sqrt(dx * dx + dy * dy);
            let dir = Math.atan2(dy, dx) - observer.body;
            if (dir > Math.PI) dir -= 2 * Math.PI;
            if (dir < -Math.PI) dir += 2 * Math.PI;
            dir -= observer.neck;
            if (dir > Math.PI) dir -= 2 * Math.PI;
            if (dir < -Math.PI) dir += 2 * Math.PI;
            return (Math.abs(dir) < observer.viewAngle / 2 && d < 125.0959631642844) || d <= 3;
          }).map((l) => l.index);
          const seen = out.objects.slice(0, out.count).filter((o) => o.kind === 'landmark');
          expect(seen.map((o) => o.index)).toEqual(expected);
        }
      }
    }
  });
});

describe('see: the same world and stream give the same message', () => {
  it('also in a buffer that contains an earlier message', () => {
    const params = createTestParams();
    const world = createFullTeams(params, 9);
    const fresh = fillSee(
      contextOf(world, params),
      createRandomStream(2, 's'),
      world.players[3]!,
      createSeeObservation(),
    );
    const used = createSeeObservation();
    for (const p of world.players) fillSee(contextOf(world, params), createRandomStream(8, 's'), p, used);
    fillSee(contextOf(world, params), createRandomStream(2, 's'), world.players[3]!, used);
    expect(used.objects.slice(0, used.count)).toEqual(fresh.objects.slice(0, fresh.count));
  });
});
