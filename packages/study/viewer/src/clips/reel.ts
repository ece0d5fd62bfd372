import type { Viewer } from '../view/viewer.js';
import type { FrameRange } from './clip-range.js';

/** Frames before and after a moment that are shown. */
export const FRAMES_BEFORE = 30;
export const FRAMES_AFTER = 12;

/** Most frames between two pictures of forward playback; more are a jump to another moment. */
const MAX_STEP = 60;

/** Plays parts of a match one after the other; a pause, or a jump to another moment, ends it. */
export class Reel {
  readonly #viewer: Viewer;
  readonly #onPart: (index: number) => void;
  readonly #onEnd: () => void;
  #ranges: readonly FrameRange[] = [];
  #current = -1;
  /** Index of the last picture. */
  #shown = 0;

  /**
   * Calls `onPart` with the index of the part that begins; -1 when the last one has ended, or another moment was chosen. Calls `onEnd` only after the
   * last one.
   */
  constructor(viewer: Viewer, onPart: (index: number) => void, onEnd: () => void = () => {}) {
    this.#viewer = viewer;
    this.#onEnd = onEnd;
    this.#onPart = onPart;
    viewer.subscribe((event) => {
      if (event === 'source') this.stop();
      if (event === 'frame' || event === 'playback') this.#advance();
    });
  }

  /** Plays the parts from the first one on. */
  play(ranges: readonly FrameRange[]): void {
    this.#ranges = ranges;
    this.#begin(0);
  }

  /** Ends; the match stays where it is. */
  stop(): void {
    if (this.#current < 0) return;
    this.#current = -1;
    this.#onPart(-1);
  }

  #begin(index: number): void {
    const range = this.#ranges[index];
    if (range === undefined) {
      // Before the pause, which is reported too.
      this.#current = -1;
      this.#viewer.controlPlayback((playback) => playback.pause());
      this.#onPart(-1);
      this.#onEnd();
      return;
    }
    this.#current = index;
    this.#shown = range[0];
    this.#viewer.playFrom(range[0]);
    this.#onPart(index);
  }

  #advance(): void {
    const range = this.#ranges[this.#current];
    if (range === undefined) return;
    const { frameIndex, playback, source } = this.#viewer;
    const isJump = frameIndex < this.#shown || frameIndex > this.#shown + MAX_STEP;
    this.#shown = frameIndex;
    if (isJump) this.stop();
    else if (frameIndex >= Math.min(range[1], source?.last ?? 0)) this.#begin(this.#current + 1);
    else if (!playback.isPlaying) this.stop();
  }
}
