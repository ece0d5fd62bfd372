import { getParam } from '../scene.js';
import {
  type DrawContext,
  fillAndStroke,
  setPixelTransform,
  strokeCircle,
  strokeLine,
} from './draw-context.js';

const TAU = 2 * Math.PI;

/** Drawn radius of the ball in CSS pixels. */
function computeBallRadius({
  camera,
  options,
  params,
  textScale,
}: Pick<DrawContext, 'camera' | 'options' | 'params' | 'textScale'>): number {
  const meters = options.ballSize < 0.01 ? getParam(params.server, 'ball_size', 0.085) : options.ballSize;
  return Math.max(4.2 * textScale, meters * camera.scale);
}

/** Growth of the drawn ball per meter of height, and the height from which on it does not grow. */
const GROWTH_PER_METER = 0.25;
const MAX_DRAWN_HEIGHT = 8;
/** Displacement of the shadow in both directions, per meter of height; that of the radius, from a meter on, shows it beside the ball. */
const SHADOW_SLOPE = 0.35;
const SHADOW_CLEARANCE = 0.8;

/** Factor of the drawn radius of a ball at a height in meters: it looks nearer to the viewer. */
function computeHeightGrowth(z: number): number {
  return 1 + GROWTH_PER_METER * Math.min(Math.max(z, 0), MAX_DRAWN_HEIGHT);
}

/** Draws the shadow of a ball in the air, which shows its height: it is the farther away the higher the ball is. */
function drawShadow(
  { ctx, camera, scene, textScale }: DrawContext,
  x: number,
  y: number,
  ground: number,
  r: number,
): void {
  const { ballZ } = scene;
  const shift = SHADOW_SLOPE * ballZ * camera.scale + SHADOW_CLEARANCE * Math.min(1, ballZ) * r;
  ctx.strokeStyle = 'rgba(11, 15, 13, 0.4)';
  ctx.lineWidth = textScale;
  strokeLine(ctx, x, y, x + shift, y + shift);
  ctx.fillStyle = 'rgba(11, 15, 13, 0.45)';
  ctx.beginPath();
  ctx.ellipse(x + shift, y + shift, ground * 1.1, ground * 0.8, 0, 0, TAU);
  ctx.fill();
}

/** Draws the ball with its past positions, the reach of a default player, its shadow in the air, and its predicted path. */
export function drawBall(paint: DrawContext): void {
  setPixelTransform(paint);
  const { ctx, camera, scene, options, textScale } = paint;
  const x = camera.toScreenX(scene.ballX, scene.ballY);
  const y = camera.toScreenY(scene.ballX, scene.ballY);
  const ground = computeBallRadius(paint);
  const r = ground * computeHeightGrowth(scene.ballZ);
  if (options.showTrail) drawTrail(paint, x, y, ground);
  const reach =
    (getParam(paint.params.server, 'player_size', 0.3) +
      getParam(paint.params.server, 'kickable_margin', 0.7) +
      getParam(paint.params.server, 'ball_size', 0.085)) *
    camera.scale;
  if (reach > ground + 3 * textScale) {
    ctx.lineWidth = textScale;
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.5)';
    strokeCircle(ctx, x, y, reach);
  }
  if (scene.ballZ > 0) drawShadow(paint, x, y, ground, r);
  if (options.ballVelocityCycles > 0) drawPredictedPath(paint, options.ballVelocityCycles);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  fillAndStroke(ctx, '#ffffff', 2 * textScale, '#0b0f0d');
  if (options.showVelocity) drawVelocity(paint, x, y);
}

function drawTrail(paint: DrawContext, x: number, y: number, r: number): void {
  const { ctx, camera, trail, trailLength } = paint;
  let [fromX, fromY] = [x, y];
  ctx.lineCap = 'round';
  ctx.strokeStyle = '#ffffff';
  for (let i = 0; i + 1 < trailLength; i += 2) {
    const fade = 1 - i / trailLength;
    const toX = camera.toScreenX(trail[i] as number, trail[i + 1] as number);
    const toY = camera.toScreenY(trail[i] as number, trail[i + 1] as number);
    ctx.globalAlpha = 0.5 * fade;
    ctx.lineWidth = Math.max(1, r * 1.3 * fade);
    strokeLine(ctx, fromX, fromY, toX, toY);
    [fromX, fromY] = [toX, toY];
  }
  ctx.globalAlpha = 1;
  ctx.lineCap = 'butt';
}

/** Draws the next positions without noise, and a line to the last of them. */
function drawPredictedPath({ ctx, camera, scene, params, textScale }: DrawContext, cycles: number): void {
  const decay = getParam(params.server, 'ball_decay', 0.94);
  let [x, y, vx, vy] = [scene.ballX, scene.ballY, scene.ballVx, scene.ballVy];
  ctx.strokeStyle = '#ff5a4f';
  ctx.fillStyle = '#ff5a4f';
  ctx.lineWidth = textScale;
  const size = 3 * textScale;
  ctx.beginPath();
  ctx.moveTo(camera.toScreenX(x, y), camera.toScreenY(x, y));
  for (let i = 0; i < cycles; i++) {
    x += vx;
    y += vy;
    vx *= decay;
    vy *= decay;
    ctx.fillRect(camera.toScreenX(x, y) - size / 2, camera.toScreenY(x, y) - size / 2, size, size);
  }
  ctx.lineTo(camera.toScreenX(x, y), camera.toScreenY(x, y));
  ctx.stroke();
}

function drawVelocity({ ctx, camera, scene, textScale }: DrawContext, x: number, y: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(
    camera.toScreenX(scene.ballX + scene.ballVx * 3, scene.ballY + scene.ballVy * 3),
    camera.toScreenY(scene.ballX + scene.ballVx * 3, scene.ballY + scene.ballVy * 3),
  );
  ctx.lineWidth = 2 * textScale;
  ctx.strokeStyle = '#ff5a4f';
  ctx.stroke();
}
