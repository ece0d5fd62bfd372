import { describe, expect, it } from 'vitest';
import { playSeed } from './play.js';

/** More seeds: `test/random/main.ts`. */
const SEEDS = [1, 2];
const CYCLES = 20;
/** Most of this time is for a busy machine. */
const TIMEOUT_MS = 120_000;

describe('random operations keep the invariants of a server', () => {
  it.each(SEEDS)(
    'in the sequence of seed %d',
    async (seed) => {
      const { steps, messageCount } = await playSeed(seed, CYCLES);
      expect(steps).toBeGreaterThanOrEqual(CYCLES);
      expect(messageCount).toBeGreaterThan(CYCLES);
    },
    TIMEOUT_MS,
  );
});
