import type { Frame } from '@rcss/core';
import type { Camera } from '../camera.js';
import type { MatchKits } from '../kits.js';
import type { ViewOptions } from '../options.js';
import type { Picture, PictureParams } from '../scene.js';
import type { Drawing, NoteShape } from '../source.js';

/** A path over the field. */
export interface Trace {
  /** x and y in turn, meters, newest first; NaN for a gap. */
  readonly points: Float32Array;
  /** Number of valid elements of `points`. */
  length: number;
  color: string;
}

/** A ruler drawn with the mouse; field coordinates, meters. */
export interface Ruler {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A player or the ball that is dragged to a new place: index of the player, or -1 for the ball; meters. */
export interface DraggedObject {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Inputs of the drawing functions. */
export interface DrawContext {
  readonly ctx: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly options: ViewOptions;
  readonly kits: MatchKits;
  readonly scene: Picture;
  readonly frame: Frame;
  readonly params: PictureParams;
  /** Index of the selected player and of the one under the pointer; -1 if there is none. */
  readonly selected: number;
  readonly hover: number;
  /** Past positions of the ball, newest first (x, y, x, y ...), and how many numbers are used. */
  readonly trail: Float32Array;
  readonly trailLength: number;
  /** Paths over the field, below the players. */
  readonly traces: readonly Trace[];
  readonly drawings: readonly Drawing[];
  /** Shapes of a study. */
  readonly notes?: readonly NoteShape[] | undefined;
  readonly ruler: Ruler | null;
  readonly dragged: DraggedObject | null;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Scale of texts, lines and signs: 1 on usual screens, larger on very large ones. */
  readonly textScale: number;
}

/** A picture in which nothing is selected, drawn over the match or dragged. */
export const PLAIN_PICTURE: Omit<
  DrawContext,
  'ctx' | 'camera' | 'ratio' | 'scene' | 'frame' | 'params' | 'kits' | 'options' | 'notes'
> & { readonly debug: null } = {
  selected: -1,
  hover: -1,
  trail: new Float32Array(0),
  trailLength: 0,
  traces: [],
  drawings: [],
  debug: null,
  ruler: null,
  dragged: null,
  textScale: 1,
};

/** Sets the unit of all further drawing, line widths too, to meters of the field. */
export function setFieldTransform({
  ctx,
  camera,
  ratio,
}: Pick<DrawContext, 'ctx' | 'camera' | 'ratio'>): void {
  const s = camera.scale * ratio;
  const cos = [1, 0, -1, 0][camera.turns] as number;
  const sin = [0, 1, 0, -1][camera.turns] as number;
  ctx.setTransform(
    s * cos,
    s * sin,
    -s * sin,
    s * cos,
    camera.toScreenX(0, 0) * ratio,
    camera.toScreenY(0, 0) * ratio,
  );
}

/** Sets the unit of all further drawing to CSS pixels. */
export function setPixelTransform({ ctx, ratio }: Pick<DrawContext, 'ctx' | 'ratio'>): void {
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** Draws small text with a dark halo, readable on grass and shirts. */
export function drawLabel(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  color = '#ffffff',
): void {
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = 'rgba(8, 20, 12, 0.75)';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
}

/** Draws a line in the units of the transform that is set. */
export function strokeLine(
  ctx: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Draws a circle likewise. */
export function strokeCircle(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.stroke();
}

/** Fills the path, and draws its outline; `width` in the units of the transform. */
export function fillAndStroke(
  ctx: CanvasRenderingContext2D,
  fill: string,
  width: number,
  stroke: string,
): void {
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.lineWidth = width;
  ctx.strokeStyle = stroke;
  ctx.stroke();
}

/** Sets the font of texts that are centered vertically. */
export function setFont(ctx: CanvasRenderingContext2D, font: string, align: CanvasTextAlign): void {
  ctx.font = font;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
}
