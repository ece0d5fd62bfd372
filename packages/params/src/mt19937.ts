/** The 32-bit Mersenne Twister mt19937, the generator of the player types (spec 05b §1.3). */

const N = 624;
const M = 397;

/** State of a generator; advanced by {@link nextUint32}. */
export interface Mt19937 {
  /** The 624 words of state. */
  readonly words: Uint32Array;
  /** Next word to be tempered; 624 when the state has to be regenerated first. */
  index: number;
}

/** A generator seeded with the low 32 bits of `seed`. */
export function createMt19937(seed: number): Mt19937 {
  const words = new Uint32Array(N);
  words[0] = seed >>> 0;
  for (let i = 1; i < N; i++) {
    const last = words[i - 1]!;
    words[i] = Math.imul(1812433253, last ^ (last >>> 30)) + i;
  }
  return { words, index: N };
}

function regenerate(words: Uint32Array): void {
  for (let i = 0; i < N; i++) {
    const y = (words[i]! & 0x80000000) | (words[(i + 1) % N]! & 0x7fffffff);
    words[i] = words[(i + M) % N]! ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : 0x9908b0df);
  }
}

/** The next output, 0 to 2^32 - 1. */
export function nextUint32(mt: Mt19937): number {
  if (mt.index >= N) {
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

/** The next uniform real in [0, 1), made of two outputs of which the second is the more significant (spec 05b §1.3). */
export function nextUniform(mt: Mt19937): number {
  const low = nextUint32(mt);
  const high = nextUint32(mt);
  const u = (low + high * 2 ** 32) / 2 ** 64;
  return u >= 1 ? 1 - 2 ** -53 : u;
}

/**
 * Uniform real between the bounds, given in any order. Equal bounds return that value and leave the generator alone
 * (spec 05b §1.3).
 */
export function drawBetween(mt: Mt19937, a: number, b: number): number {
  if (a === b) return a;
  const low = Math.min(a, b);
  return nextUniform(mt) * (Math.max(a, b) - low) + low;
}
