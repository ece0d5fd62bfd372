import type { Frame } from '@rcss/core';
import { findNextGoal, findPreviousGoal, type RefereeCommand } from '@rcss/frames';
import { GoalDetails } from '../analysis/goal-details.js';
import { type OptionStorage, saveOptions, type ViewOptions } from '../options.js';
import type { Playback } from '../playback.js';
import type { MatchSource, SourceChange } from '../source.js';
import { DrawingLoop } from './drawing-loop.js';
import { createPlayModePopUp } from './play-mode-pop-ups.js';
import { describeConfirmation } from './referee-confirmation.js';
import { type AutoSelect, type FollowTarget, ViewState } from './view-state.js';

/**
 * Changes the state of the view: source, options, moment, selection and camera. The parts of the page (score board, time line,
 * panels) call it and subscribe to its events.
 */
export class Viewer extends ViewState {
  /** Scorers and assists. */
  readonly goalDetails: GoalDetails;
  readonly #storage: OptionStorage | undefined;
  readonly #showPopUp: (title: string, line: string) => void;
  readonly #loop = new DrawingLoop(this, (frame, index) => this.#reportPlayMode(frame, index));
  #unsubscribe: (() => void) | null = null;

  constructor(storage: OptionStorage | undefined, popUp: (title: string, line: string) => void) {
    super(storage);
    this.#storage = storage;
    this.#showPopUp = popUp;
    this.goalDetails = new GoalDetails(this);
  }

  /** Sets the two canvases: `field` for the empty field, `actors` above it for everything that moves. */
  attach(field: HTMLCanvasElement, actors: HTMLCanvasElement): void {
    this.#loop.attach(field, actors);
  }

  /** Sets the size in CSS pixels; `ratio` is the number of device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void {
    this.#loop.resize(width, height, ratio);
    this.#updateTurns();
  }

  /** Device pixels per CSS pixel of the canvases. */
  get pixelRatio(): number {
    return this.#loop.pixelRatio;
  }

  /** Starts the drawing loop. */
  start(): void {
    this.#loop.start();
  }

  /** Stops the drawing loop. */
  stop(): void {
    this.#loop.stop();
  }

  /** Shows another match, or none if the source is null. With `isPreviousKept`, the previous source stays open and can be set again. */
  setSource(source: MatchSource | null, isPreviousKept = false): void {
    this.#unsubscribe?.();
    if (!isPreviousKept && this.source !== source) this.source?.close();
    this.source = source;
    this.debug.clear();
    this.markedRange = null;
    this.clipParts = null;
    this.wantedCycle = null;
    this.#loop.clear();
    this.playback.reset(source?.kind === 'live', source?.first ?? 0);
    this.#unsubscribe = source?.subscribe((change) => this.#handleChange(change)) ?? null;
    this.emit('source');
    this.emit('playback');
  }

