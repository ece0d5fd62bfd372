import type { Frame, Side } from '@rcss/core';
import type { MatchAnalysis } from '@rcss/stats';
import {
  type DecisiveMoment,
  type MatchValues,
  readStateValue,
  readWinChances,
} from '@rcss/stats/action-values';
import { createTimeButton, h, setText } from '../dom.js';
import { ensureContrast } from '../kits.js';
import { type ChartCanvas, createChartCanvas, readBackground } from '../panels/chart-canvas.js';
import type { Viewer } from '../view/viewer.js';
import { formatPass } from './field-layer.js';
import { findPasses } from './find-passes.js';
import type { ValueModels } from './value-models.js';
import { ValueRun } from './value-run.js';

/** Height of the curve, CSS pixels; the style has the same. */
const HEIGHT = 44;
/** Value at which the curve has its full height, if no value is larger. */
const FULL_VALUE = 0.25;
/** Height of the chances of a win, CSS pixels. */
const WIN_HEIGHT = 22;
/** Pixels between two values of them. */
const WIN_STEP = 2;
/** Time between two updates while frames arrive or are analyzed. */
const UPDATE_INTERVAL_MS = 400;
/** Pause between two slices of the computation. */
const SLICE_PAUSE_MS = 20;
/** Frames before a decisive moment from which it is shown. */
const FRAMES_BEFORE = 20;

const STYLE = `
.values { grid-column: 1 / -1; flex: 0 0 100%; min-width: 0; font-size: 12px; } .values p { margin: 2px 0 0; color: var(--soft); font-variant-numeric: tabular-nums; min-height: 1.4em; }
.curve { position: relative; height: ${HEIGHT}px; cursor: pointer; background: var(--ground); border-radius: 6px; } .curve canvas { position: absolute; inset: 0; height: ${HEIGHT}px; }
:is(.curve, .wins) i { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--text); pointer-events: none; }
.curve button { position: absolute; width: 24px; height: 24px; min-height: 0; margin-left: -12px; padding: 0; border: 0; background: none; }
.curve button::before { content: ''; position: absolute; inset: 7px; border-radius: 50%; background: var(--mark); border: 2px solid var(--text); }
.curve button:hover::before { inset: 5px; }
.wins { position: relative; height: ${WIN_HEIGHT}px; margin-top: 3px; cursor: pointer; border-radius: 6px; overflow: hidden; background: var(--raised); } .wins canvas { position: absolute; inset: 0; height: ${WIN_HEIGHT}px; }
.named summary { cursor: pointer; color: var(--accent); min-height: 28px; padding: 5px 0; } .named ol { list-style: none; margin: 0; padding: 0; max-height: 150px; overflow: auto; }
.named li button { width: 100%; display: flex; gap: 10px; text-align: left; background: none; border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 5px 4px; min-height: 32px; } .named li button:hover { background: var(--raised); }
.named time { min-width: 40px; text-align: right; color: var(--soft); } .named span { flex: 1; }
@media (pointer: coarse) { .named summary, .named li button { min-height: 44px; } .named summary { padding: 12px 0; } }
:host([short]) .values, :host([screen]) .values { display: none; }
`;

/** The value of the match over time with its decisive moments, below the controls. It computes only while it is shown. */
export class ValueCurve {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #isShown: () => boolean;
  readonly #most: number;
  readonly #curve: HTMLElement;
  readonly #cursor = h('i');
  readonly #text = h('p');
  readonly #wins: HTMLElement;
  readonly #winCursor = h('i');
  readonly #list = h('ol');
  readonly #named = h('details', { class: 'named' }, h('summary', {}, 'Decisive moments'), this.#list);
  #winChart: ChartCanvas | null = null;
  /** The match as far as it was analyzed when the curves were drawn. */
  #analysis: MatchAnalysis | null = null;
  #chart: ChartCanvas | null = null;
  #run: ValueRun | null = null;
  #models: ValueModels | null = null;
  #timer = 0;
  #updatedAtMs = 0;
  #drawnKey = '';

