/** The 32-bit Mersenne Twister mt19937, the generator of the player types (spec 05b §1.3). */

/** Words of state. */
const STATE_SIZE = 624;
/** Distance between the words that are combined. */
const SHIFT_SIZE = 397;

/** State of a generator; {@link nextUint32} advances it. */
export interface Mt19937 {
  /** The 624 words of state. */
  readonly words: Uint32Array;
  /** Index of the next word; 624 if the state must be regenerated first. */
  index: number;
}

/** Creates a generator seeded with the low 32 bits of `seed`. */
export function createMt19937(seed: number): Mt19937 {
  const words = new Uint32Array(STATE_SIZE);
  words[0] = seed >>> 0;
  for (let i = 1; i < STATE_SIZE; i++) {
    const last = words[i - 1]!;
    words[i] = Math.imul(1812433253, last ^ (last >>> 30)) + i;
  }
  return { words, index: STATE_SIZE };
}

function regenerate(words: Uint32Array): void {
  for (let i = 0; i < STATE_SIZE; i++) {
    const y = (words[i]! & 0x80000000) | (words[(i + 1) % STATE_SIZE]! & 0x7fffffff);
    words[i] = words[(i + SHIFT_SIZE) % STATE_SIZE]! ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : 0x9908b0df);
  }
}

/** Returns the next output, 0 to 2^32 - 1. */
export function nextUint32(mt: Mt19937): number {
  if (mt.index >= STATE_SIZE) {
    regenerate(mt.words);
    mt.index = 0;
  }
  let y = mt.words[mt.index++]!;
  y ^= y >>> 11;
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  y ^= y >>> 18;
  return y >>> 0;
}

/** Returns the next uniform real in [0, 1). It uses two outputs, of which the second is the more significant (spec 05b §1.3). */
export function nextUniform(mt: Mt19937): number {
  const low = nextUint32(mt);
  const high = nextUint32(mt);
  const u = (low + high * 2 ** 32) / 2 ** 64;
  return u >= 1 ? 1 - 2 ** -53 : u;
}

/**
 * Returns a uniform real between the bounds, which may be in any order. If the bounds are equal, returns that value
 * and does not advance the generator (spec 05b §1.3).
 */
export function drawBetween(mt: Mt19937, a: number, b: number): number {
  if (a === b) return a;
  const low = Math.min(a, b);
  return nextUniform(mt) * (Math.max(a, b) - low) + low;
}
