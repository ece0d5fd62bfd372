/** Passes after a step in which garbage is collected: by then most players have got their messages and have answered. */
const IDLE_PASS = 7;
/** Cycles between two collections. About 4 MB of garbage come together, and a collection takes less than a millisecond. */
const INTERVAL_CYCLES = 10;

/**
 * Collects short-lived garbage while no client waits for the server. Without it, the engine collects when its memory for new objects
 * is full, about every 40 cycles, often in the middle of a step, and then for up to 7 ms.
 */
export class IdleCollection {
  readonly #collect: () => void;
  #steps = -1;
  #passesSinceStep = 0;
  #cyclesSinceCollection = 0;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /**
   * Collects if this is an idle pass. To be called after the work of each pass.
   *
   * @param steps Steps of the match so far.
   */
  run(steps: number): void {
    if (steps !== this.#steps) {
      this.#steps = steps;
      this.#passesSinceStep = 0;
      this.#cyclesSinceCollection += 1;
      return;
    }
    this.#passesSinceStep += 1;
    if (this.#passesSinceStep !== IDLE_PASS || this.#cyclesSinceCollection < INTERVAL_CYCLES) return;
    this.#cyclesSinceCollection = 0;
    this.#collect();
  }
}

/** Returns a function that collects short-lived garbage; null if the engine does not offer it (`node --expose-gc`). */
export function findCollector(): (() => void) | null {
  const { gc } = globalThis;
  return gc === undefined ? null : () => void gc({ type: 'minor', execution: 'sync' });
}
