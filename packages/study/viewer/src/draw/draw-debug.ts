import type { Side } from '@rcss/core';
import type { DebugBeliefs, DebugObject, DebugShape, DebugTarget } from '@rcss/core/debug-channel';
import { isLevelIn } from '../debug/debug-store.js';
import type { DebugEntry, DebugPicture } from '../debug/debug-view.js';
import { computeContrast } from '../kits.js';
import type { SeenMark } from '../perception/seen-objects.js';
import type { PicturePlayer } from '../scene.js';
import { type DrawContext, drawLabel, FONT, setFieldTransform, setPixelTransform } from './draw-context.js';
import { drawViewArea } from './overlays.js';

const TAU = 2 * Math.PI;
/** Cycles after which a belief is drawn with the smallest opacity. */
const OLD_AGE = 20;
const MIN_OPACITY = 0.25;

/** Draws what agents reported over the true state. */
export function drawDebug(paint: DrawContext, { entries, options }: DebugPicture): void {
  setPixelTransform(paint);
  const { ctx } = paint;
  ctx.save();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const entry of entries) {
    if (options.seen && entry.seen.length > 0) {
      setFieldTransform(paint);
      drawViewArea(paint, paint.scene.players[entry.player] as PicturePlayer, true);
      setPixelTransform(paint);
    }
    if (options.seen) drawSeen(paint, entry, options.landmarks);
    if (options.drawings) drawShapes(paint, entry, options.hiddenLevels, (shape) => shape.kind !== 'label');
    if (options.beliefs)
      for (const { beliefs, target } of entry.records) {
        if (beliefs !== undefined) drawBeliefs(paint, beliefs, entry.player);
        if (target !== undefined) drawTarget(paint, target, entry.player);
      }
    // Rings of beliefs would cover the words.
    if (options.drawings) drawShapes(paint, entry, options.hiddenLevels, (shape) => shape.kind === 'label');
  }
  ctx.restore();
}

function drawShapes(
  paint: DrawContext,
  { records, player }: DebugEntry,
  hiddenLevels: number,
  isDrawn: (shape: DebugShape) => boolean,
): void {
  for (const { shapes = [] } of records)
    for (const shape of shapes)
      if (isDrawn(shape) && (shape.level === undefined || !isLevelIn(hiddenLevels, shape.level)))
        drawShape(paint, shape, player);
}

function getTeamColor({ kits }: DrawContext, side: Side | null | undefined): string {
  return side === 'l' ? kits.left.shirt : side === 'r' ? kits.right.shirt : '#f4f6f5';
}

function setFont({ ctx, textScale }: DrawContext): void {
  ctx.font = `700 ${Math.round(11 * textScale)}px ${FONT}`;
}

function strokeLine(paint: DrawContext, x1: number, y1: number, x2: number, y2: number): void {
  const { ctx, camera } = paint;
  ctx.beginPath();
  ctx.moveTo(camera.toScreenX(x1, y1), camera.toScreenY(x1, y1));
  ctx.lineTo(camera.toScreenX(x2, y2), camera.toScreenY(x2, y2));
  ctx.stroke();
}

function drawBeliefs(paint: DrawContext, { self, ball, players }: DebugBeliefs, player: number): void {
  const { ctx, scene } = paint;
  const observer = scene.players[player] as PicturePlayer;
  if (self !== undefined) drawBelief(paint, self, observer, getTeamColor(paint, observer.side), 'me');
  for (const believed of players ?? []) {
    const truth =
      believed.side === undefined || believed.unum === undefined
        ? null
        : (scene.players[(believed.side === 'l' ? -1 : 10) + believed.unum] as PicturePlayer);
    drawBelief(paint, believed, truth, getTeamColor(paint, believed.side), String(believed.unum ?? '?'));
  }
  if (ball !== undefined) drawBelief(paint, ball, { x: scene.ballX, y: scene.ballY }, '#ffffff', '');
  ctx.globalAlpha = 1;
}

/** Draws a believed object as a dashed ring, and a line to the true one. */
function drawBelief(
  paint: DrawContext,
  believed: DebugObject,
  truth: { readonly x: number; readonly y: number } | null,
  color: string,
  label: string,
): void {
  const { ctx, camera, textScale } = paint;
  const [x, y] = [camera.toScreenX(believed.x, believed.y), camera.toScreenY(believed.x, believed.y)];
  ctx.globalAlpha = Math.max(MIN_OPACITY, 1 - (believed.age ?? 0) / OLD_AGE);
  if (truth !== null) {
    ctx.setLineDash([]);
    ctx.lineWidth = textScale;
    ctx.strokeStyle = '#ffe14d';
    strokeLine(paint, believed.x, believed.y, truth.x, truth.y);
  }
  ctx.beginPath();
  ctx.arc(x, y, (label === '' ? 6 : 9) * textScale, 0, TAU);
  strokeWithHalo(paint, color, 2, [4, 3]);
  if (label !== '') {
    setFont(paint);
    drawLabel(ctx, label, x, y);
  }
}

