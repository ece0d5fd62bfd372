import { PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import {
  computeMaxKickAcceleration,
  computeTackleProbability,
  getParam,
  type ScenePlayer,
} from '../scene.js';
import { type DrawContext, drawLabel, FONT, setFieldTransform, setPixelTransform } from './draw-context.js';
import { chooseKit, computePlayerRadius } from './players.js';

const TAU = 2 * Math.PI;

/** Draws what is below the players: view cones, areas, offside lines. */
export function drawUnderlays(paint: DrawContext): void {
  const { options, scene } = paint;
  setFieldTransform(paint);
  if (options.showOffsideLine) drawOffsideLines(paint);
  for (let i = 0; i < 22; i++) {
    const p = scene.players[i] as ScenePlayer;
    if (!p.isPresent) continue;
    if (options.showViewArea) drawViewArea(paint, p, i === paint.selected);
    if (options.showCatchArea && p.isGoalie) drawCatchArea(paint, p);
    if (options.showTackleArea) drawTackleArea(paint, p);
  }
}

/** Draws what is above the players: pointing, focus, kick reach, ruler, names. */
export function drawOverlays(paint: DrawContext): void {
  const { options, scene, selected } = paint;
  for (let i = 0; i < 22; i++) {
    const p = scene.players[i] as ScenePlayer;
    if (!p.isPresent) continue;
    if (options.showPointto && p.hasPoint) drawPointing(paint, p);
    if (options.showTackleArea) drawTackleLabel(paint, p);
  }
  if (paint.drawings.length > 0) drawLogShapes(paint);
  const chosen = selected >= 0 ? scene.players[selected] : undefined;
  if (chosen?.isPresent) {
    if (options.showFocusPoint && chosen.hasFocus) drawFocusPoint(paint, chosen);
    if (options.showKickAccelArea) drawKickReach(paint, chosen);
  }
  if (paint.dragged !== null) drawDragged(paint);
  if (paint.ruler !== null) drawRuler(paint);
}

/** Draws points, circles and lines of other programs. An unknown color leaves the previous one in use. */
function drawLogShapes(paint: DrawContext): void {
  const { ctx, camera } = paint;
  setFieldTransform(paint);
  ctx.lineWidth = 1.5 / camera.scale;
  ctx.strokeStyle = '#ffffff';
  for (const shape of paint.drawings) {
    ctx.strokeStyle = shape.color;
    ctx.beginPath();
    if (shape.kind === 'line') {
      ctx.moveTo(shape.x1, shape.y1);
      ctx.lineTo(shape.x2, shape.y2);
    } else {
      ctx.arc(
        shape.x,
        shape.y,
        shape.kind === 'circle' ? Math.abs(shape.radius) : 2.5 / camera.scale,
        0,
        TAU,
      );
    }
    ctx.stroke();
  }
}

function drawOffsideLines({ ctx, camera, scene, kits }: DrawContext): void {
  ctx.lineWidth = 2 / camera.scale;
  ctx.setLineDash([8 / camera.scale, 5 / camera.scale]);
  ctx.globalAlpha = 0.85;
  for (const [x, color] of [
    [scene.offsideLeft, kits.left.shirt],
    [scene.offsideRight, kits.right.shirt],
  ] as const) {
    ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.moveTo(x, -PITCH_HALF_WIDTH);
    ctx.lineTo(x, PITCH_HALF_WIDTH);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** Draws a sector of `visible_distance` for each player, and the whole cone of the selected one (spec 11 §3.11). */
function drawViewArea({ ctx, camera, params }: DrawContext, p: ScenePlayer, chosen: boolean): void {
  const near = getParam(params.server, 'visible_distance', 3);
  const [from, to] = [p.head - p.halfView, p.head + p.halfView];
  ctx.lineWidth = 1 / camera.scale;
  if (chosen) {
    ctx.fillStyle = 'rgba(255, 255, 255, 0.07)';
    ctx.beginPath();
    ctx.moveTo(p.x, p.y);
    ctx.arc(p.x, p.y, 60, from, to);
    ctx.closePath();
    ctx.fill();
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.55)';
    ctx.stroke();
    ctx.beginPath();
    for (const r of [20, 40]) {
      ctx.moveTo(p.x + r * Math.cos(from), p.y + r * Math.sin(from));
      ctx.arc(p.x, p.y, r, from, to);
    }
    ctx.moveTo(p.x + near, p.y);
    ctx.arc(p.x, p.y, near, 0, TAU);
    ctx.stroke();
  }
  ctx.fillStyle = p.isLowQuality ? 'rgba(191, 239, 191, 0.12)' : 'rgba(220, 245, 225, 0.24)';
  ctx.strokeStyle = 'rgba(214, 245, 220, 0.75)';
  ctx.beginPath();
  ctx.moveTo(p.x, p.y);
  ctx.arc(p.x, p.y, near, from, to);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

/**
 * Draws where the goalkeeper can catch: the certain reach as a solid line, the stretched and the reduced reach as
 * dotted lines.
 */
function drawCatchArea({ ctx, camera, params }: DrawContext, p: ScenePlayer): void {
  const type = params.types.get(p.typeId);
  const length = getParam(params.server, 'catchable_area_l', 1.2);
  const half = getParam(params.server, 'catchable_area_w', 1) / 2;
  const stretch = getParam(type, 'catchable_area_l_stretch', 1);
  ctx.lineWidth = 1.5 / camera.scale;
  ctx.strokeStyle = '#ffffff';
  ctx.beginPath();
  ctx.arc(p.x, p.y, Math.hypot(half, length), 0, TAU);
  ctx.stroke();
  if (stretch === 1) return;
  ctx.setLineDash([3 / camera.scale, 3 / camera.scale]);
  for (const reach of [stretch * length, (2 - stretch) * length]) {
    ctx.beginPath();
    ctx.arc(p.x, p.y, Math.hypot(half, Math.max(0, reach)), 0, TAU);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function drawTackleArea({ ctx, camera, scene, params }: DrawContext, p: ScenePlayer): void {
  const tackle = computeTackleProbability(p, scene.ballX, scene.ballY, params.server, false);
  const foul = computeTackleProbability(p, scene.ballX, scene.ballY, params.server, true);
  if (tackle <= 0 && foul <= 0) return;
  const back = getParam(params.server, 'tackle_back_dist', 0);
  const reach = getParam(params.server, 'tackle_dist', 2);
  const width = getParam(params.server, 'tackle_width', 1.25);
  ctx.save();
  ctx.translate(p.x, p.y);
  ctx.rotate(p.body);
  ctx.lineWidth = 1.5 / camera.scale;
  ctx.strokeStyle = '#ffb3ad';
  ctx.strokeRect(-back, -width, back + reach, 2 * width);
  ctx.restore();
}

function drawTackleLabel(paint: DrawContext, p: ScenePlayer): void {
  const { ctx, camera, scene, params } = paint;
  const tackle = computeTackleProbability(p, scene.ballX, scene.ballY, params.server, false);
  const foul = computeTackleProbability(p, scene.ballX, scene.ballY, params.server, true);
  if (tackle <= 0 && foul <= 0) return;
  const text =
    tackle > 0 && foul > 0
      ? `T=${tackle.toPrecision(3)}, F=${foul.toPrecision(3)}`
      : tackle > 0
        ? `Tackle=${tackle.toPrecision(3)}`
        : `Foul=${foul.toPrecision(3)}`;
  setPixelTransform(paint);
  ctx.font = `600 ${Math.round(11 * paint.textScale)}px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  drawLabel(ctx, text, camera.toScreenX(p.x, p.y) + 16, camera.toScreenY(p.x, p.y) + 16, '#ffd7d3');
}

function drawPointing(paint: DrawContext, p: ScenePlayer): void {
  const { ctx, camera } = paint;
  setPixelTransform(paint);
  const [x, y] = [camera.toScreenX(p.x, p.y), camera.toScreenY(p.x, p.y)];
  const [tx, ty] = [camera.toScreenX(p.pointX, p.pointY), camera.toScreenY(p.pointX, p.pointY)];
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = '#ff5fd0';
  ctx.setLineDash([6, 4]);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(tx, ty);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(tx - 5, ty - 5);
  ctx.lineTo(tx + 5, ty + 5);
  ctx.moveTo(tx - 5, ty + 5);
  ctx.lineTo(tx + 5, ty - 5);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawFocusPoint(paint: DrawContext, p: ScenePlayer): void {
  const { ctx, camera, options } = paint;
  setFieldTransform(paint);
  ctx.lineWidth = 1.5 / camera.scale;
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.9)';
  ctx.setLineDash([5 / camera.scale, 4 / camera.scale]);
  ctx.beginPath();
  ctx.moveTo(p.x, p.y);
  ctx.lineTo(p.focusX, p.focusY);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(p.focusX, p.focusY, options.focusPointSize, 0, TAU);
  ctx.stroke();
}

/** Draws the next positions of the ball that the strongest kicks can reach. */
function drawKickReach(paint: DrawContext, p: ScenePlayer): void {
  const { ctx, camera, scene, params } = paint;
  const accel = computeMaxKickAcceleration(p, scene.ballX, scene.ballY, params);
  if (accel <= 0) return;
  const fastest = getParam(params.server, 'ball_speed_max', 3);
  setFieldTransform(paint);
  ctx.save();
  ctx.beginPath();
  ctx.arc(scene.ballX, scene.ballY, fastest, 0, TAU);
  ctx.clip();
  ctx.beginPath();
  ctx.arc(scene.ballX + scene.ballVx, scene.ballY + scene.ballVy, accel, 0, TAU);
  ctx.fillStyle = 'rgba(0, 255, 0, 0.14)';
  ctx.fill();
  ctx.lineWidth = 1.5 / camera.scale;
  ctx.strokeStyle = '#5cff5c';
  ctx.stroke();
  ctx.restore();
  setPixelTransform(paint);
  ctx.font = `600 ${Math.round(11 * paint.textScale)}px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const [x, y] = [camera.toScreenX(scene.ballX, scene.ballY), camera.toScreenY(scene.ballX, scene.ballY)];
  drawLabel(ctx, `MaxAccel=${accel.toFixed(3)}`, x + 12, y - 16, '#c8ffc8');
}

function drawDragged(paint: DrawContext): void {
  const { ctx, camera, dragged: ghost, scene } = paint;
  if (ghost === null) return;
  setPixelTransform(paint);
  const [x, y] = [camera.toScreenX(ghost.x, ghost.y), camera.toScreenY(ghost.x, ghost.y)];
  const p = scene.players[ghost.index];
  ctx.globalAlpha = 0.7;
  ctx.beginPath();
  ctx.arc(x, y, p === undefined ? 5 : computePlayerRadius(p, paint), 0, TAU);
  ctx.fillStyle = p === undefined ? '#ffffff' : chooseKit(p, paint).shirt;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 2;
  ctx.setLineDash([4, 3]);
  ctx.strokeStyle = '#ffffff';
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `600 ${Math.round(11 * paint.textScale)}px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  drawLabel(ctx, `(${ghost.x.toFixed(2)}, ${ghost.y.toFixed(2)})`, x + 16, y - 14);
}

/** Draws the ends of the ruler and the line between them (spec 11 §3.5). */
function drawRuler(paint: DrawContext): void {
  const { ctx, camera, ruler } = paint;
  if (ruler === null) return;
  setPixelTransform(paint);
  const [x0, y0] = [camera.toScreenX(ruler.x0, ruler.y0), camera.toScreenY(ruler.x0, ruler.y0)];
  const [x1, y1] = [camera.toScreenX(ruler.x1, ruler.y1), camera.toScreenY(ruler.x1, ruler.y1)];
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = '#38f2ff';
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
  ctx.fillStyle = '#ff5a4f';
  ctx.fillRect(x0 - 2.5, y0 - 2.5, 5, 5);
  ctx.fillRect(x1 - 2.5, y1 - 2.5, 5, 5);
  const [dx, dy] = [ruler.x1 - ruler.x0, ruler.y1 - ruler.y0];
  ctx.font = `${Math.round(12 * paint.textScale)}px ${FONT}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  drawLabel(ctx, `(${ruler.x0.toFixed(2)},${ruler.y0.toFixed(2)})`, x0 + 8, y0 + 14, '#ffdede');
  drawLabel(ctx, `(${ruler.x1.toFixed(2)},${ruler.y1.toFixed(2)})`, x1 + 10, y1 - 10, '#ffdede');
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  drawLabel(
    ctx,
    `rel(${dx.toFixed(2)},${dy.toFixed(2)}) r${Math.hypot(dx, dy).toFixed(2)} th${angle.toFixed(1)}`,
    x1 + 10,
    y1 + 6,
    '#efefcf',
  );
}
