import { PLAYER_COUNT } from '@rcss/core';
import type { RandomState } from '@rcss/core/random';
import type { Snapshot } from '@rcss/simulator';

const TWO_POW_MINUS_32 = 2 ** -32;

/** Mixes two 32-bit words to one; equal results for different words are as rare as chance makes them. */
export function mixSeed(a: number, b: number): number {
  let h = Math.imul((a ^ 0x9e3779b9) >>> 0, 0x85ebca6b) ^ Math.imul((b + 0x7f4a7c15) | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Throws if a seed is not a whole number from 0 to 2^32 - 1. */
export function checkSeed(name: string, seed: number): number {
  if (Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff) return seed;
  throw new RangeError(`${name}: ${String(seed)} is not a whole number from 0 to 4294967295`);
}

/**
 * Returns the first state of a random stream. Unlike `createRandomStream`, it takes no text, because an episode
 * begins with 27 streams.
 */
function firstState(seed: number, stream: number): RandomState {
  const s0 = mixSeed(seed, 3 * stream);
  const s1 = mixSeed(s0, 3 * stream + 1);
  const s2 = mixSeed(s1, 3 * stream + 2);
  return { c: 1, s0: s0 * TWO_POW_MINUS_32, s1: s1 * TWO_POW_MINUS_32, s2: s2 * TWO_POW_MINUS_32 };
}

/** Returns a snapshot with all random streams at the start of those of a seed; the rest is shared with `base`. */
export function seedSnapshot(base: Snapshot, seed: number): Snapshot {
  return {
    ...base,
    random: {
      physics: firstState(seed, 0),
      sensors: firstState(seed, 1),
      referee: firstState(seed, 2),
      scheduling: firstState(seed, 3),
      players: Array.from({ length: PLAYER_COUNT }, (_, index) => firstState(seed, 8 + index)),
    },
  };
}

/** First state of the stream that places players and ball and that scripted players draw from. */
export function firstScenarioState(seed: number): RandomState {
  return firstState(seed, 4);
}
