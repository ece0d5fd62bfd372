/** Frames without effect that a WebSocket may send in {@link INTERVAL_MS}. */
const MAX_IDLE_FRAMES = 200;
/** Length of a cycle, ms. */
const INTERVAL_MS = 100;

/** Counts the frames of a WebSocket that no limit of a client counts, because no client receives them: empty ones, or those of unknown channels. */
export class IdleFrames {
  #count = 0;
  #since = 0;

  /** Counts a frame. False: the peer sends too many of them. */
  allow(): boolean {
    const now = performance.now();
    if (now - this.#since >= INTERVAL_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= MAX_IDLE_FRAMES;
  }
}