  /** `isShown` returns whether it is shown; at most `most` of the decisive moments are. */
  constructor(viewer: Viewer, isShown: () => boolean, most: number) {
    this.#viewer = viewer;
    this.#isShown = isShown;
    this.#most = most;
    const onclick = (event: MouseEvent): void => this.#seekTo(event);
    this.#curve = h('div', { class: 'curve', onclick });
    this.#wins = h('div', { class: 'wins', onclick, hidden: true });
    this.element = h(
      'section',
      { class: 'values', 'aria-label': 'Value of the match', hidden: true },
      h('style', {}, STYLE),
      this.#curve,
      this.#wins,
      this.#text,
      this.#named,
    );
    new ResizeObserver(() => this.update(this.#models, true)).observe(this.#curve);
  }

  /** Shows or hides the curve, and continues the computation. */
  update(models: ValueModels | null, isAtOnce: boolean): void {
    this.#models = models;
    const run = this.#isShown() && models !== null ? this.#viewer.analysis.findRun(true) : null;
    this.element.hidden = run === null;
    if (run === null || models === null) return;
    if (this.#run?.run !== run) {
      this.#run = new ValueRun(run);
      this.#analysis = null;
    }
    this.#describeNow(models);
    if (!isAtOnce && performance.now() - this.#updatedAtMs < UPDATE_INTERVAL_MS) {
      // There may be no later frame: a match can be paused.
      this.#continueLater();
      return;
    }
    this.#updatedAtMs = performance.now();
    this.#continue();
    this.#draw(this.#run);
  }

  /** Computes a slice, and the following ones after short pauses. */
  #continue(): void {
    const [run, models] = [this.#run, this.#models];
    if (run === null || models === null) return;
    run.run.analyzeSlice();
    run.rateSlice(models);
    if (!run.isComplete || !run.run.isComplete) this.#continueLater();
  }

  #continueLater(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      const [run, models] = [this.#run, this.#models];
      if (!this.#isShown() || run === null || models === null) return;
      this.#continue();
      this.#describeNow(models);
      if (performance.now() - this.#updatedAtMs < UPDATE_INTERVAL_MS && !run.isComplete) return;
      this.#updatedAtMs = performance.now();
      this.#draw(run);
    }, SLICE_PAUSE_MS);
  }

  /** Share of the width at which a show of the run is drawn, 0 to 1. */
  #placeOf(show: number): number {
    const { firstIndex, source } = this.#run!.run;
    return (firstIndex + show - source.first) / Math.max(1, source.last - source.first);
  }

