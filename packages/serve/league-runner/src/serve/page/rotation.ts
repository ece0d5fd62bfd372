/** Clock of a rotation; a test has one of its own. */
export interface RotationClock {
  setTimeout(call: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Shows one of several slides after the other, each for the same time. Slides can come and go meanwhile. */
export class Rotation {
  readonly #show: (id: string) => void;
  readonly #ms: number;
  readonly #clock: RotationClock;
  #ids: readonly string[] = [];
  #index = 0;
  #timer: unknown = null;

  /** @param show Called with the slide that is to be seen. */
  constructor(show: (id: string) => void, ms: number, clock: RotationClock) {
    this.#show = show;
    this.#ms = ms;
    this.#clock = clock;
  }

  /** Sets the slides. The one that is shown stays, or the one that has its place comes. */
  setSlides(ids: readonly string[]): void {
    const current = this.#ids[this.#index];
    const found = current === undefined ? 0 : ids.indexOf(current);
    this.#ids = ids;
    this.#index = found >= 0 ? found : Math.min(this.#index, Math.max(0, ids.length - 1));
    const shown = ids[this.#index];
    if (shown !== undefined) this.#show(shown);
    if (found < 0 || this.#timer === null) this.#wait();
  }

  stop(): void {
    if (this.#timer !== null) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    this.stop();
    this.#timer = this.#clock.setTimeout(() => this.#next(), this.#ms);
  }

  #next(): void {
    if (this.#ids.length > 0) {
      this.#index = (this.#index + 1) % this.#ids.length;
      this.#show(this.#ids[this.#index]!);
    }
    this.#wait();
  }
}