/** Strokes the current path; widths and dashes are pixels at scale 1. */
function strokeWithHalo(
  { ctx, textScale }: DrawContext,
  color: string,
  width: number,
  dash: readonly number[] = [],
): void {
  ctx.setLineDash([]);
  ctx.lineWidth = (width + 2) * textScale;
  ctx.strokeStyle =
    computeContrast(color, '#000000') < 4 ? 'rgba(255, 255, 255, 0.75)' : 'rgba(8, 20, 12, 0.6)';
  ctx.stroke();
  ctx.setLineDash(dash.map((length) => length * textScale));
  ctx.lineWidth = width * textScale;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Draws a cross at the target point and an arrow to the receiver. */
function drawTarget(paint: DrawContext, { point, unum }: DebugTarget, player: number): void {
  const { ctx, camera, textScale, scene } = paint;
  const from = scene.players[player] as PicturePlayer;
  if (unum !== undefined) {
    const to = scene.players[(from.side === 'l' ? -1 : 10) + unum] as PicturePlayer;
    ctx.beginPath();
    ctx.moveTo(camera.toScreenX(from.x, from.y), camera.toScreenY(from.x, from.y));
    ctx.lineTo(camera.toScreenX(to.x, to.y), camera.toScreenY(to.x, to.y));
    strokeWithHalo(paint, '#7ef0ff', 2);
  }
  if (point === undefined) return;
  const [x, y] = [camera.toScreenX(point.x, point.y), camera.toScreenY(point.x, point.y)];
  ctx.beginPath();
  ctx.moveTo(camera.toScreenX(from.x, from.y), camera.toScreenY(from.x, from.y));
  ctx.lineTo(x, y);
  strokeWithHalo(paint, '#ff9df0', 1.5, [6, 5]);
  ctx.beginPath();
  const arm = 6 * textScale;
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x - arm, y + arm);
  ctx.lineTo(x + arm, y - arm);
  strokeWithHalo(paint, '#ff9df0', 2);
}

function drawShape(paint: DrawContext, shape: DebugShape, player: number): void {
  const { ctx, camera, textScale, scene } = paint;
  const color = shape.color ?? getTeamColor(paint, scene.players[player]?.side);
  const toX = (x: number, y: number): number => camera.toScreenX(x, y);
  const toY = (x: number, y: number): number => camera.toScreenY(x, y);
  ctx.beginPath();
  switch (shape.kind) {
    case 'label':
      setFont(paint);
      drawLabel(ctx, shape.text, toX(shape.x, shape.y), toY(shape.x, shape.y), shape.color);
      return;
    case 'point':
      ctx.arc(toX(shape.x, shape.y), toY(shape.x, shape.y), 3 * textScale, 0, TAU);
      break;
    case 'line':
      ctx.moveTo(toX(shape.x1, shape.y1), toY(shape.x1, shape.y1));
      ctx.lineTo(toX(shape.x2, shape.y2), toY(shape.x2, shape.y2));
      break;
    case 'circle':
      ctx.arc(toX(shape.x, shape.y), toY(shape.x, shape.y), shape.radius * camera.scale, 0, TAU);
      break;
    case 'polygon':
      for (const [x, y] of shape.points) ctx.lineTo(toX(x, y), toY(x, y));
      ctx.closePath();
      break;
  }
  if ('fill' in shape && shape.fill === true) {
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  strokeWithHalo(paint, toHexColor(ctx, color), 1.5);
}

/** Returns a color of CSS, such as a name, as `#rrggbb`. */
function toHexColor(ctx: DrawContext['ctx'], color: string): string {
  ctx.fillStyle = '#ffffff';
  // A canvas keeps its color if it does not know the new one.
  ctx.fillStyle = color;
  return /^#[0-9a-f]{6}$/.test(ctx.fillStyle) ? ctx.fillStyle : '#ffffff';
}

/** Draws the objects of see messages as diamonds where the message places them, with a line to the true place. */
function drawSeen(paint: DrawContext, { seen }: DebugEntry, showLandmarks: boolean): void {
  const { ctx, textScale } = paint;
  for (const mark of seen) {
    if (mark.kind === 'landmark' && !showLandmarks) continue;
    if (mark.truth !== null) {
      ctx.lineWidth = textScale;
      ctx.strokeStyle = 'rgba(125, 230, 255, 0.9)';
      strokeLine(paint, mark.x, mark.y, mark.truth.x, mark.truth.y);
    }
    drawSeenMark(paint, mark);
  }
}

function drawSeenMark(paint: DrawContext, { kind, x, y, side, label }: SeenMark): void {
  const { ctx, camera, textScale } = paint;
  const [sx, sy] = [camera.toScreenX(x, y), camera.toScreenY(x, y)];
  const r = (kind === 'player' ? 8 : 4) * textScale;
  ctx.beginPath();
  ctx.moveTo(sx, sy - r);
  ctx.lineTo(sx + r, sy);
  ctx.lineTo(sx, sy + r);
  ctx.lineTo(sx - r, sy);
  ctx.closePath();
  strokeWithHalo(paint, kind === 'player' ? getTeamColor(paint, side) : '#7de6ff', 1.5);
  if (kind !== 'player') return;
  setFont(paint);
  drawLabel(ctx, label, sx, sy - r - 7 * textScale, '#bff3ff');
}
