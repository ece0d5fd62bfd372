// Numbers and choices from a seed, so that a run can be repeated.

export class RandomSource {
  #state;

  /** @param {number} seed whole number */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Next number in [0, 1) (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Whole number from 0 to `count - 1`. */
  below(count) {
    return Math.floor(this.next() * count);
  }

  /** Whole number from `min` to `max`. */
  between(min, max) {
    return min + this.below(max - min + 1);
  }

  /** True with the given probability. */
  chance(probability) {
    return this.next() < probability;
  }

  /**
   * One element of a list.
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  pick(list) {
    return list[this.below(list.length)];
  }

  /**
   * One key of a table of weights.
   * @param {Readonly<Record<string, number>>} weights
   */
  pickWeighted(weights) {
    const entries = Object.entries(weights);
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries[entries.length - 1][0];
  }
}
