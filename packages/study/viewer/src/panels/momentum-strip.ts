import { type Side, sideName } from '@rcss/core';
import { createMomentum, type Momentum } from '@rcss/stats/charts';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { h } from '../dom.js';
import { ensureContrast } from '../kits.js';
import type { Viewer } from '../view/viewer.js';
import { type ChartCanvas, createChartCanvas, readBackground } from './chart-canvas.js';

/** Height of the curve, CSS pixels; the style of `.momentum` has the same. */
const HEIGHT = 24;

/** Shows from which on the curve is drawn: before, it would be a dash or a slab without meaning. */
const MIN_SHOWS = 200;

/** Share of a short match, and largest count of shows, over which the possession is averaged. */
const WINDOW_SHARE = 1 / 8;
const MAX_WINDOW = 300;

/** Time between two updates while the match runs. */
const UPDATE_INTERVAL_MS = 500;

/** Radius of the dot of a shot without expected goals, and of one that always scores, CSS pixels. The area is proportional. */
const MIN_SHOT_RADIUS = 1.8;
const MAX_SHOT_RADIUS = 5;

/** Difference of possession from which on the curve has its full height. */
const FULL_BALANCE = 0.6;

/**
 * The curve above the time line: possession of the left team upwards, of the right team downwards, and a dot for each shot,
 * whose size is that of its expected goals.
 * It uses the frames that are analyzed already and requests none.
 */
export class MomentumStrip {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  #chart: ChartCanvas | null = null;
  #updatedAtMs = 0;
  #timer = 0;
  #drawnKey = '';

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.element = h('div', { class: 'momentum', role: 'img', hidden: true });
    new ResizeObserver(() => this.#update(true)).observe(this.element);
    viewer.subscribe((event) => {
      if (event === 'frame' || event === 'options' || event === 'source') this.#update(event !== 'frame');
    });
  }

  #update(isAtOnce: boolean): void {
    const { source, options } = this.#viewer;
    const run = this.#viewer.analysis.findRun(false);
    const count = run === null ? 0 : run.nextIndex - run.firstIndex;
    const isShown = options.showMomentum && source !== null && run !== null && count >= MIN_SHOWS;
    if (this.element.hidden === isShown) {
      this.element.hidden = !isShown;
      this.element.parentElement?.parentElement?.classList.toggle('with-momentum', isShown);
    }
    if (options.showMomentum && run !== null && !run.isComplete && this.#timer === 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.#update(true);
      }, UPDATE_INTERVAL_MS);
    }
    if (!isShown || (!isAtOnce && performance.now() - this.#updatedAtMs < UPDATE_INTERVAL_MS)) return;
    this.#updatedAtMs = performance.now();
    const { clientWidth } = this.element;
    if (clientWidth === 0) return;
    const { kits } = this.#viewer;
    const ground = readBackground(this.element.closest('.bar') ?? this.element);
    const key = `${run.match} ${run.firstIndex} ${run.nextIndex} ${source.last} ${clientWidth} ${ground} ${kits.left.shirt} ${kits.right.shirt}`;
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    this.#draw(run, clientWidth, ground);
  }

  #draw(run: StatisticsRun, width: number, ground: string): void {
    if (this.#chart?.width !== width) {
      this.#chart = createChartCanvas(h('canvas', { 'aria-hidden': 'true' }), width, HEIGHT);
      this.element.replaceChildren(this.#chart.canvas);
    }
    const { kits } = this.#viewer;
    const { first, last } = run.source;
    const length = Math.max(1, last - first);
    const count = run.nextIndex - run.firstIndex;
    const momentum = createMomentum(run.getResult(), {
      window: Math.min(MAX_WINDOW, Math.round(count * WINDOW_SHARE)),
    });
    const toX = (show: number): number => ((run.firstIndex + show - first) / length) * width;
    drawMomentum(this.#chart, momentum, toX, {
      ground,
      left: ensureContrast(kits.left.shirt, ground),
      right: ensureContrast(kits.right.shirt, ground),
    });
    this.element.setAttribute('aria-label', describeMomentum(momentum));
  }
}

/** Colors of the two teams and of the ground. */
interface MomentumColors {
  readonly ground: string;
  readonly left: string;
  readonly right: string;
}

/** Draws the curve; `toX` returns the horizontal position of a show. */
function drawMomentum(
  chart: ChartCanvas,
  { balance, step, shots }: Momentum,
  toX: (show: number) => number,
  colors: MomentumColors,
): void {
  const c = chart.clear();
  const middle = chart.height / 2;
  const scale = (middle - 2) / FULL_BALANCE;
  for (const sign of [1, -1]) {
    c.fillStyle = sign > 0 ? colors.left : colors.right;
    c.globalAlpha = 0.8;
    c.beginPath();
    c.moveTo(toX(0), middle);
    balance.forEach((value, i) => {
      c.lineTo(toX(i * step), middle - sign * Math.min(FULL_BALANCE, Math.max(0, sign * value)) * scale);
    });
    c.lineTo(toX((balance.length - 1) * step), middle);
    c.closePath();
    c.fill();
  }
  c.globalAlpha = 1;
  // A line in the color of the ground keeps the dots apart from the curve.
  c.strokeStyle = colors.ground;
  c.lineWidth = 1;
  for (const shot of shots) {
    const isLeft = shot.side === 'l';
    c.fillStyle = isLeft ? colors.left : colors.right;
    c.beginPath();
    const radius = computeShotRadius(shot.xg ?? 0);
    c.arc(toX(shot.endShow), isLeft ? radius : chart.height - radius, radius, 0, 2 * Math.PI);
    c.fill();
    c.stroke();
  }
}

/** Returns the radius of the dot of a shot, CSS pixels. */
function computeShotRadius(xg: number): number {
  return Math.sqrt(MIN_SHOT_RADIUS ** 2 + (MAX_SHOT_RADIUS ** 2 - MIN_SHOT_RADIUS ** 2) * xg);
}

function describeMomentum({ shots }: Momentum): string {
  const describe = (side: Side): string => {
    const own = shots.filter((shot) => shot.side === side);
    const xg = own.reduce((sum, shot) => sum + (shot.xg ?? 0), 0);
    return `${own.length} shots (${xg.toFixed(2)} expected goals) of the ${sideName(side)} team`;
  };
  return `Momentum: possession over time, with ${describe('l')} and ${describe('r')}`;
}
