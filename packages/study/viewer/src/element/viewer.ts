import type { Frame, PlayMode } from '@rcss/core';
import { findNextGoal, findPreviousGoal, type RefereeCommand } from '@rcss/frames';
import { Camera } from '../camera.js';
import { DebugView } from '../debug/debug-view.js';
import type { DraggedObject, Ruler } from '../draw/draw-context.js';
import { Renderer } from '../draw/renderer.js';
import { chooseKits, type MatchKits } from '../kits.js';
import { Traces } from '../maps/traces.js';
import { loadOptions, type OptionStorage, saveOptions, type ViewOptions } from '../options.js';
import { Playback } from '../playback.js';
import { computeScene, createScene, type Scene, type SceneParams, type ScenePlayer } from '../scene.js';
import type { Drawing, MatchSource, SourceChange } from '../source.js';
import { DrawingTimer } from './drawing-timer.js';
import { GoalDetails } from './goal-details.js';
import { createPlayModePopUp } from './play-mode-pop-ups.js';
import { SharedAnalysis } from './shared-analysis.js';

/** Automatic selection: the player nearest to the ball, of all players or of a side. */
export type AutoSelect = '' | 'all' | 'l' | 'r';
/** Object that the camera follows; empty for none. */
export type FollowTarget = '' | 'ball' | 'player';

/** What changed; sent to the parts of the page around the field. */
export type ViewerEvent = 'frame' | 'source' | 'options' | 'playback' | 'selection' | 'camera';

const MAX_TRAIL_POSITIONS = 10;
const NO_DRAWINGS: readonly Drawing[] = [];

/**
 * Holds the state of the view: source, playback, camera, options and selection. It runs the drawing loop; the parts of the page
 * (score board, time line, panels) read it and subscribe to its events.
 */
export class Viewer {
  readonly camera: Camera = new Camera();
  readonly playback: Playback = new Playback();
  readonly scene: Scene = createScene();
  readonly drawingTimer: DrawingTimer = new DrawingTimer();
  /** Statistics of the match that is shown. */
  readonly analysis: SharedAnalysis = new SharedAnalysis(this);
  /** What agents reported about the match. */
  readonly debug: DebugView = new DebugView();
  /** Scorers and assists. */
  readonly goalDetails: GoalDetails;
  options: ViewOptions;
  source: MatchSource | null = null;
  /** Frame that is shown; null before the first one. Valid until the next picture. */
  frame: Frame | null = null;
  kits: MatchKits;
  selected = -1;
  hovered = -1;
  autoSelect: AutoSelect = '';
  followed: FollowTarget = '';
  ruler: Ruler | null = null;
  dragged: DraggedObject | null = null;
  /** First and last frame of the part that was marked for a clip; null if none is. */
  markedRange: readonly [first: number, last: number] | null = null;
  /** Dragging moves players instead of the field. */
  isMoveToolOn = false;
  /** Scale of texts, lines and controls: 1 on usual screens, larger on very large ones. */
  textScale = 1;
  /** Whether the viewer is the whole page. In another page, the wheel scrolls if the whole field is shown already. */
  isWholePage: () => boolean = () => true;
  /** Whether the wheel zooms; otherwise it scrolls the page. */
  usesWheel: () => boolean = () => true;
  /** Address of the live match as a game log; empty if it cannot be saved. */
  saveUrl = '';
  /** Whether the page can show two logs side by side, with `?compare`. */
  hasComparison = false;
  /** Shows a line of text for a few seconds. */
  notify: (text: string) => void = () => {};
  /** Asks a question before a command that cannot be undone; `label` is the text of the button that agrees. */
  confirm: (question: string, label: string) => Promise<boolean> = () => Promise.resolve(true);
  readonly #storage: OptionStorage | undefined;
  readonly #listeners = new Set<(event: ViewerEvent) => void>();
  readonly #showPopUp: (title: string, line: string) => void;
  #renderer: Renderer | null = null;
  #unsubscribe: (() => void) | null = null;
  readonly #traces = new Traces();
  readonly #trail = new Float32Array(2 * MAX_TRAIL_POSITIONS);
  #shownIndex = -1;
  #shownPlayMode: PlayMode | '' = '';
  #kitKey = '';
  #needsDraw = true;
  #lastTickMs = 0;
  #animationFrame = 0;

