/** The displayed show of a log and its changes (spec 11 §2.4). */
import type { OpenLog } from '@rcss/logs';

export type Direction = 1 | -1;

/** Default, shortest and longest time per show, ms (spec 11 §2.1). */
export const DEFAULT_INTERVAL = 100;
export const MIN_INTERVAL = 5;
export const MAX_INTERVAL = 5000;
/** Fast forward and rewind get no faster than this (spec 11 §2.4). */
const FASTEST = 10;
/** A goal is shown from this many shows before it. */
const BEFORE_GOAL = 50;

/** The properties of a log that playback uses. */
export interface Reel {
  readonly frameCount: number;
  timeOf(frame: number): number;
  /** Shows at which the score changes, ascending. */
  readonly scoreChanges: readonly number[];
}

export function reelOf(log: OpenLog): Reel {
  const changes: number[] = [];
  let left = 0;
  let right = 0;
  for (const point of log.teams) {
    if (point.left.score !== left || point.right.score !== right) changes.push(point.frame);
    left = point.left.score;
    right = point.right.score;
  }
  return { frameCount: log.frameCount, timeOf: (frame) => log.timeOf(frame), scoreChanges: changes };
}

const EMPTY: Reel = { frameCount: 0, timeOf: () => 0, scoreChanges: [] };

/** What a step of the clock did: shown the next show, gone round to the other end, or come to the end. */
export type Advance = 'moved' | 'looped' | 'ended' | 'idle';

/** The current position in a log. It has no timer: its owner calls {@link advance} every `interval` ms while `playing`. */
export class Playback {
  playing = false;
  direction: Direction = 1;
  loop = false;
  #reel: Reel = EMPTY;
  #index = 0;
  #normal = DEFAULT_INTERVAL;
  #interval = DEFAULT_INTERVAL;

  get index(): number {
    return this.#index;
  }

  get count(): number {
    return this.#reel.frameCount;
  }

  /** Current time per show, ms. */
  get interval(): number {
    return this.#interval;
  }

  /** Configured time per show, ms; normal playing uses it. */
  get normalInterval(): number {
    return this.#normal;
  }

  get atEnd(): boolean {
    return this.#index >= this.count - 1;
  }

  /** Another log, at its first show (or last, to go on backwards). */
  load(reel: Reel, at: 'first' | 'last' = 'first'): void {
    this.#reel = reel;
    this.#index = at === 'first' ? 0 : Math.max(0, reel.frameCount - 1);
  }

  /** Sets the configured time per show. */
  setInterval(ms: number): void {
    this.#normal = Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, ms));
    this.#interval = this.#normal;
  }

  /** Plays at the configured speed. */
  play(direction: Direction): void {
    this.direction = direction;
    this.#interval = this.#normal;
    this.playing = this.count > 0;
  }

  stop(): void {
    this.playing = false;
  }

  /** Stops, or continues in the last direction. */
  toggle(): void {
    if (this.playing) this.stop();
    else this.play(this.direction);
  }

  /** Fast forward, rewind: half the configured interval at first, then half of that... */
  fast(direction: Direction): void {
    const from = this.playing && this.direction === direction ? this.#interval : this.#normal;
    this.direction = direction;
    this.#interval = Math.min(from, Math.max(FASTEST, from / 2));
    this.playing = this.count > 0;
  }

  /** Twice the time per show while playing. */
  slower(): void {
    this.#interval = Math.min(MAX_INTERVAL, this.#interval * 2);
  }

  faster(): void {
    this.#interval = Math.max(MIN_INTERVAL, this.#interval / 2);
  }

  /** Moves one show forward or backward and stops. */
  step(direction: Direction): Advance {
    this.playing = false;
    this.direction = direction;
    return this.#move(direction);
  }

  /** Moves to the next show. At the end playing stops, or continues at the other end. */
  advance(): Advance {
    if (!this.playing) return 'idle';
    return this.#move(this.direction);
  }

  #move(direction: Direction): Advance {
    const next = this.#index + direction;
    if (next >= 0 && next < this.count) {
      this.#index = next;
      return 'moved';
    }
    if (this.loop && this.count > 0) {
      this.#index = direction > 0 ? 0 : this.count - 1;
      return 'looped';
    }
    this.playing = false;
    return 'ended';
  }

  /** Moves to this show; playing continues. */
  seek(index: number): void {
    this.#index = Math.max(0, Math.min(this.count - 1, Math.trunc(index) || 0));
  }

  first(): void {
    this.stop();
    this.seek(0);
  }

  last(): void {
    this.stop();
    this.seek(this.count - 1);
  }

  /** Moves to the first show whose time is not smaller; for cycles after the end to the first show. */
  seekCycle(cycle: number): void {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#reel.timeOf(middle) < cycle) low = middle + 1;
      else high = middle;
    }
    this.seek(low >= this.count ? 0 : low);
  }

  /** Moves to 50 shows before the next change of the score; does nothing if there is none. */
  nextGoal(): void {
    const goal = this.#reel.scoreChanges.find((at) => at > BEFORE_GOAL && this.#index < at - BEFORE_GOAL);
    if (goal !== undefined) this.seek(goal - BEFORE_GOAL);
  }

  /** Moves to 50 shows before the last change of the score before this show. */
  previousGoal(): void {
    const goal = this.#reel.scoreChanges.findLast((at) => at < this.#index);
    if (goal !== undefined) this.seek(goal - BEFORE_GOAL);
  }
}
