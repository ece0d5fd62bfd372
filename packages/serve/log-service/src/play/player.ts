import type { Frame } from '@rcss/core';
import type { OpenLog } from '@rcss/logs';
import { type Advance, createPlaybackLog, type Direction, LogPlayback } from './playback.js';

export interface PlayerOptions {
  readonly logs: readonly string[];
  /** Time per show, ms. */
  readonly interval: number;
  readonly loop: boolean;
  readonly autoPlay: boolean;
  /** Delay from the end of the last log to quitting, s; null: the player does not quit. */
  readonly quitAfter: number | null;
  /** Opens a log of the list; rejects if it cannot be read. */
  readonly open: (log: string) => Promise<OpenLog>;
}

/** Receives the events of a player. */
export interface PlayerListener {
  /** A log was opened; its first show follows. */
  log?(log: OpenLog, name: string): void;
  /** A show is displayed. */
  show?(frame: Frame, index: number): void;
  /** Another state has changed: playing, speed, loop or recording. */
  state?(): void;
  /** A log could not be opened. */
  error?(message: string): void;
  /** The player has ended. */
  quit?(): void;
}

/** Shortest delay before quitting, ms (spec 11 §2.1). */
const MIN_QUIT_DELAY_MS = 100;

/** Plays the logs of a list. It has the timer, and reports to its listeners what is displayed. */
export class ShowPlayer {
  /** Position, direction and speed. */
  readonly playback: LogPlayback = new LogPlayback();
  /** Names of the logs. */
  readonly logs: readonly string[];
  /** Index of the open log in `logs`; -1 before the first one is open. */
  logIndex = -1;
  /** Whether displayed shows are recorded. */
  recording = false;
  /** Whether a recorder is connected. */
  canRecord = false;
  readonly #options: PlayerOptions;
  readonly #listeners = new Set<PlayerListener>();
  #log: OpenLog | null = null;
  #timer: NodeJS.Timeout | null = null;
  #quitTimer: NodeJS.Timeout | null = null;
  #due = 0;
  /** Count of commands so far. */
  #commands = 0;
  #opening = false;
  #isOver = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.logs = options.logs;
    this.playback.setInterval(options.interval);
    // The playback repeats a single log; the player repeats a list of logs.
    this.playback.loop = options.loop && options.logs.length === 1;
    this.#loop = options.loop;
  }

  #loop: boolean;

  /** Whether playing continues with the first log after the last one. */
  get loop(): boolean {
    return this.#loop;
  }

  /** The open log; null if none is open. */
  get log(): OpenLog | null {
    return this.#log;
  }

  /** The displayed show; null if there is none. */
  get frame(): Frame | null {
    return this.#log === null || this.#log.frameCount === 0 ? null : this.#log.frame(this.playback.index);
  }

  /** Whether the player has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds a listener. Returns a function that removes it. */
  listen(listener: PlayerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the first log. */
  async start(): Promise<void> {
    await this.#open(0, 1);
    if (!this.#options.autoPlay && this.#options.quitAfter === null) return;
    this.changePlayback(() => this.playback.play(1));
    // A log without shows is at its end.
    if (!this.playback.playing) this.#handleEnd(1);
  }

  /** Sets whether playing continues with the first log after the last one. */
  setLoop(loop: boolean): void {
    this.#loop = loop;
    this.playback.loop = loop && this.logs.length === 1;
    this.#reportState();
  }

  /** Starts or stops recording, if a recorder is connected. */
  toggleRecord(): void {
    this.recording = this.canRecord && !this.recording;
    // The recording begins with the current show.
    if (this.recording) this.#reportShow();
    else this.#reportState();
  }

  /** Calls `change`, which changes {@link playback}, and reports the new show and state to the listeners. */
  changePlayback(change: () => void): void {
    if (this.#log === null || this.#isOver) return;
    this.#commands++;
    const before = this.playback.index;
    const interval = this.playback.interval;
    const wasPlaying = this.playback.playing;
    change();
    this.#cancelQuit();
    if (this.playback.index !== before) this.#reportShow();
    if (!wasPlaying || this.playback.interval !== interval) this.#restart();
    this.#reportState();
  }

  /** Moves one show forward or backward and stops. */
  step(direction: Direction): void {
    if (this.#log === null || this.#isOver) return;
    this.#commands++;
    this.#cancelQuit();
    this.#handleAdvance(this.playback.step(direction), direction);
    this.#reportState();
  }

  /** Opens a log of the list by its number, if it exists; playing continues. */
  openLog(index: number): void {
    // In backward direction, playing would end at once.
    this.playback.direction = 1;
    void this.#open(index, 1);
  }

  /** Ends the player. */
  quit(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#cancelQuit();
    for (const listener of this.#listeners) listener.quit?.();
  }

  /** Opens a log of the list. Returns whether it is open now; otherwise the open log stays. */
  async #open(index: number, direction: Direction): Promise<boolean> {
    const name = this.logs[index];
    if (name === undefined || this.#opening || this.#isOver) return false;
    this.#opening = true;
    let isOpen = false;
    try {
      const log = await this.#options.open(name);
      this.#log = log;
      this.logIndex = index;
      this.playback.load(createPlaybackLog(log), direction > 0 ? 'first' : 'last');
      for (const listener of this.#listeners) listener.log?.(log, name);
      if (log.frameCount === 0) this.playback.stop();
      else this.#reportShow();
      this.#restart();
      isOpen = true;
    } catch (error) {
      // Without an open log the caller gets the error.
      if (this.#log === null) throw error;
      const message = error instanceof Error ? error.message : String(error);
      for (const listener of this.#listeners) listener.error?.(message);
      this.playback.stop();
    } finally {
      this.#opening = false;
    }
    this.#reportState();
    return isOpen;
  }

  /**
   * Opens the next log of the list that can be read and has shows, and plays it. Each log is tried once. If there is none, the open
   * log is played again with loop; else playing ends.
   */
  async #playNext(direction: Direction): Promise<void> {
    const { length } = this.logs;
    if (this.#opening) return this.changePlayback(() => this.playback.play(direction));
    const commands = this.#commands;
    const start = this.logIndex;
    for (let step = 1; step <= length; step++) {
      const next = start + direction * step;
      if (!this.#loop && this.logs[next] === undefined) break;
      const isOpen = await this.#open(((next % length) + length) % length, direction);
      // A command that arrived while the log was opened has priority.
      if (commands !== this.#commands || this.#isOver) return;
      if (!isOpen || this.playback.count === 0) continue;
      this.changePlayback(() => this.playback.play(direction));
      return;
    }
    if (this.#loop && this.playback.count > 0) {
      this.changePlayback(() => {
        this.playback.seek(direction > 0 ? 0 : this.playback.count - 1);
        this.playback.play(direction);
      });
    } else this.#endPlayback(direction);
  }

  #restart(): void {
    this.#stopTimer();
    if (!this.playback.playing || this.#isOver) return;
    this.#due = performance.now() + this.playback.interval;
    this.#schedule();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, this.#due - performance.now()));
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    this.#timer = null;
    const { playback } = this;
    this.#handleAdvance(playback.advance(), playback.direction);
    if (!playback.playing || this.#opening) return;
    // The next step is due one interval after this step was due, so that delays do not add up. After a long delay it counts from now.
    const now = performance.now();
    this.#due += playback.interval;
    if (this.#due < now - playback.interval) this.#due = now;
    this.#schedule();
  }

  #handleAdvance(result: Advance, direction: Direction): void {
    if (result === 'moved' || result === 'looped') this.#reportShow();
    else if (result === 'ended') this.#handleEnd(direction);
  }

  /** Handles the end of a log: plays the next one of the list if there is one, or the first one with loop; else stops. */
  #handleEnd(direction: Direction): void {
    const { length } = this.logs;
    if (length > 1 && (this.#loop || this.logs[this.logIndex + direction] !== undefined))
      void this.#playNext(direction);
    else this.#endPlayback(direction);
  }

  /** Reports that playing has stopped. If it is configured, the player ends after a delay. */
  #endPlayback(direction: Direction): void {
    this.#reportState();
    const { quitAfter } = this.#options;
    if (direction < 0 || quitAfter === null || this.#quitTimer !== null) return;
    this.#quitTimer = setTimeout(() => this.quit(), Math.max(MIN_QUIT_DELAY_MS, quitAfter * 1000));
  }

  #cancelQuit(): void {
    if (this.#quitTimer !== null) clearTimeout(this.#quitTimer);
    this.#quitTimer = null;
  }

  #reportShow(): void {
    const { frame } = this;
    if (frame === null) return;
    for (const listener of this.#listeners) listener.show?.(frame, this.playback.index);
  }

  #reportState(): void {
    for (const listener of this.#listeners) listener.state?.();
  }
}
