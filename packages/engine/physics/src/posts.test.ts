import { PlayerState } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, formatVector, placeTestBall } from '../test/field.js';
import { moveObjects } from './motion.js';
import { moveAmongPosts } from './posts.js';

describe('ball against a post (spec 05 §6.7, §24.27)', () => {
  it.each([
    [51, 7.07, 2, 0, '51.59 7.07', '-1.88 0'],
    [51, 7.05, 2, 0, '51.6195 6.85775', '-1.80847 -0.513664'],
    [51, 7.0, 2, 0, '51.9462 6.41912', '-1.00371 -1.58964'],
    [51, 7.1, 2.5, 0, '51.1992 7.58656', '-2.14881 0.951374'],
    [52.44, 5, 0, 2.9, '52.44 5.95', '0 -2.726'],
    [52.4, 5, 0, 2.9, '52.4 7.9', '0 2.726'],
    [52.5, 7.1, 1, 0, '53.5697 7.13485', '0.94 0'],
    [52.5, 7.1, -1, 0, '53.1697 7.93485', '0.564 0.752'],
    [51.5, 6.5, 1.5, 0.9, '51.6675 6.53476', '-1.34645 -0.943867'],
    [-51.5, -6.5, -1.5, -0.9, '-51.6675 -6.53476', '1.34645 0.943867'],
    [53.54, 8.141, -1.673, -1.567, '52.878 8.01497', '0.850005 1.97997'],
    [52.392, 7.555, 0.365, -2.632, '52.7301 9.51056', '0.314098 2.47793'],
    [51.158, 7.547, 2.504, -1.026, '50.8601 6.73322', '-2.47217 -0.598924'],
    [53.072, 6.946, -2.435, 0.512, '54.5649 6.87552', '2.33007 -0.20369'],
  ])('from (%d, %d) with v (%d, %d)', (x, y, vx, vy, place, velocity) => {
    const field = createTestField();
    const ball = placeTestBall(field, x, y, vx, vy);
    moveObjects(field, field.rng);
    expect(formatVector(ball.pos.x, ball.pos.y)).toBe(place);
    expect(formatVector(ball.vel.x, ball.vel.y)).toBe(velocity);
  });
});

describe('a path through a whole post', () => {
  it('is reflected where it meets the post first', () => {
    const post = { x: 52.44, y: 7.07 };
    const radius = 0.06 + 0.085;
    const speed = 2.5;
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
        fc.double({ min: -0.97, max: 0.97, noNaN: true }),
        (distance, angle, side) => {
          // Axis-parallel paths pass through posts (spec 05 §23 Q5).
          const towards = angle + Math.asin((side * radius) / distance);
          fc.pre(Math.abs(Math.sin(2 * towards)) > 0.01);
          const x = post.x - distance * Math.cos(angle);
          const y = post.y - distance * Math.sin(angle);
          const field = createTestField();
          const [vx, vy] = [speed * Math.cos(towards), speed * Math.sin(towards)];
          const ball = placeTestBall(field, x, y, vx, vy);
          moveObjects(field, field.rng);
          const half = radius * Math.sqrt(1 - side * side);
          const along = distance * Math.cos(towards - angle) - half;
          const rest = hypot(ball.pos.x - x - (along * vx) / speed, ball.pos.y - y - (along * vy) / speed);
          expect(rest).toBeCloseTo(speed - along, 6);
          expect(hypot(ball.vel.x, ball.vel.y)).toBeCloseTo(0.94 * speed, 6);
        },
      ),
    );
  });
});

describe('player against a post (spec 05 §6.7, §24.27)', () => {
  it.each([
    [51.5, 7.0, 1, 0.05, '51.6707 6.95521', '-0.394196 -0.0707804'],
    [52.3, 7.07, 0.1, 0, '51.9764 7.07', '-0.04 0'],
  ])('from (%d, %d) with v (%d, %d)', (x, y, vx, vy, place, velocity) => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x, y, vx, vy });
    moveObjects(field, field.rng);
    expect(formatVector(player.pos.x, player.pos.y)).toBe(place);
    expect(formatVector(player.vel.x, player.vel.y)).toBe(velocity);
    expect([player.collidedWithPost, player.state & PlayerState.POST_COLLIDE]).toEqual([
      true,
      PlayerState.POST_COLLIDE,
    ]);
  });

  it('no collision is marked far from the posts', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 40, y: 7, vx: 1 });
    moveObjects(field, field.rng);
    expect([player.collidedWithPost, player.state]).toEqual([false, PlayerState.STAND]);
  });
});

describe('posts (spec 05 §6.5)', () => {
  const rng = createRandomStream(3, 'physics');
  const near = fc.record({
    x: fc.double({ min: 49, max: 56, noNaN: true }),
    y: fc.double({ min: 4, max: 10, noNaN: true }),
    vx: fc.double({ min: -3, max: 3, noNaN: true }),
    vy: fc.double({ min: -3, max: 3, noNaN: true }),
    radius: fc.constantFrom(0.085, 0.3),
  });

  it('a reflection keeps the speed, and no object ends inside a post after oblique motion', () => {
    fc.assert(
      fc.property(near, ({ x, y, vx, vy, radius }) => {
        const pos = vec2.create(x, y);
        const vel = vec2.create(vx, vy);
        const touched = moveAmongPosts(pos, vel, radius, 14.02, rng, vec2.create());
        expect(hypot(vel.x, vel.y)).toBeCloseTo(hypot(vx, vy), 9);
        if (!touched) expect([pos.x, pos.y]).toEqual([x + vx, y + vy]);
        // Axis-parallel motion passes through posts (spec 05 §23 Q5).
        if (Math.abs(vx) > 1e-3 && Math.abs(vy) > 1e-3) {
          expect(hypot(pos.x - 52.44, pos.y - 7.07)).toBeGreaterThan(0.06 + radius - 1e-6);
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('mirrored motion has the mirrored outcome at all four posts', () => {
    fc.assert(
      fc.property(
        near,
        fc.constantFrom(-1, 1),
        fc.constantFrom(-1, 1),
        ({ x, y, vx, vy, radius }, sx, sy) => {
          const a = { pos: vec2.create(x, y), vel: vec2.create(vx, vy) };
          const b = { pos: vec2.create(sx * x, sy * y), vel: vec2.create(sx * vx, sy * vy) };
          moveAmongPosts(a.pos, a.vel, radius, 14.02, rng, vec2.create());
          moveAmongPosts(b.pos, b.vel, radius, 14.02, rng, vec2.create());
          // On nearly tangential paths a rounding error may decide between hit and miss.
          fc.pre(Math.abs(a.vel.x - sx * b.vel.x) < 1e-3);
          expect(b.pos.x * sx).toBeCloseTo(a.pos.x, 5);
          expect(b.pos.y * sy).toBeCloseTo(a.pos.y, 5);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('an object exactly on a post leaves in a random direction', () => {
    const pos = vec2.create(52.44, 7.07);
    expect(moveAmongPosts(pos, vec2.create(), 0.085, 14.02, rng, vec2.create())).toBe(true);
    expect(hypot(pos.x - 52.44, pos.y - 7.07)).toBeCloseTo(0.145, 9);
  });
});
