import { expect, it } from 'vitest';
import { playSeed } from './play.js';

/** `RANDOM_SEED=N` chooses other sequences. */
const FIRST_SEED = Number(process.env.RANDOM_SEED ?? 1000);
const SEQUENCES = 10;
const CYCLES = 300;

it.each(Array.from({ length: SEQUENCES }, (_, n) => FIRST_SEED + n))(
  'long random operations keep the invariants of a server: seed %d',
  async (seed) => {
    const { steps } = await playSeed(seed, CYCLES);
    expect(steps).toBeGreaterThanOrEqual(CYCLES);
  },
);
