import type { Frame } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { RatedPass } from '@rcss/stats/action-values';
import { CONTROL_GRID } from '@rcss/values';
import { h } from '../dom.js';
import { drawLabel, FONT, setFieldTransform, setPixelTransform } from '../draw/draw-context.js';
import type { Viewer } from '../view/viewer.js';
import { findPasses, type OpenPass } from './find-passes.js';
import type { ValueModels } from './value-models.js';

/** Passes that have a label: the best ones. */
const MAX_LABELS = 4;
/** Height of a label, CSS pixels. */
const LABEL_HEIGHT = 14;
/** Opacity of a cell that one team controls alone. */
const MAX_ALPHA = 0.62;

/** Returns a color of the form `#rrggbb` as its channels, 0 to 255. */
function readChannels(color: string): readonly [number, number, number] {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** A canvas between the maps and the players: pitch control, and the passes that are possible now. */
export class FieldLayer {
  readonly canvas: HTMLCanvasElement = h('canvas', { class: 'layer', 'aria-hidden': 'true', hidden: true });
  readonly #viewer: Viewer;
  readonly #shares = new Float32Array(CONTROL_GRID.columns * CONTROL_GRID.rows);
  /** One pixel per cell. */
  readonly #cells: HTMLCanvasElement = h('canvas', {
    width: CONTROL_GRID.columns,
    height: CONTROL_GRID.rows,
  });
  #passes: readonly OpenPass[] = [];
  /** Frame and options of the computed values; equal ones are not computed again. */
  #frameKey = '';
  #drawnKey = '';

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  /** Computes the values of the frame that is shown and draws them, if anything changed. */
  update(models: ValueModels | null): void {
    const { camera, frame, frameIndex, kits, options, source, pixelRatio } = this.#viewer;
    const isOn = (options.showControl || options.showPassValues) && this.#viewer.spatial === null;
    this.canvas.hidden = !isOn || frame === null || models === null;
    if (!isOn || frame === null || models === null) return;
    const shirts = `${kits.left.shirt} ${kits.right.shirt}`;
    const key = `${source?.match} ${frameIndex} ${frame.time} ${options.showControl} ${options.showPassValues} ${shirts}`;
    if (key !== this.#frameKey) {
      this.#frameKey = key;
      this.#compute(frame, models);
    }
    const { x, y, scale, turns, centerX, centerY, width, height } = camera;
    const drawnKey = `${key} ${x} ${y} ${scale} ${turns} ${centerX} ${centerY} ${width} ${height} ${pixelRatio}`;
    if (drawnKey === this.#drawnKey) return;
    this.#drawnKey = drawnKey;
    this.#draw(frame);
  }

  #compute(frame: Frame, models: ValueModels): void {
    const { showControl, showPassValues } = this.#viewer.options;
    if (showControl) {
      models.control.compute(frame, CONTROL_GRID, this.#shares);
      this.#paintCells();
    }
    this.#passes = showPassValues ? (findPasses(frame, models)?.passes ?? []) : [];
  }

  #paintCells(): void {
    const { columns, rows } = CONTROL_GRID;
    const { kits } = this.#viewer;
    const [left, right] = [readChannels(kits.left.shirt), readChannels(kits.right.shirt)];
    const image = new ImageData(columns, rows);
    for (const [i, share] of this.#shares.entries()) {
      image.data.set(share >= 0.5 ? left : right, 4 * i);
      image.data[4 * i + 3] = Math.abs(2 * share - 1) * MAX_ALPHA * 255;
    }
    this.#cells.getContext('2d')!.putImageData(image, 0, 0);
  }

  #draw(frame: Frame): void {
    const { camera, options, pixelRatio: ratio, textScale } = this.#viewer;
    const ctx = this.canvas.getContext('2d') as CanvasRenderingContext2D;
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height)
      Object.assign(this.canvas, { width, height });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    setFieldTransform({ ctx, camera, ratio });
    if (options.showControl)
      ctx.drawImage(
        this.#cells,
        -PITCH_HALF_LENGTH,
        -PITCH_HALF_WIDTH,
        2 * PITCH_HALF_LENGTH,
        2 * PITCH_HALF_WIDTH,
      );
    setPixelTransform({ ctx, ratio });
    ctx.textAlign = 'center';
    ctx.font = `600 ${12 * textScale}px ${FONT}`;
    drawPasses(ctx, frame, this.#passes, this.#viewer);
    this.#drawLabels(ctx);
  }

  /** Writes value and risk at the best passes; where labels would overlap, the better pass has one. */
  #drawLabels(ctx: CanvasRenderingContext2D): void {
    const { camera, textScale } = this.#viewer;
    const taken: (readonly [x: number, y: number, width: number])[] = [];
    for (const pass of this.#passes.slice(0, MAX_LABELS)) {
      const text = formatPass(pass);
      const x = camera.toScreenX(pass.x, pass.y);
      const y = camera.toScreenY(pass.x, pass.y) - 16 * textScale;
      const { width } = ctx.measureText(text);
      const isFree = taken.every(
        ([otherX, otherY, other]) =>
          Math.abs(x - otherX) > (width + other) / 2 || Math.abs(y - otherY) > LABEL_HEIGHT * textScale,
      );
      if (!isFree) continue;
      taken.push([x, y, width]);
      drawLabel(ctx, text, x, y);
    }
  }
}

/** Formats a pass: its value, and its risk. */
export function formatPass({ value, risk }: RatedPass): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)} · ${Math.round(100 * risk)} %`;
}

/** Draws the arrows of passes, the best one first: that one is thick and above the others, those that are not open are pale. */
export function drawPasses(
  ctx: CanvasRenderingContext2D,
  { ballX, ballY }: Pick<Frame, 'ballX' | 'ballY'>,
  passes: readonly Pick<OpenPass, 'x' | 'y' | 'open'>[],
  { camera, textScale }: Pick<Viewer, 'camera' | 'textScale'>,
): void {
  const [fromX, fromY] = [camera.toScreenX(ballX, ballY), camera.toScreenY(ballX, ballY)];
  for (const [rank, { x, y, open }] of [...passes.entries()].reverse()) {
    const [toX, toY] = [camera.toScreenX(x, y), camera.toScreenY(x, y)];
    ctx.globalAlpha = open ? 0.95 : 0.5;
    drawPass(ctx, { fromX, fromY, toX, toY }, rank === 0 && open, textScale);
  }
  ctx.globalAlpha = 1;
}

interface Line {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

function drawPass(
  ctx: CanvasRenderingContext2D,
  { fromX, fromY, toX, toY }: Line,
  isBest: boolean,
  textScale: number,
): void {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  // The arrow ends before the shirt.
  const [endX, endY] = [toX - 10 * textScale * Math.cos(angle), toY - 10 * textScale * Math.sin(angle)];
  const head = (isBest ? 10 : 7) * textScale;
  for (const [color, width] of [
    ['rgba(8, 20, 12, 0.7)', 3],
    ['#ffffff', 0],
  ] as const) {
    ctx.strokeStyle = color;
    ctx.lineWidth = (isBest ? 3 : 1.4) * textScale + width;
    ctx.beginPath();
    ctx.moveTo(fromX, fromY);
    ctx.lineTo(endX, endY);
    ctx.moveTo(endX - head * Math.cos(angle - 0.4), endY - head * Math.sin(angle - 0.4));
    ctx.lineTo(endX, endY);
    ctx.lineTo(endX - head * Math.cos(angle + 0.4), endY - head * Math.sin(angle + 0.4));
    ctx.stroke();
  }
}
