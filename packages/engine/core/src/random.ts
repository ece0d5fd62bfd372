/// <reference path="./alea.d.ts" />
import createAlea from 'seedrandom/lib/alea.js';
import { cos, log, sqrt } from './elementary.js';
import { EPS } from './math.js';

/** State of a stream as plain data. A stream that restores it continues from the same position. */
export interface RandomState {
  readonly c: number;
  readonly s0: number;
  readonly s1: number;
  readonly s2: number;
}

/**
 * A seeded stream of random numbers. Streams with different names are independent: an additional see message, for
 * example, does not change the noise of the next kick.
 */
export interface RandomStream {
  /** Uniform real in [0, 1). */
  next(): number;
  /** Returns a copy of the state. */
  state(): RandomState;
  /** Continues from a state that `state` returned earlier. */
  restore(state: RandomState): void;
}

/** Creates the stream of a seed and a name; the same pair gives the same numbers on every engine. */
export function createRandomStream(seed: number | string, name: string): RandomStream {
  let generator = createAlea(`${seed}/${name}`, { state: true });
  return {
    next: () => generator(),
    state: () => generator.state(),
    restore: (state) => {
      const { c, s0, s1, s2 } = generator.state();
      // A new generator costs more than the comparison, and most streams of a match that is reset often were not used.
      if (c === state.c && s0 === state.s0 && s1 === state.s1 && s2 === state.s2) return;
      generator = createAlea('', { state: { ...state } });
    },
  };
}

/** U(lo, hi): uniform in [lo, hi); bounds may be swapped. A narrow interval returns its middle without a draw (spec 05 §3). */
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

/** decide(p): true with probability p; no draw if the outcome is certain (spec 04 §1.3). NaN is false without a draw. */
export function bernoulliUnlessCertain(rng: RandomStream, p: number): boolean {
  if (p >= 1) return true;
  if (!(p > 0)) return false;
  return rng.next() < p;
}

/** I(n): uniform integer 0..n-1; 0 without a draw if n <= 1 (spec 05 §3). */
export function randomInt(rng: RandomStream, n: number): number {
  return n <= 1 ? 0 : Math.floor(rng.next() * n);
}

/** N(mean, deviation): normal distribution, two uniform draws (Box–Muller). */
export function normal(rng: RandomStream, mean: number, deviation: number): number {
  const u = 1 - rng.next();
  const v = rng.next();
  return mean + deviation * sqrt(-2 * log(u)) * cos(2 * Math.PI * v);
}

/** Makes the same draws as `normal`, but computes no value. Use it if the value is not needed. */
export function skipNormal(rng: RandomStream): void {
  rng.next();
  rng.next();
}

/** Permutes the first `count` items in place, uniformly at random (Fisher–Yates). */
export function shuffle<T>(rng: RandomStream, items: T[], count: number = items.length): T[] {
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(rng.next() * (i + 1));
    const a = items[i] as T;
    items[i] = items[j] as T;
    items[j] = a;
  }
  return items;
}
