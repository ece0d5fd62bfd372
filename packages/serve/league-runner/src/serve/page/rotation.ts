/** Clock of a rotation; a test has one of its own. */
export interface RotationClock {
  setTimeout(call: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Time after which a rotation without slides looks again, ms. */
const EMPTY_MS = 1000;

/** A slide, and the time for which it is shown. */
export interface TimedSlide {
  readonly id: string;
  readonly ms: number;
}

/** Shows one of several slides after the other. Slides can come and go meanwhile. */
export class Rotation {
  readonly #show: (id: string) => void;
  readonly #clock: RotationClock;
  #slides: readonly TimedSlide[] = [];
  #index = 0;
  #timer: unknown = null;

  /** @param show Called with the slide that is to be seen. */
  constructor(show: (id: string) => void, clock: RotationClock) {
    this.#show = show;
    this.#clock = clock;
  }

  /** Sets the slides. The one that is shown stays, or the one that has its place comes. */
  setSlides(slides: readonly TimedSlide[]): void {
    const current = this.#slides[this.#index];
    const found = current === undefined ? 0 : slides.findIndex(({ id }) => id === current.id);
    this.#slides = slides;
    this.#index = found >= 0 ? found : Math.min(this.#index, Math.max(0, slides.length - 1));
    const shown = slides[this.#index];
    if (shown !== undefined) this.#show(shown.id);
    if (found < 0 || this.#timer === null) this.#wait();
  }

  stop(): void {
    if (this.#timer !== null) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    this.stop();
    const { ms = EMPTY_MS } = this.#slides[this.#index] ?? {};
    this.#timer = this.#clock.setTimeout(() => this.#next(), ms);
  }

  #next(): void {
    if (this.#slides.length > 0) {
      this.#index = (this.#index + 1) % this.#slides.length;
      this.#show(this.#slides[this.#index]!.id);
    }
    this.#wait();
  }
}
