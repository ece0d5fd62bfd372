import { describe, expect, it } from 'vitest';
import { createTestField, formatVector, placeTestBall, runStep } from '../test/field.js';
import { createHeightParams } from '../test/height.js';

/** The ball after a step from a place before the right goal. */
function shoot(
  [x, y, z]: readonly [number, number, number],
  [vx, vz]: readonly [number, number],
  height_as_measured = false,
) {
  const field = createTestField(createHeightParams({ gravity: 0, height_as_measured }));
  placeTestBall(field, x, y, vx, 0);
  Object.assign(field.ball, { z, vz });
  runStep(field);
  const { pos, vel, z: height, vz: rise } = field.ball;
  return { x: pos.x, z: height, vx: vel.x, vz: rise };
}

describe('crossbar (spec 12 §8.2)', () => {
  it('a straight shot at the middle of the bar comes back with its speed', () => {
    const { x, z, vx, vz } = shoot([51, 0, 2], [2, 0]);
    // Contact at 52.295 after 1.295 m; 0.705 m remain.
    expect(formatVector(x, z, vx, vz)).toBe('51.59 2 -2 0');
  });

  it('a shot below the middle is deflected downward, one above it upward', () => {
    const low = shoot([51, 0, 1.9], [2, 0]);
    const high = shoot([51, 0, 2.1], [2, 0]);
    expect([low.vz < 0, high.vz > 0]).toEqual([true, true]);
    for (const { vx, vz } of [low, high]) expect(Math.hypot(vx, vz)).toBeCloseTo(2, 12);
  });

  it('fast balls do not pass through the bar; in the measured server they do (spec 12 §15 D9)', () => {
    expect(shoot([50.5, 0, 2], [3, 0]).vx).toBeLessThan(0);
    expect(shoot([50.5, 0, 2], [3, 0], true).vx).toBeGreaterThan(0);
  });

  it('a ball that leaves the bar is not reflected; in the measured server it is (spec 12 §15 D8)', () => {
    const from = [52.31, 0, 2] as const;
    expect(shoot(from, [-0.01, 0]).vx).toBeCloseTo(-0.01, 12);
    expect(shoot(from, [-0.01, 0], true).vx).toBeCloseTo(0.01, 12);
  });

  it('the bar ends beside the posts, at both goals', () => {
    expect([7.15, 7.16].map((y) => shoot([51, y, 2.01], [2, 0]).vx < 0)).toEqual([true, false]);
    expect(shoot([-51, 0, 2], [-2, 0]).vx).toBeCloseTo(2, 12);
  });

  it('balls below and above the bar pass', () => {
    for (const z of [0, 1.85, 2.15]) expect(shoot([51, 0, z], [2, 0]).x).toBeCloseTo(53, 12);
  });

  it('posts are solid up to goal_height at the beginning of the step (spec 12 §8.1)', () => {
    expect([1.8, 2.2].map((z) => shoot([51, 7.07, z], [2, 0.001]).x > 52.5)).toEqual([false, true]);
  });
});
