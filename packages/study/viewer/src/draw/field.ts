import { LANDMARKS } from '@rcss/core/landmarks';
import {
  CENTER_CIRCLE_RADIUS,
  CORNER_ARC_RADIUS,
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  GOAL_DEPTH,
  GOAL_POST_RADIUS,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PENALTY_SPOT_DISTANCE,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import type { ParamTable } from '@rcss/frames';
import type { Camera } from '../camera.js';
import { PITCH_GRASS } from '../design.js';
import type { ViewOptions } from '../options.js';
import { getParam } from '../scene.js';
import { drawLabel, FONT, setFieldTransform, setFont, setPixelTransform } from './draw-context.js';

const LINE = 'rgba(255,255,255,0.88)';
const GRASS_COLORS = {
  stripes: { ...PITCH_GRASS, line: LINE },
  plain: { ...PITCH_GRASS, light: '#3c8150', dark: '#3c8150', line: LINE },
  dark: { around: '#14201a', light: '#1b2c23', dark: '#1b2c23', line: 'rgba(214,230,220,0.55)' },
} as const;

/** Inputs for the image of the empty field. */
export interface FieldDrawContext {
  readonly ctx: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly options: ViewOptions;
  readonly server: ParamTable;
  readonly ratio: number;
}

/** Draws the empty field with everything that does not move (spec 11 §3.11). */
export function drawField(paint: FieldDrawContext): void {
  const { ctx, camera, options } = paint;
  const style = GRASS_COLORS[options.fieldStyle];
  setPixelTransform(paint);
  ctx.fillStyle = style.around;
  ctx.fillRect(0, 0, camera.width, camera.height);
  setFieldTransform(paint);
  drawGrass(ctx, style.light, style.dark);
  const width = Math.max(0.12, 1.25 / camera.scale);
  ctx.lineWidth = width;
  ctx.strokeStyle = style.line;
  ctx.fillStyle = style.line;
  const keepaway = getParam(paint.server, 'keepaway', 0) !== 0;
  drawLines(ctx, width, keepaway);
  if (keepaway || options.showKeepawayArea) drawKeepaway(paint);
  drawGoals(paint);
  if (options.showGrid) drawGrid(paint);
  if (options.showFlag) drawFlags(paint);
}

function drawGrass(ctx: CanvasRenderingContext2D, light: string, dark: string): void {
  ctx.fillStyle = light;
  ctx.fillRect(
    -PITCH_HALF_LENGTH - 2,
    -PITCH_HALF_WIDTH - 2,
    2 * PITCH_HALF_LENGTH + 4,
    2 * PITCH_HALF_WIDTH + 4,
  );
  if (light === dark) return;
  ctx.fillStyle = dark;
  const stripe = (2 * PITCH_HALF_LENGTH) / 18;
  for (let i = 0; i < 18; i += 2) {
    ctx.fillRect(-PITCH_HALF_LENGTH + i * stripe, -PITCH_HALF_WIDTH - 2, stripe, 2 * PITCH_HALF_WIDTH + 4);
  }
}

function drawLines(ctx: CanvasRenderingContext2D, width: number, keepaway: boolean): void {
  const [L, W] = [PITCH_HALF_LENGTH, PITCH_HALF_WIDTH];
  ctx.strokeRect(-L, -W, 2 * L, 2 * W);
  ctx.beginPath();
  if (!keepaway) {
    ctx.moveTo(0, -W);
    ctx.lineTo(0, W);
    ctx.moveTo(CENTER_CIRCLE_RADIUS, 0);
    ctx.arc(0, 0, CENTER_CIRCLE_RADIUS, 0, 2 * Math.PI);
  }
  const spot = L - PENALTY_SPOT_DISTANCE;
  const arc = Math.acos((PENALTY_AREA_LENGTH - PENALTY_SPOT_DISTANCE) / CENTER_CIRCLE_RADIUS);
  for (const s of [-1, 1]) {
    ctx.rect(s * L, -PENALTY_AREA_WIDTH / 2, -s * PENALTY_AREA_LENGTH, PENALTY_AREA_WIDTH);
    ctx.rect(s * L, -GOAL_AREA_WIDTH / 2, -s * GOAL_AREA_LENGTH, GOAL_AREA_WIDTH);
    const toward = s > 0 ? Math.PI : 0;
    ctx.moveTo(
      s * spot + CENTER_CIRCLE_RADIUS * Math.cos(toward - arc),
      CENTER_CIRCLE_RADIUS * Math.sin(toward - arc),
    );
    ctx.arc(s * spot, 0, CENTER_CIRCLE_RADIUS, toward - arc, toward + arc);
    for (const t of [-1, 1]) {
      const from = s > 0 ? (t > 0 ? Math.PI : Math.PI / 2) : t > 0 ? -Math.PI / 2 : 0;
      ctx.moveTo(s * L + CORNER_ARC_RADIUS * Math.cos(from), t * W + CORNER_ARC_RADIUS * Math.sin(from));
      ctx.arc(s * L, t * W, CORNER_ARC_RADIUS, from, from + Math.PI / 2);
    }
  }
  ctx.stroke();
  ctx.beginPath();
  for (const x of keepaway ? [-spot, spot] : [-spot, 0, spot]) {
    ctx.moveTo(x + width * 1.6, 0);
    ctx.arc(x, 0, width * 1.6, 0, 2 * Math.PI);
  }
  ctx.fill();
}

function drawKeepaway({ ctx, server }: FieldDrawContext): void {
  const length = getParam(server, 'keepaway_length', 20);
  const width = getParam(server, 'keepaway_width', 20);
  ctx.strokeRect(-length / 2, -width / 2, length, width);
}

function drawGoals({ ctx, server, camera }: FieldDrawContext): void {
  const width = getParam(server, 'goal_width', 14.02);
  const line = ctx.strokeStyle;
  for (const s of [-1, 1]) {
    const x = s > 0 ? PITCH_HALF_LENGTH : -PITCH_HALF_LENGTH - GOAL_DEPTH;
    ctx.fillStyle = 'rgba(6, 12, 9, 0.82)';
    ctx.fillRect(x, -width / 2, GOAL_DEPTH, width);
    ctx.lineWidth = Math.max(0.04, 0.5 / camera.scale);
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.16)';
    ctx.beginPath();
    for (let y = -width / 2; y <= width / 2 + 0.01; y += width / 16) {
      ctx.moveTo(x, y);
      ctx.lineTo(x + GOAL_DEPTH, y);
    }
    for (const dx of [GOAL_DEPTH / 3, (2 * GOAL_DEPTH) / 3]) {
      ctx.moveTo(x + dx, -width / 2);
      ctx.lineTo(x + dx, width / 2);
    }
    ctx.stroke();
    ctx.strokeStyle = line;
    ctx.lineWidth = Math.max(0.12, 1.25 / camera.scale);
    ctx.strokeRect(x, -width / 2, GOAL_DEPTH, width);
    ctx.fillStyle = '#ffffff';
    const r = Math.max(GOAL_POST_RADIUS, 1.8 / camera.scale);
    for (const t of [-1, 1]) {
      ctx.beginPath();
      ctx.arc(s * PITCH_HALF_LENGTH, t * (width / 2 + GOAL_POST_RADIUS), r, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
}

function drawGrid(paint: FieldDrawContext): void {
  const { ctx, camera, options } = paint;
  const step = Math.max(1, options.gridStep);
  ctx.lineWidth = 1 / camera.scale;
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.18)';
  ctx.beginPath();
  for (let x = 0; x <= 57.5; x += step) {
    for (const s of x === 0 ? [1] : [-1, 1]) {
      ctx.moveTo(s * x, -39);
      ctx.lineTo(s * x, 39);
    }
  }
  for (let y = 0; y <= 39; y += step) {
    for (const s of y === 0 ? [1] : [-1, 1]) {
      ctx.moveTo(-57.5, s * y);
      ctx.lineTo(57.5, s * y);
    }
  }
  ctx.stroke();
  setPixelTransform(paint);
  setFont(ctx, `10px ${FONT}`, 'center');
  for (let x = -Math.floor(57.5 / step) * step; x <= 57.5; x += step) {
    drawLabel(ctx, `${x}`, camera.toScreenX(x, -37.5), camera.toScreenY(x, -37.5), '#dfeee4');
  }
  for (let y = -Math.floor(36 / step) * step; y <= 36; y += step) {
    drawLabel(ctx, `${y}`, camera.toScreenX(-56, y), camera.toScreenY(-56, y), '#dfeee4');
  }
  setFieldTransform(paint);
}

function drawFlags({ ctx, camera }: FieldDrawContext): void {
  const r = Math.min(5, Math.max(2, 0.5 * camera.scale)) / camera.scale;
  ctx.fillStyle = 'rgba(255, 236, 170, 0.9)';
  ctx.beginPath();
  for (const mark of LANDMARKS) {
    ctx.moveTo(mark.x + r, mark.y);
    ctx.arc(mark.x, mark.y, r, 0, 2 * Math.PI);
  }
  ctx.fill();
}
