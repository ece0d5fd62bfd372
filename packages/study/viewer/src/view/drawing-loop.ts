import type { Frame, PlayMode } from '@rcss/core';
import { Traces } from '../analysis/traces.js';
import { Renderer } from '../draw/renderer.js';
import { chooseKits, type TeamColors } from '../kits.js';
import { computeScene, type PicturePlayer } from '../scene.js';
import type { Drawing, MatchSource } from '../source.js';
import { findNearestToBall } from './pick-object.js';
import type { ViewState } from './view-state.js';

const MAX_TRAIL_POSITIONS = 10;
const NO_DRAWINGS: readonly Drawing[] = [];

/**
 * Advances the playback with the refresh of the screen and draws a picture if something changed. It sets the frame, the scene, the
 * kits and the automatic selection of the view.
 */
export class DrawingLoop {
  readonly #view: ViewState;
  readonly #onPlayMode: (frame: Frame, index: number) => void;
  readonly #traces = new Traces();
  readonly #trail = new Float32Array(2 * MAX_TRAIL_POSITIONS);
  #renderer: Renderer | null = null;
  #shownIndex = -1;
  #shownPlayMode: PlayMode | '' = '';
  #kitKey = '';
  #teamColors: TeamColors | null = null;
  #lastTickMs = 0;
  #animationFrame = 0;

  /** Calls `onPlayMode` with the frame and its index if a play mode begins in forward playback. */
  constructor(view: ViewState, onPlayMode: (frame: Frame, index: number) => void) {
    this.#view = view;
    this.#onPlayMode = onPlayMode;
  }

  /** Sets the two canvases: `field` for the empty field, `actors` above it for everything that moves. */
  attach(field: HTMLCanvasElement, actors: HTMLCanvasElement): void {
    this.#renderer = new Renderer(field, actors, this.#view.camera);
  }

  /** Sets the size in CSS pixels; `ratio` is the number of device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void {
    this.#renderer?.resize(width, height, ratio);
  }

  /** Device pixels per CSS pixel of the canvases. */
  get pixelRatio(): number {
    return this.#renderer?.ratio ?? 1;
  }

  /** Starts the loop. */
  start(): void {
    const tick = (now: number): void => {
      this.#animationFrame = requestAnimationFrame(tick);
      this.#tick(now);
    };
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = requestAnimationFrame(tick);
  }

  /** Stops the loop. */
  stop(): void {
    cancelAnimationFrame(this.#animationFrame);
  }

  /** Forgets the frame that is shown: another match follows. */
  clear(): void {
    this.#view.frame = null;
    this.#shownIndex = -1;
    this.#shownPlayMode = '';
  }

  #tick(now: number): void {
    const view = this.#view;
    const dt = Math.min(250, Math.max(0, now - this.#lastTickMs));
    this.#lastTickMs = now;
    const source = view.source;
    if (source === null || this.#renderer === null || view.wantedCycle !== null) return;
    const wasLive = view.playback.isLive;
    const wasPlaying = view.playback.isPlaying;
    const moved = view.playback.advance(dt, source, (index) => {
      if (source.getFrame(index) !== undefined) return true;
      source.requestFrames(index);
      return false;
    });
    if (wasLive !== view.playback.isLive || wasPlaying !== view.playback.isPlaying) view.emit('playback');
    if (!moved && !view.isDrawRequested && view.followed === '') return;
    const begin = performance.now();
    view.isDrawRequested = false;
    if (!this.#computeScene(source, dt)) return;
    if (view.spatial !== null) view.spatial.draw(dt);
    else this.#drawFlat(source);
    view.drawingTimer.add(performance.now() - begin, dt);
    view.notifyListeners('frame');
  }

  #drawFlat(source: MatchSource): void {
    const view = this.#view;
    this.#renderer?.draw({
      scene: view.scene,
      frame: view.frame as Frame,
      params: view.params,
      kits: view.kits,
      options: view.options,
      selected: view.selected,
      hover: view.hovered,
      trail: this.#trail,
      trailLength: view.options.showTrail ? this.#fillTrail(source) : 0,
      traces: this.#traces.update(view),
      debug: view.debug.getPicture(source, view.frame as Frame, view.frameIndex, view.selected),
      drawings: (view.options.showDrawInfo && source.getDrawings?.(view.frameIndex)) || NO_DRAWINGS,
      notes: view.notes?.getShapes(view.frameIndex),
      ruler: view.ruler,
      dragged: view.dragged,
      textScale: view.textScale,
    });
  }

  /** Computes the scene for the current moment; returns false without a frame. */
  #computeScene(source: MatchSource, dt: number): boolean {
    const view = this.#view;
    const position = Math.min(Math.max(view.playback.position, source.first), Math.max(0, source.last));
    let i = Math.floor(position + 1e-6);
    let a = source.getFrame(i);
    if (a === undefined) {
      source.requestFrames(i);
      // The bridge skips frames for a slow browser: then the last frame before the gap is shown.
      for (let back = 1; back <= 20 && a === undefined; back++) a = source.getFrame(i - back);
      if (a === undefined) return view.frame !== null && view.frame === source.getFrame(this.#shownIndex);
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
      view.params,
      view.scene,
    );
    view.frame = a;
    this.#updateKits(a);
    if (view.autoSelect !== '') this.#selectNearest();
    this.#moveCamera(dt);
    if (i !== this.#shownIndex) this.#reportPlayMode(a, i);
    return true;
  }

  #updateKits(frame: Frame): void {
    const view = this.#view;
    const { kits, leftColor, rightColor } = view.options;
    const key = `${kits} ${leftColor} ${rightColor} ${frame.left.name} ${frame.right.name}`;
    if (key === this.#kitKey && view.teamColors === this.#teamColors) return;
    this.#kitKey = key;
    this.#teamColors = view.teamColors;
    const custom = { left: leftColor, right: rightColor };
    view.kits = chooseKits(kits, frame.left.name, frame.right.name, custom, view.teamColors);
    view.notifyListeners('options');
  }

  #selectNearest(): void {
    const view = this.#view;
    const nearest = findNearestToBall(view.scene, view.autoSelect);
    if (nearest === view.selected) return;
    view.selected = nearest;
    view.notifyListeners('selection');
  }

  #moveCamera(dt: number): void {
    const view = this.#view;
    if (view.followed === 'ball') view.camera.moveToward(view.scene.ballX, view.scene.ballY, dt);
    else if (view.followed === 'player' && view.selected >= 0) {
      const p = view.scene.players[view.selected] as PicturePlayer;
      view.camera.moveToward(p.x, p.y, dt);
    }
  }

  #reportPlayMode(frame: Frame, index: number): void {
    const forward = index > this.#shownIndex && index - this.#shownIndex < 12 && this.#shownIndex >= 0;
    if (forward && frame.playMode !== this.#shownPlayMode) this.#onPlayMode(frame, index);
    this.#shownPlayMode = frame.playMode;
    this.#shownIndex = index;
  }

  /** Fills the trail with positions of the ball in the frames before, up to a jump of the ball. */
  #fillTrail(source: MatchSource): number {
    const view = this.#view;
    const i = view.frameIndex;
    let n = 0;
    let [x, y] = [view.scene.ballX, view.scene.ballY];
    for (let back = 0; back < MAX_TRAIL_POSITIONS; back++) {
      const frame = source.getFrame(i - back);
      if (frame === undefined || Math.hypot(frame.ballX - x, frame.ballY - y) > 4.5) break;
      x = this.#trail[n++] = frame.ballX;
      y = this.#trail[n++] = frame.ballY;
    }
    return n;
  }
}