  #seekTo({ target, clientX }: MouseEvent): void {
    const { source } = this.#viewer;
    if (source === null || target instanceof HTMLButtonElement) return;
    const { left, width } = this.#curve.getBoundingClientRect();
    this.#viewer.seek(Math.round(source.first + ((clientX - left) / width) * (source.last - source.first)));
  }

  /** Writes the value of the frame that is shown, and its best pass. */
  #describeNow(models: ValueModels): void {
    const { frame, frameIndex } = this.#viewer;
    const { run, values } = this.#run!;
    const place = `${100 * this.#placeOf(frameIndex - run.firstIndex)}%`;
    this.#cursor.style.left = place;
    this.#winCursor.style.left = place;
    const now = readStateValue(values, frameIndex - run.firstIndex, 'l');
    if (frame === null || now === null) {
      setText(
        this.#text,
        values.length < run.nextIndex - run.firstIndex
          ? 'Computing the values …'
          : `No value here: the ball is not in play.${this.#describeWin(frameIndex - run.firstIndex)}`,
      );
      return;
    }
    setText(
      this.#text,
      `Next goal: ${this.#nameOf('l')} ${percent(now.own)}, ${this.#nameOf('r')} ${percent(now.other)}.${this.#describeWin(frameIndex - run.firstIndex)}${describeBest(frame, models)}`,
    );
  }

  /** The chances of a win in a show, in words; empty if it is not analyzed yet. */
  #describeWin(show: number): string {
    const a = this.#analysis;
    if (a === null || show < 0 || show >= a.columns.length || !this.#run!.run.isWhole) return '';
    const { left, draw, right } = readWinChances(a, show, this.#run!.values);
    return ` Win: ${this.#nameOf('l')} ${percent(left)}, draw ${percent(draw)}, ${this.#nameOf('r')} ${percent(right)}.`;
  }

  /** Draws the chances of a win over the match: left team from below, right team from above, a draw between them. */
  #drawWins(
    { run, values }: ValueRun,
    width: number,
    colors: { readonly l: string; readonly r: string },
  ): void {
    const a = run.getResult();
    this.#analysis = a;
    this.#wins.hidden = !run.isWhole;
    if (!run.isWhole || a.columns.length === 0) return;
    if (this.#winChart?.width !== width)
      this.#winChart = createChartCanvas(h('canvas', { 'aria-hidden': 'true' }), width, WIN_HEIGHT);
    const c = this.#winChart.clear();
    const { first, last } = run.source;
    for (let x = 0; x < width; x += WIN_STEP) {
      const show = Math.round(first + (x / width) * (last - first)) - run.firstIndex;
      if (show < 0 || show >= values.length) continue;
      const { left, right } = readWinChances(a, show, values);
      c.fillStyle = colors.l;
      c.fillRect(x, WIN_HEIGHT * (1 - left), WIN_STEP, WIN_HEIGHT * left);
      c.fillStyle = colors.r;
      c.fillRect(x, 0, WIN_STEP, WIN_HEIGHT * right);
    }
    this.#wins.replaceChildren(this.#winChart.canvas, this.#winCursor);
  }

  /** Lists the decisive moments in the order of the match. */
  #nameMoments({ moments, run }: ValueRun): void {
    this.#named.hidden = moments.length === 0;
    const rows = moments.slice(0, this.#most).sort((a, b) => a.show - b.show);
    this.#list.replaceChildren(
      ...rows.map((moment) =>
        h(
          'li',
          {},
          createTimeButton(
            moment.time,
            moment.text,
            () => this.#watch(moment, run),
            {},
            h('b', {}, this.#describeGain(moment)),
          ),
        ),
      ),
    );
  }

  /** The value of a moment with the team that gained it. */
  #describeGain(moment: DecisiveMoment): string {
    return `+${Math.abs(moment.total).toFixed(2)} ${this.#nameOf(findGainer(moment))}`;
  }

  #nameOf(side: Side): string {
    const { frame } = this.#viewer;
    return (side === 'l' ? frame?.left.name : frame?.right.name) || (side === 'l' ? 'left' : 'right');
  }

  /** Plays a moment from some frames before it. */
  #watch({ show }: DecisiveMoment, { firstIndex }: ValueRun['run']): void {
    this.#viewer.playFrom(firstIndex + show - FRAMES_BEFORE);
  }

  #draw(run: ValueRun): void {
    const { clientWidth: width } = this.#curve;
    if (width === 0) return;
    const { kits, source } = this.#viewer;
    const ground = readBackground(this.#curve);
    const key = `${run.run.match} ${run.run.firstIndex} ${run.values.length} ${run.moments.length} ${source?.last} ${width} ${ground} ${kits.left.shirt} ${kits.right.shirt}`;
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    if (this.#chart?.width !== width)
      this.#chart = createChartCanvas(h('canvas', { 'aria-hidden': 'true' }), width, HEIGHT);
    const colors = {
      l: ensureContrast(kits.left.shirt, ground),
      r: ensureContrast(kits.right.shirt, ground),
    };
    this.#drawWins(run, width, colors);
    this.#nameMoments(run);
    const scale = drawCurve(this.#chart, run.values, (show) => this.#placeOf(show) * width, colors);
    this.#curve.replaceChildren(
      this.#chart.canvas,
      this.#cursor,
      ...run.moments
        .slice(0, this.#most)
        .sort((a, b) => a.show - b.show)
        .map((moment) => this.#createButton(moment, run, colors[findGainer(moment)], scale)),
    );
  }

  #createButton(moment: DecisiveMoment, { run }: ValueRun, color: string, scale: number): HTMLElement {
    const label = `${moment.time}: ${moment.text} (${this.#describeGain(moment)})`;
    const button = h('button', {
      type: 'button',
      title: label,
      'aria-label': label,
      onclick: () => this.#watch(moment, run),
    });
    const y = HEIGHT / 2 - clip(moment.after * scale, HEIGHT / 2 - 9);
    button.style.cssText = `left:${100 * this.#placeOf(moment.show)}%;top:${y - 12}px;--mark:${color}`;
    return button;
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** The team whose chances a moment made better: of a ball that a player lost, its opponents. */
function findGainer({ side, total }: DecisiveMoment): Side {
  return (side === 'l') === total > 0 ? 'l' : 'r';
}

function clip(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** Draws the value of the left team upwards and that of the right team downwards; returns the pixels of a value of 1. */
function drawCurve(
  chart: ChartCanvas,
  { length, left, right }: MatchValues,
  toX: (show: number) => number,
  colors: { readonly l: string; readonly r: string },
): number {
  const columns = new Float64Array(Math.ceil(chart.width) + 1);
  const counts = new Uint32Array(columns.length);
  for (let show = 0; show < length; show++) {
    const value = left[show]! - right[show]!;
    const column = Math.round(toX(show));
    if (Number.isNaN(value) || column < 0 || column >= columns.length) continue;
    columns[column]! += value;
    counts[column]!++;
  }
  let most = FULL_VALUE;
  for (const [i, count] of counts.entries()) {
    if (count === 0) continue;
    columns[i]! /= count;
    most = Math.max(most, Math.abs(columns[i]!));
  }
  // In a short match, a show has more than one pixel.
  const reach = Math.ceil(toX(1) - toX(0)) + 1;
  for (let i = columns.length - 1; i > 0; i--) {
    for (let back = 1; counts[i] === 0 && back <= Math.min(i, reach); back++) {
      if (counts[i - back] === 0) continue;
      columns[i] = columns[i - back]!;
      counts[i] = 1;
    }
  }
  const middle = chart.height / 2;
  const scale = (middle - 2) / most;
  const c = chart.clear();
  for (const [i, value] of columns.entries()) {
    if (counts[i] === 0) continue;
    c.fillStyle = value > 0 ? colors.l : colors.r;
    const size = Math.max(1, Math.abs(value) * scale);
    c.fillRect(i, value > 0 ? middle - size : middle, 1, size);
  }
  return scale;
}

/** Describes the best open pass of the player with the ball; empty without one. */
function describeBest(frame: Frame, models: ValueModels): string {
  const found = findPasses(frame, models);
  const best = found?.passes[0];
  if (found === null || best === undefined) return '';
  const { side, unum } = found.passer;
  const player = `${(side === 'l' ? frame.left : frame.right).name || side} ${unum}`;
  return best.open
    ? ` ${player}: best pass to ${best.unum}, ${formatPass(best)} risk.`
    : ` ${player}: no open pass.`;
}
