import { sideName } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { StatEvent } from '@rcss/stats/analysis';
import { type HeatMap, smoothHeatMap } from '@rcss/stats/charts';
import type { Camera } from '../camera.js';
import type { MatchKits } from '../kits.js';
import { type DrawContext, setFieldTransform, strokeLine, type Trace } from './draw-context.js';
import { computeVoronoiCell, createVoronoiCell } from './voronoi.js';

const TAU = 2 * Math.PI;
/** Cells of a heat map along the pitch and across it, 2.5 m, and the shows that count. */
export const HEAT_GRID = { columns: 42, rows: 28, isInPlayOnly: true } as const;
/** Share below which a cell of a heat map is not drawn. */
const MIN_HEAT = 0.03;

/** Inputs of the maps that change seldom: shots, passes and heat map up to a moment. */
export interface MapDrawContext {
  readonly ctx: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly ratio: number;
  /** Scale of lines: 1 on usual screens, larger on very large ones. */
  readonly textScale: number;
  readonly kits: MatchKits;
  readonly shots: readonly StatEvent[];
  readonly passes: readonly StatEvent[];
  readonly heat: HeatMap | null;
}

/** Draws the maps. */
export function drawMaps(paint: MapDrawContext): void {
  const { ctx, heat, passes, shots } = paint;
  setFieldTransform(paint);
  if (heat !== null) drawHeat(ctx, heat);
  for (const pass of passes) drawPass(paint, pass);
  for (const shot of shots) drawShot(paint, extendGoal(shot));
}

/** A goal is decided after the ball was placed at the center; its line ends in the goal. */
function extendGoal(shot: StatEvent): StatEvent {
  if (shot.outcome !== 'goal') return shot;
  const endX = shot.side === 'l' ? PITCH_HALF_LENGTH : -PITCH_HALF_LENGTH;
  if (Math.abs(shot.endX - endX) < 4) return shot;
  return { ...shot, endX, endY: 0 };
}

/** Returns a color from transparent over yellow to red for a share from 0 to 1. */
function computeHeatColor(share: number): string {
  return `hsla(${60 - 60 * share}, 95%, ${60 - 12 * share}%, ${Math.min(0.92, 0.12 + share * 0.85)})`;
}

function drawHeat(ctx: CanvasRenderingContext2D, map: HeatMap): void {
  const { columns, rows } = map;
  const values = smoothHeatMap(map);
  const width = (2 * PITCH_HALF_LENGTH) / columns;
  const height = (2 * PITCH_HALF_WIDTH) / rows;
  ctx.globalAlpha = 0.8;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < MIN_HEAT) continue;
    ctx.fillStyle = computeHeatColor(value);
    const x = -PITCH_HALF_LENGTH + (i % columns) * width;
    const y = -PITCH_HALF_WIDTH + Math.floor(i / columns) * height;
    ctx.fillRect(x, y, width, height);
  }
  ctx.globalAlpha = 1;
}

/** Draws a pass as an arrow; passes that were not completed are dashed. */
function drawPass({ ctx, camera, kits, textScale }: MapDrawContext, pass: StatEvent): void {
  const { x, y, endX, endY, success, side } = pass;
  const pixel = textScale / camera.scale;
  ctx.strokeStyle = kits[sideName(side)].shirt;
  ctx.globalAlpha = success ? 0.75 : 0.55;
  ctx.lineWidth = 1.5 * pixel;
  ctx.setLineDash(success ? [] : [4 * pixel, 4 * pixel]);
  const angle = Math.atan2(endY - y, endX - x);
  const head = 7 * pixel;
  strokeLine(ctx, x, y, endX, endY);
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(endX - head * Math.cos(angle - 0.4), endY - head * Math.sin(angle - 0.4));
  ctx.lineTo(endX, endY);
  ctx.lineTo(endX - head * Math.cos(angle + 0.4), endY - head * Math.sin(angle + 0.4));
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws a shot: a line, and a disc at its place, whose size is that of its expected goals. The disc of a goal is filled. */
function drawShot({ ctx, camera, kits, textScale }: MapDrawContext, shot: StatEvent): void {
  const { x, y, endX, endY, side, outcome, onTarget, xg } = shot;
  const pixel = textScale / camera.scale;
  const isGoal = outcome === 'goal';
  const { shirt } = kits[sideName(side)];
  const radius = (4 + 7 * Math.sqrt(xg ?? 0)) * pixel;
  ctx.lineWidth = (isGoal ? 2.5 : 1.5) * pixel;
  ctx.strokeStyle = shirt;
  ctx.globalAlpha = isGoal ? 1 : 0.8;
  ctx.setLineDash(onTarget ? [] : [5 * pixel, 4 * pixel]);
  strokeLine(ctx, x, y, endX, endY);
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, TAU);
  ctx.fillStyle = isGoal ? shirt : 'rgba(8, 20, 12, 0.6)';
  ctx.fill();
  ctx.strokeStyle = isGoal ? '#ffffff' : shirt;
  ctx.lineWidth = 2 * pixel;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

const cell = createVoronoiCell();

/** Draws the part of the pitch that is nearest to each player, in the color of its team. */
export function drawVoronoi({ ctx, camera, kits, scene, selected, textScale }: DrawContext): void {
  const { players } = scene;
  ctx.lineJoin = 'round';
  for (let i = 0; i < players.length; i++) {
    const { corners, count } = computeVoronoiCell(players, i, cell);
    if (count < 3) continue;
    ctx.beginPath();
    for (let corner = 0; corner < count; corner++) {
      ctx.lineTo(corners[2 * corner] as number, corners[2 * corner + 1] as number);
    }
    ctx.closePath();
    ctx.fillStyle = kits[i < 11 ? 'left' : 'right'].shirt;
    ctx.globalAlpha = i === selected ? 0.5 : 0.24;
    ctx.fill();
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = textScale / camera.scale;
    ctx.strokeStyle = '#ffffff';
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** Draws a path that fades towards its oldest point. */
export function drawTrace({ ctx, camera, textScale }: DrawContext, { points, length, color }: Trace): void {
  const parts = 12;
  ctx.lineWidth = (2 * textScale) / camera.scale;
  ctx.strokeStyle = color;
  ctx.lineJoin = 'round';
  const count = length / 2;
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((count * part) / parts);
    const to = Math.min(count - 1, Math.floor((count * (part + 1)) / parts));
    ctx.globalAlpha = 0.9 * (1 - part / parts);
    ctx.beginPath();
    let isOpen = false;
    for (let i = from; i <= to; i++) {
      const [x, y] = [points[2 * i] as number, points[2 * i + 1] as number];
      if (Number.isNaN(x)) isOpen = false;
      else if (isOpen) ctx.lineTo(x, y);
      else {
        ctx.moveTo(x, y);
        isOpen = true;
      }
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