  #handleChange(change: SourceChange): void {
    const source = this.source;
    if (source === null) return;
    if (change === 'debug') {
      this.debug.store.add(source.takeDebugRecords?.() ?? []);
      this.requestDraw();
      return;
    }
    if (change === 'match') {
      this.debug.clear();
      this.playback.reset(source.kind === 'live', source.first);
      this.markedRange = null;
      this.clipParts = null;
      this.#loop.clear();
      this.selected = -1;
      this.emit('playback');
    }
    if (change === 'frames') {
      if (source.kind === 'live') this.playback.recordArrival(source.last, performance.now());
      this.requestDraw();
    } else this.emit('source');
  }

  /** Changes an option of the view and stores it. */
  setOption<K extends keyof ViewOptions>(name: K, value: ViewOptions[K]): void {
    if (this.options[name] === value) return;
    this.options[name] = value;
    saveOptions(this.options, this.#storage);
    this.#updateTurns();
    this.emit('options');
  }

  /** Switches an option on or off and stores it. */
  toggleOption(
    name: { [K in keyof ViewOptions]: ViewOptions[K] extends boolean ? K : never }[keyof ViewOptions],
  ): void {
    this.setOption(name, !this.options[name]);
  }

  /** Whether the field is drawn upright: on a phone held upright. */
  get isUpright(): boolean {
    return this.options.uprightOnPhones && this.camera.height > this.camera.width * 1.05;
  }

  #updateTurns(): void {
    const turns = (this.isUpright ? 3 : 0) + (this.options.swapSides ? 2 : 0);
    this.camera.setTurns(turns);
    this.emit('camera');
  }

  /** Plays or pauses; after the end of a live match, which no longer moves, plays it from the first frame. */
  togglePlaying(): void {
    this.controlPlayback((p, s) => {
      if (!(this.isOver && p.isLive)) {
        p.toggle(s);
        return;
      }
      p.seek(s.first, s);
      p.play(1);
    });
  }

  /** Calls `action` with the playback and the source if there is a source; then reports the change. */
  controlPlayback(action: (playback: Playback, source: MatchSource) => void): void {
    if (this.source === null) return;
    this.wantedCycle = null;
    action(this.playback, this.source);
    this.emit('playback');
  }

  /** Moves to the first or the last frame and stops; to the last one of a log that is being read also when it has been read, if nothing else was chosen meanwhile. */
  stopAt(end: 'first' | 'last'): void {
    this.controlPlayback((playback, source) => {
      playback.pause();
      playback.seek(source[end], source);
      if (end === 'first' || source.isGrowing !== true) return;
      const { position } = playback;
      void source.indexOfCycle(Number.POSITIVE_INFINITY).then(() => {
        const isKept = !playback.isPlaying && playback.position === position;
        if (isKept && source === this.source && source.last > position) this.stopAt('last');
      });
    });
  }

  /** Shows the frame with this index. */
  seek(index: number): void {
    this.controlPlayback((playback, source) => playback.seek(index, source));
  }

  /** Plays forward from a frame; from the first one of the source, if that is later. */
  playFrom(index: number): void {
    this.controlPlayback((playback, source) => {
      playback.seek(index, source);
      playback.play(1);
    });
  }

  /**
   * Shows the first frame with this cycle, or one some frames later, and stops there; if a log is still being read, as soon as it has
   * been read so far. For a cycle after the end of a log it shows the last frame. Returns false if the cycle does not exist (yet).
   */
  async seekCycle(cycle: number, framesAfter = 0): Promise<boolean> {
    const { source } = this;
    if (source === null) return false;
    if (this.frame === null && source.kind === 'log') {
      this.wantedCycle = cycle;
      this.emit('source');
    }
    const index = await source.indexOfCycle(cycle, framesAfter);
    // Another match was opened meanwhile.
    if (source !== this.source) return true;
    if (index >= 0 || source.kind === 'log') {
      this.controlPlayback((playback) => {
        playback.seek(index >= 0 ? Math.min(index + framesAfter, source.last) : source.last, source);
        playback.pause();
      });
    }
    return index >= 0;
  }

  /** Shows the first frame with this cycle; if it does not exist, a notice says which cycles do. */
  async goToCycle(cycle: number, framesAfter = 0): Promise<void> {
    if (await this.seekCycle(cycle, framesAfter)) return;
    const { source } = this;
    if (source === null) return;
    const last = source.getFrame(source.last)?.time ?? 0;
    this.notify(
      source.kind === 'live'
        ? `Cycle ${cycle} has not been played yet.`
        : `The log has no cycle ${cycle}. The last cycle is ${last}.`,
    );
  }

  /** Shows the next goal (1) or the previous one (-1), from 50 frames before it. */
  seekGoal(direction: 1 | -1): void {
    const source = this.source;
    if (source === null) return;
    const index =
      direction > 0
        ? findNextGoal(source.marks, this.frameIndex)
        : findPreviousGoal(source.marks, this.frameIndex, source.first);
    if (index >= 0) this.seek(index);
  }

  /** Sets the begin (`first`) or the end (`last`) of the marked part to the frame that is shown. */
  markRange(end: 'first' | 'last'): void {
    const now = this.frameIndex;
    const [first, last] = this.markedRange ?? [now, now];
    this.markedRange = end === 'first' ? [now, Math.max(now, last)] : [Math.min(first, now), now];
    this.emit('playback');
  }

  /** Removes the mark of the marked part. */
  clearRange(): void {
    this.markedRange = null;
    this.emit('playback');
  }

  /** Selects a player by its index, 0..21, or clears the selection if that player is selected. */
  toggleSelection(index: number): void {
    this.selected = this.selected === index ? -1 : index;
    this.autoSelect = '';
    this.emit('selection');
  }

  /** Switches automatic selection on or off. */
  toggleAutoSelect(auto: AutoSelect): void {
    this.autoSelect = this.autoSelect === auto ? '' : auto;
    this.emit('selection');
  }

  /** Starts or stops to follow an object; zooms in if the whole field is shown. */
  toggleFollow(follow: FollowTarget): void {
    this.followed = this.followed === follow ? '' : follow;
    if (this.followed !== '' && this.camera.zoom < 1.2) {
      this.camera.zoom = 2.2;
      this.camera.updateScale();
    }
    this.emit('camera');
  }

  /** Zooms by a factor; the point of the field under the pixel (sx, sy) keeps its place. CSS pixels. */
  zoom(factor: number, sx: number = this.camera.centerX, sy: number = this.camera.centerY): void {
    this.camera.zoomAt(factor, sx, sy);
    this.emit('camera');
  }

  /** Shows the whole field and follows no object. */
  showWholeField(): void {
    this.followed = '';
    this.camera.zoom = 1;
    this.camera.updateScale();
    this.emit('camera');
  }

  /** Sends a referee command to the source of the match; asks before a card and before a player is removed. */
  async sendCommand(command: RefereeCommand): Promise<void> {
    const { source } = this;
    const question = describeConfirmation(command, this.frame);
    if (question !== null && !(await this.confirm(question.text, question.label))) return;
    if (source === this.source) source?.sendCommand(command);
  }

  /** Whether this page may send referee commands. */
  get canCommand(): boolean {
    return this.source?.rights === 'open';
  }

  /** Whether the server executes trainer commands of monitors (spec 10 §10.3). */
  get hasTrainerCommands(): boolean {
    const server = this.source?.serverParams ?? {};
    return Boolean(server['coach']) || Boolean(server['coach_w_referee']);
  }

  #reportPlayMode(frame: Frame, index: number): void {
    if (!this.options.showPopUps) return;
    const { goalDetails, source } = this;
    const popUp = createPlayModePopUp(frame, index, { goalDetails, intervalMs: source?.intervalMs ?? 100 });
    if (popUp !== null) this.#showPopUp(...popUp);
  }
}