  constructor(storage: OptionStorage | undefined, popUp: (title: string, line: string) => void) {
    this.#storage = storage;
    this.#showPopUp = popUp;
    this.options = loadOptions(storage);
    this.kits = chooseKits(this.options.kits, '', '');
    this.goalDetails = new GoalDetails(this);
  }

  // --- set up -----------------------------------------------------------------------------------------------

  /** Sets the two canvases: `field` for the empty field, `actors` above it for everything that moves. */
  attach(field: HTMLCanvasElement, actors: HTMLCanvasElement): void {
    this.#renderer = new Renderer(field, actors, this.camera);
  }

  /** Sets the size in CSS pixels; `ratio` is the number of device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void {
    this.#renderer?.resize(width, height, ratio);
    this.#updateTurns();
  }

  /** Device pixels per CSS pixel of the canvases. */
  get pixelRatio(): number {
    return this.#renderer?.ratio ?? 1;
  }

  /** Starts the drawing loop. */
  start(): void {
    const tick = (now: number): void => {
      this.#animationFrame = requestAnimationFrame(tick);
      this.#tick(now);
    };
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = requestAnimationFrame(tick);
  }

  /** Stops the drawing loop. */
  stop(): void {
    cancelAnimationFrame(this.#animationFrame);
  }

  /** Calls the listener at every event of the viewer. */
  subscribe(listener: (event: ViewerEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Sends an event to all listeners and requests a new picture. */
  emit(event: ViewerEvent): void {
    this.#needsDraw = true;
    for (const listener of this.#listeners) listener(event);
  }

  /**
   * Shows another match, or none if the source is null. With `isPreviousKept`, the previous source stays open and can be set
   * again.
   */
  setSource(source: MatchSource | null, isPreviousKept = false): void {
    this.#unsubscribe?.();
    if (!isPreviousKept && this.source !== source) this.source?.close();
    this.source = source;
    this.debug.clear();
    this.markedRange = null;
    this.frame = null;
    this.#shownIndex = -1;
    this.#shownPlayMode = '';
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
      this.#needsDraw = true;
      return;
    }
    if (change === 'match') {
      this.debug.clear();
      this.playback.reset(source.kind === 'live', source.first);
      this.markedRange = null;
      this.frame = null;
      this.#shownIndex = -1;
      this.#shownPlayMode = '';
      this.selected = -1;
      this.emit('playback');
    }
    if (change === 'frames') {
      if (source.kind === 'live') this.playback.recordArrival(source.last, performance.now());
      this.#needsDraw = true;
    } else this.emit('source');
  }

  // --- options ----------------------------------------------------------------------------------------------

  /** Changes an option of the view and stores it. */
  setOption<K extends keyof ViewOptions>(name: K, value: ViewOptions[K]): void {
    if (this.options[name] === value) return;
    this.options[name] = value;
    saveOptions(this.options, this.#storage);
    this.#kitKey = '';
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

  // --- time -------------------------------------------------------------------------------------------------

  /** Index of the frame that is shown. */
  get frameIndex(): number {
    return Math.max(0, Math.floor(this.playback.position + 1e-6));
  }

  /** Whether the newest frame of a live match is shown. */
  get isLive(): boolean {
    return this.source?.kind === 'live' && this.playback.isLive;
  }

  /** Whether a live match has ended, as far as its frames say. */
  get isOver(): boolean {
    const { source } = this;
    return source?.kind === 'live' && source.getFrame(source.last)?.playMode === 'time_over';
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
    action(this.playback, this.source);
    this.emit('playback');
  }

  /** Moves to the first or the last frame and stops. */
  stopAt(end: 'first' | 'last'): void {
    this.controlPlayback((playback, source) => {
      playback.pause();
      playback.seek(source[end], source);
    });
  }

  /** Shows the frame with this index. */
  seek(index: number): void {
    this.controlPlayback((playback, source) => playback.seek(index, source));
  }

  /**
   * Shows the first frame with this cycle and stops there; if a log is still being read, as soon as it has been read so far. For a cycle
   * after the end of a log it shows the last frame. Returns false if the cycle does not exist (yet).
   */
  async seekCycle(cycle: number): Promise<boolean> {
    const { source } = this;
    if (source === null) return false;
    const index = await source.indexOfCycle(cycle);
    // Another match was opened meanwhile.
    if (source !== this.source) return true;
    if (index >= 0 || source.kind === 'log') {
      this.controlPlayback((playback) => {
        playback.seek(index >= 0 ? index : source.last, source);
        playback.pause();
      });
    }
    return index >= 0;
  }

  /** Shows the first frame with this cycle; if it does not exist, a notice says which cycles do. */
  async goToCycle(cycle: number): Promise<void> {
    if (await this.seekCycle(cycle)) return;
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

  // --- selection and camera ---------------------------------------------------------------------------------

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

  // --- referee ----------------------------------------------------------------------------------------------

  /** Sends a referee command to the source of the match; asks before a card and before a player is removed. */
  async sendCommand(command: RefereeCommand): Promise<void> {
    const { source } = this;
    const question = this.#createQuestion(command);
    if (question !== null && !(await this.confirm(question.text, question.label))) return;
    if (source === this.source) source?.sendCommand(command);
  }

  #createQuestion(command: RefereeCommand): { readonly text: string; readonly label: string } | null {
    if (command.type !== 'card' && command.type !== 'discard') return null;
    const { side, unum } = command;
    const team =
      (side === 'l' ? this.frame?.left.name : this.frame?.right.name) || (side === 'l' ? 'Left' : 'Right');
    if (command.type === 'discard')
      return { text: `Remove ${team} ${unum} from the match?`, label: 'Remove' };
    const label = command.color === 'yellow' ? 'Yellow card' : 'Red card';
    return { text: `${label} for ${team} ${unum}?`, label };
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

  // --- pictures ---------------------------------------------------------------------------------------------

  /** Server parameters and player types of the match; empty without a source. */
  get params(): SceneParams {
    return { server: this.source?.serverParams ?? {}, types: this.source?.types ?? new Map() };
  }

  /** Requests a new picture although nothing moved. */
  requestDraw(): void {
    this.#needsDraw = true;
  }

  #tick(now: number): void {
    const dt = Math.min(250, Math.max(0, now - this.#lastTickMs));
    this.#lastTickMs = now;
    const source = this.source;
    if (source === null || this.#renderer === null) return;
    const wasLive = this.playback.isLive;
    const wasPlaying = this.playback.isPlaying;
    const moved = this.playback.advance(dt, source, (index) => {
      if (source.getFrame(index) !== undefined) return true;
      source.requestFrames(index);
      return false;
    });
    if (wasLive !== this.playback.isLive || wasPlaying !== this.playback.isPlaying) this.emit('playback');
    if (!moved && !this.#needsDraw && this.followed === '') return;
    const begin = performance.now();
    this.#needsDraw = false;
    if (!this.#computeScene(source, dt)) return;
    this.#renderer.draw({
      scene: this.scene,
      frame: this.frame as Frame,
      params: this.params,
      kits: this.kits,
      options: this.options,
      selected: this.selected,
      hover: this.hovered,
      trail: this.#trail,
      trailLength: this.options.showTrail ? this.#fillTrail(source) : 0,
      traces: this.#traces.update(this),
      debug: this.debug.getPicture(source, this.frame as Frame, this.frameIndex, this.selected),
      drawings: (this.options.showDrawInfo && source.getDrawings?.(this.frameIndex)) || NO_DRAWINGS,
      ruler: this.ruler,
      dragged: this.dragged,
      textScale: this.textScale,
    });
    this.drawingTimer.add(performance.now() - begin, dt);
    for (const listener of this.#listeners) listener('frame');
  }

  /** Computes the scene for the current moment; returns false without a frame. */
  #computeScene(source: MatchSource, dt: number): boolean {
    const position = Math.min(Math.max(this.playback.position, source.first), Math.max(0, source.last));
    let i = Math.floor(position + 1e-6);
    let a = source.getFrame(i);
    if (a === undefined) {
      source.requestFrames(i);
      // The bridge skips frames for a slow browser: then the last frame before the gap is shown.
      for (let back = 1; back <= 20 && a === undefined; back++) a = source.getFrame(i - back);
      if (a === undefined) return this.frame !== null && this.frame === source.getFrame(this.#shownIndex);
      i = Math.max(0, i);
    }
    const fraction = position - i;
    const b = fraction > 1e-6 ? source.getFrame(i + 1) : undefined;
    computeScene(
      {
        frame: a,
        next: b,
        fraction,
        previous: source.getFrame(i - 1),
        beforePrevious: source.getFrame(i - 2),
      },
      this.params,
      this.scene,
    );
    this.frame = a;
    this.#updateKits(a);
    if (this.autoSelect !== '') this.#selectNearest();
    this.#moveCamera(dt);
    if (i !== this.#shownIndex) this.#reportPlayMode(a, i);
    return true;
  }

  #updateKits(frame: Frame): void {
    const { kits, leftColor, rightColor } = this.options;
    const key = `${kits} ${leftColor} ${rightColor} ${frame.left.name} ${frame.right.name}`;
    if (key === this.#kitKey) return;
    this.#kitKey = key;
    this.kits = chooseKits(kits, frame.left.name, frame.right.name, { left: leftColor, right: rightColor });
    for (const listener of this.#listeners) listener('options');
  }

  #selectNearest(): void {
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 22; i++) {
      const p = this.scene.players[i] as ScenePlayer;
      if (!p.isPresent || (this.autoSelect !== 'all' && p.side !== this.autoSelect)) continue;
      const d = (p.x - this.scene.ballX) ** 2 + (p.y - this.scene.ballY) ** 2;
      if (d < nearest) [nearest, best] = [d, i];
    }
    if (best !== this.selected) {
      this.selected = best;
      for (const listener of this.#listeners) listener('selection');
    }
  }

  #moveCamera(dt: number): void {
    if (this.followed === 'ball') this.camera.moveToward(this.scene.ballX, this.scene.ballY, dt);
    else if (this.followed === 'player' && this.selected >= 0) {
      const p = this.scene.players[this.selected] as ScenePlayer;
      this.camera.moveToward(p.x, p.y, dt);
    }
  }

  /** Shows a pop-up if a new play mode has one, in forward playback. */
  #reportPlayMode(frame: Frame, index: number): void {
    const forward = index > this.#shownIndex && index - this.#shownIndex < 12 && this.#shownIndex >= 0;
    if (forward && frame.playMode !== this.#shownPlayMode && this.options.showPopUps) {
      const { goalDetails, source } = this;
      const popUp = createPlayModePopUp(frame, index, { goalDetails, intervalMs: source?.intervalMs ?? 100 });
      if (popUp !== null) this.#showPopUp(...popUp);
    }
    this.#shownPlayMode = frame.playMode;
    this.#shownIndex = index;
  }

  /** Fills the trail with positions of the ball in the frames before, up to a jump of the ball. */
  #fillTrail(source: MatchSource): number {
    const i = this.frameIndex;
    let n = 0;
    let [x, y] = [this.scene.ballX, this.scene.ballY];
    for (let back = 0; back < MAX_TRAIL_POSITIONS; back++) {
      const frame = source.getFrame(i - back);
      if (frame === undefined || Math.hypot(frame.ballX - x, frame.ballY - y) > 4.5) break;
      x = this.#trail[n++] = frame.ballX;
      y = this.#trail[n++] = frame.ballY;
    }
    return n;
  }

  /** Returns the index of the player at a place on the screen, 22 for the ball, -1 for neither. */
  findObjectAt(sx: number, sy: number, reach = 0): number {
    const { camera, scene, options } = this;
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 22; i++) {
      const p = scene.players[i] as ScenePlayer;
      const meters = options.playerSize < 0.01 ? p.kickRadius : options.playerSize;
      const r = Math.max(meters * camera.scale, 9) + reach;
      const d = Math.hypot(camera.toScreenX(p.x, p.y) - sx, camera.toScreenY(p.x, p.y) - sy);
      if (d <= r && d < nearest) [nearest, best] = [d, i];
    }
    const ball = Math.hypot(
      camera.toScreenX(scene.ballX, scene.ballY) - sx,
      camera.toScreenY(scene.ballX, scene.ballY) - sy,
    );
    return ball <= 7 && ball < nearest ? 22 : best;
  }
}
