import type { StatEvent } from '@rcss/stats/analysis';
import { createHeatMap, type HeatMap } from '@rcss/stats/charts';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { drawMaps, HEAT_GRID } from '../draw/maps.js';
import type { ViewOptions } from '../options.js';
import type { Viewer } from '../view/viewer.js';

/** Time between two updates of the maps while the match runs. */
const UPDATE_INTERVAL_MS = 400;

/** Most passes that are drawn: the newest ones. */
const MAX_PASSES = 400;

/** A canvas between the field and the players, with the maps that change seldom: shots, passes, heat map. */
export class MapLayer {
  readonly canvas: HTMLCanvasElement;
  readonly #viewer: Viewer;
  readonly #context: CanvasRenderingContext2D;
  /** Inputs of the last drawing; equal inputs are not drawn again. */
  #drawnKey = '';
  #checkedAtMs = 0;
  #timer = 0;

  constructor(viewer: Viewer, canvas: HTMLCanvasElement) {
    this.#viewer = viewer;
    this.canvas = canvas;
    this.#context = canvas.getContext('2d') as CanvasRenderingContext2D;
    canvas.hidden = true;
    viewer.subscribe((event) => {
      if (event === 'frame' && performance.now() - this.#checkedAtMs < UPDATE_INTERVAL_MS) {
        if (this.#isOn && this.#hasCameraMoved()) this.#draw();
        return;
      }
      if (event !== 'playback') this.update();
    });
  }

  get #isOn(): boolean {
    const { showShotMap, showPassMap, showHeatMap } = this.#viewer.options;
    return showShotMap || showPassMap || showHeatMap;
  }

  /** Shows or hides the maps, analyzes further frames, and draws if anything changed. */
  update(): void {
    this.canvas.hidden = !this.#isOn;
    if (!this.#isOn) return;
    this.#checkedAtMs = performance.now();
    const run = this.#viewer.analysis.findRun(true);
    run?.analyzeSlice();
    this.#draw();
    if (run !== null && !run.isComplete && this.#timer === 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.update();
      }, 50);
    }
  }

  #cameraKey = '';

  #hasCameraMoved(): boolean {
    return this.#cameraKey !== this.#createCameraKey();
  }

  #createCameraKey(): string {
    const { camera } = this.#viewer;
    return `${camera.x} ${camera.y} ${camera.scale} ${camera.turns} ${camera.centerX} ${camera.centerY} ${camera.width}`;
  }

  #draw(): void {
    const viewer = this.#viewer;
    const { camera, kits, options, selected, textScale } = viewer;
    const run = viewer.analysis.findRun(true);
    const now = run === null ? 0 : Math.min(viewer.frameIndex, run.nextIndex - 1) - run.firstIndex;
    this.#cameraKey = this.#createCameraKey();
    const flags = [options.showShotMap, options.showPassMap, options.showHeatMap, options.passFilter].join();
    const shirts = `${kits.left.shirt} ${kits.right.shirt}`;
    const key = `${this.#cameraKey} ${flags} ${shirts} ${selected} ${now} ${run?.match} ${run?.nextIndex}`;
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    const ratio = viewer.pixelRatio;
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    // Its size clears a canvas, also if it is the same.
    Object.assign(this.canvas, { width, height });
    const data = { ctx: this.#context, camera, ratio, kits, textScale };
    drawMaps({ ...data, ...this.#readMaps(run, now) });
  }

  #readMaps(
    run: StatisticsRun | null,
    now: number,
  ): {
    readonly shots: readonly StatEvent[];
    readonly passes: readonly StatEvent[];
    readonly heat: HeatMap | null;
  } {
    if (run === null || now < 0) return { shots: [], passes: [], heat: null };
    const { options, selected } = this.#viewer;
    const analysis = run.getResult();
    const isShown = ({ side, unum, endShow }: StatEvent): boolean =>
      endShow <= now &&
      (selected < 0 || (side === (selected < 11 ? 'l' : 'r') && unum === (selected % 11) + 1));
    const find = (type: StatEvent['type']): StatEvent[] =>
      analysis.events.filter((event) => event.type === type && isShown(event));
    return {
      shots: options.showShotMap ? find('shot') : [],
      passes: options.showPassMap
        ? find('pass')
            .filter((pass) => isWanted(pass, options.passFilter))
            .slice(-MAX_PASSES)
        : [],
      heat: options.showHeatMap ? createHeatMap(analysis, selected + 1, { to: now, ...HEAT_GRID }) : null,
    };
  }
}

/** Meters towards the goal of the opponents of a forward pass. */
const FORWARD_METERS = 10;

function isWanted({ success, side, x, endX }: StatEvent, filter: ViewOptions['passFilter']): boolean {
  if (filter === 'forward') return (side === 'l' ? 1 : -1) * (endX - x) >= FORWARD_METERS;
  return filter === 'all' || success === (filter === 'completed');
}
