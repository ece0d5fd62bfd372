/** The properties of a source that playback uses. */
export interface PlaybackSource {
  readonly kind: 'live' | 'log';
  /** Indices that exist; `last` is -1 without frames. */
  readonly first: number;
  readonly last: number;
  /** Milliseconds between frames at normal speed. */
  readonly intervalMs: number;
  /** Whether further frames of a log are being read; omitted by live sources. */
  readonly isGrowing?: boolean;
}

/** Shortest time between two frames, milliseconds (spec 11 §3.6). */
export const MIN_INTERVAL_MS = 5;
/** Longest time between two frames, milliseconds (spec 11 §3.6). */
export const MAX_INTERVAL_MS = 5000;

/**
 * The current moment as a position between frame indices, and its movement in time. In live mode it follows the newest frame
 * with a delay; any replay command leaves live mode (spec 11 §3.6). Playing works in both directions (spec 11 §2.4).
 */
export class Playback {
  /** Index of a frame plus a fraction. */
  position = 0;
  isLive = true;
  isPlaying = false;
  direction: 1 | -1 = 1;
  /** Factor of the normal speed: 0.02 to 20. */
  speed = 1;
  isLooping = false;
  /** First and last index of the part that is repeated; null if there is none. */
  section: readonly [number, number] | null = null;
  /** Estimated time between arriving frames, milliseconds. */
  #arrivalIntervalMs = 100;
  #lastArrivalMs = Number.NaN;
  #lastIndex = -1;

  /** Resets the playback for a new match or another source. */
  reset(live: boolean, first = 0): void {
    this.isLive = live;
    this.isPlaying = live;
    this.direction = 1;
    this.position = first;
    this.section = null;
    this.#lastArrivalMs = Number.NaN;
    this.#lastIndex = -1;
  }

  /** Records the arrival of a live frame with this index; `now` in milliseconds. */
  recordArrival(index: number, now: number): void {
    const frames = index - this.#lastIndex;
    if (!Number.isNaN(this.#lastArrivalMs) && frames > 0 && frames < 50) {
      const each = (now - this.#lastArrivalMs) / frames;
      if (each < 2000) this.#arrivalIntervalMs += (each - this.#arrivalIntervalMs) * 0.08;
    }
    this.#lastArrivalMs = now;
    this.#lastIndex = index;
  }

  /** Follows the newest frame of a live match. */
  goLive(): void {
    this.isLive = true;
    this.isPlaying = true;
    this.direction = 1;
  }

  /** Plays forward (1) or backward (-1); leaves live mode. */
  play(direction: 1 | -1 = 1): void {
    this.isLive = false;
    this.isPlaying = true;
    this.direction = direction;
  }

  /** Stops at the nearest frame; leaves live mode. */
  pause(): void {
    this.isLive = false;
    this.isPlaying = false;
    this.position = Math.round(this.position);
  }

  /** Pauses, or plays forward; a log at its end starts again, a live match at its end is followed. */
  toggle(source: PlaybackSource): void {
    if (this.isPlaying) this.pause();
    else if (this.position < source.last) this.play(1);
    else if (source.kind === 'live') this.goLive();
    else {
      this.position = source.first;
      this.play(1);
    }
  }

  /** Moves `by` frames, forward or backward, and stops. */
  step(by: number, source: PlaybackSource): void {
    this.pause();
    const before = this.position;
    this.seek(this.position + by, source);
    if (this.isLooping && this.position === before) this.seek(by > 0 ? source.first : source.last, source);
  }

  /** Moves to this index; leaves live mode, and playback continues if it was on. */
  seek(index: number, source: PlaybackSource): void {
    this.isLive = false;
    this.position = Math.min(Math.max(index, source.first), Math.max(source.first, source.last));
  }

  /** Doubles the speed, up to `MIN_INTERVAL_MS` between frames. */
  speedUp(source: PlaybackSource): void {
    this.speed = Math.min(this.speed * 2, source.intervalMs / MIN_INTERVAL_MS);
  }

  /** Halves the speed, down to `MAX_INTERVAL_MS` between frames. */
  slowDown(source: PlaybackSource): void {
    this.speed = Math.max(this.speed / 2, source.intervalMs / MAX_INTERVAL_MS);
  }

  /**
   * Advances by `dt` milliseconds. `present` returns whether a frame is available: playback waits for frames that have not
   * arrived. Returns whether the position changed.
   */
  advance(dt: number, source: PlaybackSource, present: (index: number) => boolean): boolean {
    const before = this.position;
    if (source.last < source.first) return false;
    if (this.isLive) this.#followNewest(dt, source);
    else if (this.isPlaying) this.#play(dt, source, present);
    return this.position !== before;
  }

  #followNewest(dt: number, source: PlaybackSource): void {
    const lag = source.last - this.position;
    if (lag <= 0) {
      this.position = source.last;
      return;
    }
    if (lag > 5 + 250 / this.#arrivalIntervalMs) {
      this.position = source.last - 1;
      return;
    }
    const wanted = 1.1;
    const rate = Math.max(0.2, 1 + (lag - wanted) * 0.35);
    this.position = Math.min(source.last, this.position + (dt / this.#arrivalIntervalMs) * rate);
  }

  #play(dt: number, source: PlaybackSource, present: (index: number) => boolean): void {
    const low = this.section?.[0] ?? source.first;
    const high = this.section?.[1] ?? source.last;
    const next = this.position + (this.direction * dt * this.speed) / source.intervalMs;
    const needed =
      this.direction > 0 ? Math.min(Math.floor(next) + 1, high) : Math.max(Math.floor(next), low);
    if (!present(needed)) {
      this.position = this.direction > 0 ? Math.ceil(this.position) : Math.floor(this.position);
      return;
    }
    this.position = next;
    if (this.direction > 0 && next >= high) {
      if (source.kind === 'live' && this.section === null) this.goLive();
      else if (source.isGrowing === true && this.section === null) this.position = high;
      else if (this.isLooping || this.section !== null) this.position = low;
      else this.#stopAt(high);
    } else if (this.direction < 0 && next <= low) {
      if (this.isLooping || this.section !== null) this.position = high;
      else this.#stopAt(low);
    }
  }

  #stopAt(index: number): void {
    this.position = index;
    this.isPlaying = false;
  }
}
