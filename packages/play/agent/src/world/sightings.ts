/** Sightings of a player that are kept. */
export const KEPT_SIGHTINGS = 20;
const NUMBERS = 3;

/** The last places at which a player was seen, the newest first; team frame, meters. */
export class Sightings {
  readonly #values = new Float64Array(KEPT_SIGHTINGS * NUMBERS);
  #next = 0;
  #count = 0;

  /** Number of sightings, at most {@link KEPT_SIGHTINGS}. */
  get count(): number {
    return this.#count;
  }

  /** Adds a place; a second one of the same cycle replaces the first. */
  add(cycle: number, x: number, y: number): void {
    if (this.#count > 0 && this.cycle(0) === cycle) this.#next = this.#slot(0);
    else this.#count = Math.min(KEPT_SIGHTINGS, this.#count + 1);
    const at = this.#next * NUMBERS;
    this.#values[at] = cycle;
    this.#values[at + 1] = x;
    this.#values[at + 2] = y;
    this.#next = (this.#next + 1) % KEPT_SIGHTINGS;
  }

  #slot(index: number): number {
    return (this.#next - 1 - index + 2 * KEPT_SIGHTINGS) % KEPT_SIGHTINGS;
  }

  #read(index: number, offset: number): number {
    return index >= 0 && index < this.#count
      ? this.#values[this.#slot(index) * NUMBERS + offset]!
      : Number.NaN;
  }

  /** Cycle of a sighting, by `cycle` of the world model; NaN if there is none. Index 0 is the newest. */
  cycle(index: number): number {
    return this.#read(index, 0);
  }

  /** x of a sighting; NaN if there is none. */
  x(index: number): number {
    return this.#read(index, 1);
  }

  /** y of a sighting; NaN if there is none. */
  y(index: number): number {
    return this.#read(index, 2);
  }
}
