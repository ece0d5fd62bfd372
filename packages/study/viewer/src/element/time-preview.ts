import { type Frame, type FramePlayer, sideName } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { PITCH_GRASS } from '../design.js';
import { h, setText } from '../dom.js';
import { strokeLine } from '../draw/draw-context.js';
import { formatMatchTime } from '../format-match-time.js';
import { createChartCanvas } from '../panels/chart-canvas.js';
import type { Viewer } from '../view/viewer.js';

const WIDTH = 160;
const HEIGHT = 104;
/** Width of the box with its border, CSS pixels. */
const BOX_WIDTH = 176;

/** The preview above the time line: positions, score and time of the frame under the pointer. `track` contains the slider. */
export class TimePreview {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #track: HTMLElement;
  readonly #chart = createChartCanvas(h('canvas'), WIDTH, HEIGHT);
  readonly #text = h('span');

  constructor(viewer: Viewer, track: HTMLElement) {
    this.#viewer = viewer;
    this.#track = track;
    this.element = h(
      'div',
      { class: 'preview', hidden: true, 'aria-hidden': 'true' },
      this.#chart.canvas,
      this.#text,
    );
    const hide = (): void => {
      this.element.hidden = true;
    };
    track.addEventListener('pointermove', (event) => this.#show(event.clientX));
    track.addEventListener('pointerleave', hide);
    track.addEventListener('pointercancel', hide);
    track.addEventListener('pointerup', (event) => event.pointerType !== 'mouse' && hide());
  }

  #show(clientX: number): void {
    const { source, textScale } = this.#viewer;
    if (source === null || source.last <= source.first) return;
    const box = this.#track.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - box.left - 8) / Math.max(1, box.width - 16)));
    const index = Math.round(source.first + share * (source.last - source.first));
    const frame = source.getFrame(index);
    this.element.hidden = false;
    const width = box.width / textScale;
    const x = (clientX - box.left) / textScale;
    this.element.style.left = `${Math.min(Math.max(x, BOX_WIDTH / 2), Math.max(BOX_WIDTH / 2, width - BOX_WIDTH / 2))}px`;
    this.#chart.canvas.hidden = frame === undefined;
    if (frame === undefined) {
      source.requestFrames(index);
      setText(this.#text, 'Loading …');
      return;
    }
    const score = `${frame.left.name} ${frame.left.score} : ${frame.right.score} ${frame.right.name}`;
    setText(this.#text, `${score}, ${formatMatchTime(frame.time, source.intervalMs)}, cycle ${frame.time}`);
    this.#draw(frame);
  }

  #draw(frame: Frame): void {
    const c = this.#chart.clear();
    const { kits } = this.#viewer;
    const unit = WIDTH / (2 * PITCH_HALF_LENGTH + 6);
    const toX = (x: number): number => WIDTH / 2 + x * unit;
    const toY = (y: number): number => HEIGHT / 2 + y * unit;
    c.fillStyle = PITCH_GRASS.dark;
    c.fillRect(0, 0, WIDTH, HEIGHT);
    c.strokeStyle = 'rgba(255, 255, 255, 0.7)';
    c.lineWidth = 1;
    c.strokeRect(
      toX(-PITCH_HALF_LENGTH),
      toY(-PITCH_HALF_WIDTH),
      2 * PITCH_HALF_LENGTH * unit,
      2 * PITCH_HALF_WIDTH * unit,
    );
    strokeLine(c, toX(0), toY(-PITCH_HALF_WIDTH), toX(0), toY(PITCH_HALF_WIDTH));
    const drawDot = ({ x, y }: Pick<FramePlayer, 'x' | 'y'>, radius: number, color: string): void => {
      c.beginPath();
      c.arc(toX(x), toY(y), radius, 0, 2 * Math.PI);
      c.fillStyle = color;
      c.fill();
    };
    for (const player of frame.players) {
      drawDot(player, 3, kits[sideName(player.side)].shirt);
    }
    drawDot({ x: frame.ballX, y: frame.ballY }, 2.5, '#ffffff');
  }
}
