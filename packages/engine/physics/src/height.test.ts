import { describe, expect, it } from 'vitest';
import { playRandomHeights } from '../test/random-height.js';

describe('random plays in the air (spec 12)', () => {
  it('the ball is never below the ground, and its energy does not grow in flight', () => {
    const { violations, inAir, bounces, overhead } = playRandomHeights(1, 10_000);
    expect(violations).toEqual([]);
    for (const count of [inAir, bounces, overhead]) expect(count).toBeGreaterThan(100);
  });
});
