import seedrandom from 'seedrandom';
import { cos, log, sqrt } from './elementary.js';
import { EPS } from './maths.js';

/** State of a stream as plain data: put it into a snapshot, give it back to go on from the same place. */
export interface RandomState {
  readonly c: number;
  readonly s0: number;
  readonly s1: number;
  readonly s2: number;
}

/**
 * A seeded stream of chance. Streams with different names never disturb each other, so that one more look of a
 * player leaves the next kick as it was.
 */
export interface RandomStream {
  /** Uniform real in [0, 1). */
  next(): number;
  /** Plain-data copy of the state. */
  state(): RandomState;
  /** Goes on from a state taken earlier. */
  restore(state: RandomState): void;
}

/** Stream for a seed and a name; the same pair gives the same numbers on every engine. */
export function createRandomStream(seed: number | string, name: string): RandomStream {
  let generator = seedrandom.alea(`${seed}/${name}`, { state: true });
  return {
    next: () => generator(),
    state: () => generator.state(),
    restore: (state) => {
      generator = seedrandom.alea('', { state: { ...state } });
    },
  };
}

/** U(lo, hi): uniform in [lo, hi); bounds may be swapped; a narrow interval gives its middle, undrawn (spec 05 §3). */
export function uniform(rng: RandomStream, lo: number, hi: number): number {
  let a = lo;
  let b = hi;
  if (a > b) {
    a = hi;
    b = lo;
  }
  if (b - a < EPS) return (a + b) / 2;
  return a + rng.next() * (b - a);
}

/** B(p): true with probability p; always draws (spec 05 §3). */
export function bernoulli(rng: RandomStream, p: number): boolean {
  return rng.next() < p;
}

/** decide(p): certain outcomes draw nothing (spec 04 §1.3). NaN is false without a draw. */
export function decide(rng: RandomStream, p: number): boolean {
  if (p >= 1) return true;
  if (!(p > 0)) return false;
  return rng.next() < p;
}

/** I(n): uniform integer 0..n-1; 0 without a draw for n <= 1 (spec 05 §3). */
export function randomInt(rng: RandomStream, n: number): number {
  return n <= 1 ? 0 : Math.floor(rng.next() * n);
}

/** N(mean, deviation): normal distribution, two uniform draws (Box and Muller). */
export function normal(rng: RandomStream, mean: number, deviation: number): number {
  const u = 1 - rng.next();
  const v = rng.next();
  return mean + deviation * sqrt(-2 * log(u)) * cos(2 * Math.PI * v);
}

/** Passes over what one `normal` draws, for a value that nobody will look at. */
export function skipNormal(rng: RandomStream): void {
  rng.next();
  rng.next();
}

/** Uniformly random permutation in place (Fisher and Yates). */
export function shuffle<T>(rng: RandomStream, items: T[], count: number = items.length): T[] {
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(rng.next() * (i + 1));
    const a = items[i] as T;
    items[i] = items[j] as T;
    items[j] = a;
  }
  return items;
}
