/** Plays the logs of a list: owns the timer and reports what is shown. */
import type { Frame } from '@rcss/core';
import type { OpenLog } from '@rcss/logs';
import { type Advance, type Direction, Playback, reelOf } from './playback.js';

export interface PlayerOptions {
  readonly logs: readonly string[];
  readonly interval: number;
  readonly loop: boolean;
  readonly autoPlay: boolean;
  /** Seconds between the end and quitting; null: stay. */
  readonly quitAfter: number | null;
  /** Opens a log of the list; rejects when it cannot be read. */
  readonly open: (log: string) => Promise<OpenLog>;
}

/** Receives the events of a player. */
export interface PlayerListener {
  /** Another log is open; its first show follows. */
  log?(log: OpenLog, name: string): void;
  /** This show is displayed now. */
  show?(frame: Frame, index: number): void;
  /** Another state changed: playing, speed, loop, recording. */
  state?(): void;
  error?(message: string): void;
  quit?(): void;
}

/** Minimum delay before quitting, also for 0 seconds (spec 11 §2.1), ms. */
const LEAST_WAIT = 100;

export class Player {
  readonly playback: Playback = new Playback();
  readonly logs: readonly string[];
  logIndex = -1;
  recording = false;
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
  #over = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.logs = options.logs;
    this.playback.setInterval(options.interval);
    // A loop over a list of logs is done here; the playback loops over a single log.
    this.playback.loop = options.loop && options.logs.length === 1;
    this.#loop = options.loop;
  }

  #loop: boolean;

  get loop(): boolean {
    return this.#loop;
  }

  get log(): OpenLog | null {
    return this.#log;
  }

  get frame(): Frame | null {
    return this.#log === null || this.#log.frameCount === 0 ? null : this.#log.frame(this.playback.index);
  }

  get over(): boolean {
    return this.#over;
  }

  listen(listener: PlayerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the first log. */
  async start(): Promise<void> {
    await this.#open(0, 1);
    if (this.#options.autoPlay || this.#options.quitAfter !== null) this.act(() => this.playback.play(1));
  }

  setLoop(loop: boolean): void {
    this.#loop = loop;
    this.playback.loop = loop && this.logs.length === 1;
    this.#reportState();
  }

  toggleRecord(): void {
    this.recording = this.canRecord && !this.recording;
    // The current show is part of the scene.
    if (this.recording) this.#show();
    else this.#reportState();
  }

  /** Changes the playback and reports the resulting changes. */
  act(change: () => void): void {
    if (this.#log === null || this.#over) return;
    this.#commands++;
    const before = this.playback.index;
    const interval = this.playback.interval;
    const was = this.playback.playing;
    change();
    this.#cancelQuit();
    if (this.playback.index !== before) this.#show();
    if (!was || this.playback.interval !== interval) this.#restart();
    this.#reportState();
  }

  step(direction: Direction): void {
    if (this.#log === null || this.#over) return;
    this.#commands++;
    this.#cancelQuit();
    this.#after(this.playback.step(direction), direction);
    this.#reportState();
  }

  /** Opens a log of the list by its number, if it exists; playing continues. */
  openLog(index: number): void {
    // In backward direction playback would leave the log at once.
    this.playback.direction = 1;
    void this.#open(index, 1);
  }

  quit(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopTimer();
    this.#cancelQuit();
    for (const listener of this.#listeners) listener.quit?.();
  }

  async #open(index: number, direction: Direction): Promise<void> {
    const name = this.logs[index];
    if (name === undefined || this.#opening || this.#over) return;
    this.#opening = true;
    try {
      const log = await this.#options.open(name);
      this.#log = log;
      this.logIndex = index;
      this.playback.load(reelOf(log), direction > 0 ? 'first' : 'last');
      for (const listener of this.#listeners) listener.log?.(log, name);
      if (log.frameCount === 0) this.playback.stop();
      else this.#show();
      this.#restart();
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
  }

  #restart(): void {
    this.#stopTimer();
    if (!this.playback.playing || this.#over) return;
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
    this.#after(playback.advance(), playback.direction);
    if (!playback.playing || this.#opening) return;
    // From the time it was due, so that the speed is right; after a long halt from now.
    const now = performance.now();
    this.#due += playback.interval;
    if (this.#due < now - playback.interval) this.#due = now;
    this.#schedule();
  }

  #after(result: Advance, direction: Direction): void {
    if (result === 'moved' || result === 'looped') this.#show();
    else if (result === 'ended') this.#ended(direction);
  }

  /** At the end of a log: the next one of the list, from the start with loop; else stop. */
  #ended(direction: Direction): void {
    const { length } = this.logs;
    const next = this.logIndex + direction;
    if (length > 1 && (this.#loop || this.logs[next] !== undefined)) {
      const index = (next + length) % length;
      const commands = this.#commands;
      void this.#open(index, direction).then(() => {
        // Unless another command arrived meanwhile.
        if (commands === this.#commands) this.act(() => this.playback.play(direction));
      });
      return;
    }
    this.#reportState();
    const { quitAfter } = this.#options;
    if (direction < 0 || quitAfter === null || this.#quitTimer !== null) return;
    this.#quitTimer = setTimeout(() => this.quit(), Math.max(LEAST_WAIT, quitAfter * 1000));
  }

  #cancelQuit(): void {
    if (this.#quitTimer !== null) clearTimeout(this.#quitTimer);
    this.#quitTimer = null;
  }

  #show(): void {
    const { frame } = this;
    if (frame === null) return;
    for (const listener of this.#listeners) listener.show?.(frame, this.playback.index);
  }

  #reportState(): void {
    for (const listener of this.#listeners) listener.state?.();
  }
}
