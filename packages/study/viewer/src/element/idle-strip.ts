import { IdleCycles } from '../debug/idle-cycles.js';
import { h } from '../dom.js';
import type { Viewer } from '../view/viewer.js';

/** Height, CSS pixels; the style of `.idle` has the same. */
const HEIGHT = 5;
/** Frames that are examined with one picture. */
const FRAMES_PER_PICTURE = 400;

/** Creates the strip of ticks on the time line: cycles in which the selected player executed no body command. */
export function createIdleStrip(viewer: Viewer): HTMLElement {
  const strip = new IdleStrip(viewer);
  viewer.subscribe((event) => {
    if (event === 'frame' || event === 'selection' || event === 'source') strip.update();
  });
  return strip.canvas;
}

class IdleStrip {
  readonly canvas = h('canvas', { class: 'idle', role: 'img', hidden: true, height: HEIGHT });
  readonly #viewer: Viewer;
  #cycles: IdleCycles | null = null;
  #drawnKey = '';

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  update(): void {
    const { source, selected, options } = this.#viewer;
    const isShown = options.showIdleCycles && source !== null && selected >= 0 && selected < 22;
    this.canvas.hidden = !isShown;
    if (!isShown) {
      this.#cycles = null;
      return;
    }
    if (this.#cycles?.isOf(source, selected) !== true) this.#cycles = new IdleCycles(source, selected);
    const isComplete = this.#cycles.examine(FRAMES_PER_PICTURE);
    if (!isComplete) this.#viewer.requestDraw();
    this.#draw(this.#cycles.indices, source.first, source.last, selected);
  }

  #draw(indices: readonly number[], first: number, last: number, player: number): void {
    const { canvas } = this;
    const width = canvas.clientWidth;
    const key = `${indices.length} ${first} ${last} ${width} ${player}`;
    if (key === this.#drawnKey || width === 0) return;
    this.#drawnKey = key;
    canvas.width = width;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = '#d4362b';
    const length = Math.max(1, last - first);
    for (const index of indices) context.fillRect(((index - first) / length) * width, 0, 1, HEIGHT);
    const label = `${indices.length} cycles without a body command of the selected player`;
    canvas.setAttribute('aria-label', label);
    canvas.title = label;
  }
}
