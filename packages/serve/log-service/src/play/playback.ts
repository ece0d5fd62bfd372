/** Position, direction and speed in a log (spec 11 §2.4). */
import type { OpenLog } from '@rcss/logs';

/** Direction of playing: 1 forward, -1 backward. */
export type Direction = 1 | -1;

/** Default time per show, ms (spec 11 §2.1). */
export const DEFAULT_INTERVAL_MS = 100;
export const MIN_PLAY_INTERVAL_MS = 5;
export const MAX_PLAY_INTERVAL_MS = 5000;
/** Shortest time per show of fast forward and rewind, ms (spec 11 §2.4). */
const MIN_FAST_INTERVAL_MS = 10;
/** Count of shows before a goal at which its replay starts. */
const SHOWS_BEFORE_GOAL = 50;

/** The properties of a log that playback uses. */
export interface PlaybackLog {
  /** Count of shows. */
  readonly frameCount: number;
  /** Returns the game time of a show, cycles. */
  timeOf(frame: number): number;
  /** Shows at which the score changes, ascending. */
  readonly scoreChanges: readonly number[];
}

export function createPlaybackLog(log: OpenLog): PlaybackLog {
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

const EMPTY_LOG: PlaybackLog = { frameCount: 0, timeOf: () => 0, scoreChanges: [] };

/** Result of a step: moved to the next show, continued at the other end, reached the end, or nothing. */
export type Advance = 'moved' | 'looped' | 'ended' | 'idle';

/** Current position in a log. It has no timer: its owner calls {@link advance} every {@link interval} ms while it plays. */
export class LogPlayback {
  /** Whether the shows are being played. */
  playing = false;
  /** Direction of playing. */
  direction: Direction = 1;
  /** Whether playing continues at the other end of the log. */
  loop = false;
  #log: PlaybackLog = EMPTY_LOG;
  #index = 0;
  #normal = DEFAULT_INTERVAL_MS;
  #interval = DEFAULT_INTERVAL_MS;

  /** Index of the current show, from 0. */
  get index(): number {
    return this.#index;
  }

  /** Count of shows. */
  get count(): number {
    return this.#log.frameCount;
  }

  /** Current time per show, ms. */
  get interval(): number {
    return this.#interval;
  }

  /** Time per show at normal speed, ms. */
  get normalInterval(): number {
    return this.#normal;
  }

  /** Whether the current show is the last one. */
  get isAtEnd(): boolean {
    return this.#index >= this.count - 1;
  }

  /** Opens a log at its first or last show. */
  load(log: PlaybackLog, at: 'first' | 'last' = 'first'): void {
    this.#log = log;
    this.#index = at === 'first' ? 0 : Math.max(0, log.frameCount - 1);
  }

  /** Sets the time per show at normal speed, ms; it is limited to 5 to 5000. */
  setInterval(ms: number): void {
    this.#normal = Math.min(MAX_PLAY_INTERVAL_MS, Math.max(MIN_PLAY_INTERVAL_MS, ms));
    this.#interval = this.#normal;
  }

  /** Plays at normal speed. */
  play(direction: Direction): void {
    this.direction = direction;
    this.#interval = this.#normal;
    this.playing = this.count > 0;
  }

  /** Stops playing. */
  stop(): void {
    this.playing = false;
  }

  /** Stops, or continues in the last direction. */
  toggle(): void {
    if (this.playing) this.stop();
    else this.play(this.direction);
  }

  /** Plays fast: at twice the normal speed. Each further call doubles the speed, up to 10 ms per show. */
  playFast(direction: Direction): void {
    const from = this.playing && this.direction === direction ? this.#interval : this.#normal;
    this.direction = direction;
    this.#interval = Math.min(from, Math.max(MIN_FAST_INTERVAL_MS, from / 2));
    this.playing = this.count > 0;
  }

  /** Doubles the time per show, up to 5000 ms. */
  playSlower(): void {
    this.#interval = Math.min(MAX_PLAY_INTERVAL_MS, this.#interval * 2);
  }

  /** Halves the time per show, down to 5 ms. */
  playFaster(): void {
    this.#interval = Math.max(MIN_PLAY_INTERVAL_MS, this.#interval / 2);
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

  /** Moves to a show; other indexes are limited to the shows that exist. Playing continues. */
  seek(index: number): void {
    this.#index = Math.max(0, Math.min(this.count - 1, Math.trunc(index) || 0));
  }

  /** Stops, and moves to the first show. */
  seekFirst(): void {
    this.stop();
    this.seek(0);
  }

  /** Stops, and moves to the last show. */
  seekLast(): void {
    this.stop();
    this.seek(this.count - 1);
  }

  /** Returns the first show whose game time is at least `cycle`; null if there is none. */
  findCycle(cycle: number): number | null {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.timeOf(middle) < cycle) low = middle + 1;
      else high = middle;
    }
    return low < this.count ? low : null;
  }

  /** Moves to the first show whose game time is at least `cycle`; to the first show of the log if there is none. */
  seekCycle(cycle: number): void {
    this.seek(this.findCycle(cycle) ?? 0);
  }

  /** Moves to 50 shows before the next change of the score. Does nothing if there is none. */
  seekNextGoal(): void {
    const goal = this.#log.scoreChanges.find(
      (at) => at > SHOWS_BEFORE_GOAL && this.#index < at - SHOWS_BEFORE_GOAL,
    );
    if (goal !== undefined) this.seek(goal - SHOWS_BEFORE_GOAL);
  }

  /** Moves to 50 shows before the last change of the score before this show. Does nothing if there is none. */
  seekPreviousGoal(): void {
    const goal = this.#log.scoreChanges.findLast((at) => at < this.#index);
    if (goal !== undefined) this.seek(goal - SHOWS_BEFORE_GOAL);
  }
}
