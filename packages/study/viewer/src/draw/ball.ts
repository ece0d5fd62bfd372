import { getParam } from '../scene.js';
import { type DrawContext, setPixelTransform } from './draw-context.js';

const TAU = 2 * Math.PI;

/** Drawn radius of the ball in CSS pixels. */
export function computeBallRadius({
  camera,
  options,
  params,
  textScale,
}: Pick<DrawContext, 'camera' | 'options' | 'params' | 'textScale'>): number {
  const meters = options.ballSize < 0.01 ? getParam(params.server, 'ball_size', 0.085) : options.ballSize;
  return Math.max(4.2 * textScale, meters * camera.scale);
}

/** Draws the ball with its past positions, the reach of a default player, and its predicted path. */
export function drawBall(paint: DrawContext): void {
  setPixelTransform(paint);
  const { ctx, camera, scene, options, textScale } = paint;
  const x = camera.toScreenX(scene.ballX, scene.ballY);
  const y = camera.toScreenY(scene.ballX, scene.ballY);
  const r = computeBallRadius(paint);
  if (options.showTrail) drawTrail(paint, x, y, r);
  const reach =
    (getParam(paint.params.server, 'player_size', 0.3) +
      getParam(paint.params.server, 'kickable_margin', 0.7) +
      getParam(paint.params.server, 'ball_size', 0.085)) *
    camera.scale;
  if (reach > r + 3 * textScale) {
    ctx.beginPath();
    ctx.arc(x, y, reach, 0, TAU);
    ctx.lineWidth = textScale;
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.5)';
    ctx.stroke();
  }
  if (options.ballVelocityCycles > 0) drawPredictedPath(paint, options.ballVelocityCycles);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  ctx.fillStyle = '#ffffff';
  ctx.fill();
  ctx.lineWidth = 2 * textScale;
  ctx.strokeStyle = '#0b0f0d';
  ctx.stroke();
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
    ctx.beginPath();
    ctx.moveTo(fromX, fromY);
    ctx.lineTo(toX, toY);
    ctx.stroke();
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
