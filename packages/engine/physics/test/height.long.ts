import { describe, expect, it } from 'vitest';
import { playRandomHeights } from './random-height.js';

describe('random plays in the air (spec 12)', () => {
  it.each([2, 3, 4, 5])('250,000 steps with seed %i keep all invariants', (seed) => {
    expect(playRandomHeights(seed, 250_000).violations).toEqual([]);
  });
});
