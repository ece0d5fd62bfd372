import type { FramePlayer } from '@rcss/core';
import { PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { computeMaxKickAcceleration, computeTackleChance, getParam, type PicturePlayer } from '../scene.js';
import {
  type DrawContext,
  drawLabel,
  FONT,
  fillAndStroke,
  setFieldTransform,
  setFont,
  setPixelTransform,
  strokeCircle,
  strokeLine,
} from './draw-context.js';
import { drawNotes } from './draw-notes.js';
import { drawTrace, drawVoronoi } from './maps.js';
import { chooseKit, computePlayerRadius } from './players.js';

const TAU = 2 * Math.PI;

/** Draws what is below the players: view cones, areas, offside lines. */
export function drawUnderlays(paint: DrawContext): void {
  const { options, scene } = paint;
  setFieldTransform(paint);
  if (options.showVoronoi) drawVoronoi(paint);
  for (const trace of paint.traces) drawTrace(paint, trace);
  if (options.showOffsideLine) drawOffsideLines(paint);
  for (let i = 0; i < 22; i++) {
    const p = scene.players[i] as PicturePlayer;
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
    const p = scene.players[i] as PicturePlayer;
    if (!p.isPresent) continue;
    if (options.showPointto && p.hasPoint) drawPointing(paint, p);
    if (options.showAttention) drawAttention(paint, p, i);
    if (options.showTackleArea) drawTackleLabel(paint, p);
  }
  if (paint.drawings.length > 0) drawLogShapes(paint);
  const chosen = selected >= 0 ? scene.players[selected] : undefined;
  if (chosen?.isPresent) {
    if (options.showFocusPoint && chosen.hasFocus) drawFocusPoint(paint, chosen);
    if (options.showHearing) drawHearingRange(paint, chosen);
    if (options.showKickAccelArea) drawKickReach(paint, chosen);
  }
  if (paint.notes !== undefined) drawNotes(paint);
  if (paint.dragged !== null) drawDragged(paint);
  if (paint.ruler !== null) drawRuler(paint);
}

/** Draws points, circles and lines of other programs. An unknown color leaves the previous one in use. */
function drawLogShapes(paint: DrawContext): void {
  const { ctx, camera, textScale } = paint;
  setFieldTransform(paint);
  ctx.lineWidth = (1.5 * textScale) / camera.scale;
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
        shape.kind === 'circle' ? Math.abs(shape.radius) : (2.5 * textScale) / camera.scale,
        0,
        TAU,
      );
    }
    ctx.stroke();
  }
}

function drawOffsideLines({ ctx, camera, textScale, scene, kits }: DrawContext): void {
  ctx.lineWidth = (2 * textScale) / camera.scale;
  ctx.setLineDash([(8 * textScale) / camera.scale, (5 * textScale) / camera.scale]);
  ctx.globalAlpha = 0.85;
  for (const [x, color] of [
    [scene.offsideLeft, kits.left.shirt],
    [scene.offsideRight, kits.right.shirt],
  ] as const) {
    ctx.strokeStyle = color;
    strokeLine(ctx, x, -PITCH_HALF_WIDTH, x, PITCH_HALF_WIDTH);
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** Draws a sector of `visible_distance` for each player, and the whole cone of the selected one (spec 11 §3.11). */
export function drawViewArea(
  { ctx, camera, textScale, params }: DrawContext,
  p: PicturePlayer,
  chosen: boolean,
): void {
  const near = getParam(params.server, 'visible_distance', 3);
  const [from, to] = [p.head - p.halfView, p.head + p.halfView];
  ctx.lineWidth = textScale / camera.scale;
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

/** Draws where the goalkeeper can catch: the certain reach as a solid line, the stretched and the reduced reach as dotted lines. */
function drawCatchArea({ ctx, camera, textScale, params }: DrawContext, p: PicturePlayer): void {
  const type = params.types.get(p.typeId);
  const length = getParam(params.server, 'catchable_area_l', 1.2);
  const half = getParam(params.server, 'catchable_area_w', 1) / 2;
  const stretch = getParam(type, 'catchable_area_l_stretch', 1);
  ctx.lineWidth = (1.5 * textScale) / camera.scale;
  ctx.strokeStyle = '#ffffff';
  strokeCircle(ctx, p.x, p.y, Math.hypot(half, length));
  if (stretch === 1) return;
  ctx.setLineDash([(3 * textScale) / camera.scale, (3 * textScale) / camera.scale]);
  for (const reach of [stretch * length, (2 - stretch) * length]) {
    ctx.beginPath();
    ctx.arc(p.x, p.y, Math.hypot(half, Math.max(0, reach)), 0, TAU);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function drawTackleArea({ ctx, camera, textScale, scene, params }: DrawContext, p: PicturePlayer): void {
  const tackle = computeTackleChance(p, scene.ballX, scene.ballY, params.server, false);
  const foul = computeTackleChance(p, scene.ballX, scene.ballY, params.server, true);
  if (tackle <= 0 && foul <= 0) return;
  const back = getParam(params.server, 'tackle_back_dist', 0);
  const reach = getParam(params.server, 'tackle_dist', 2);
  const width = getParam(params.server, 'tackle_width', 1.25);
  ctx.save();
  ctx.translate(p.x, p.y);
  ctx.rotate(p.body);
  ctx.lineWidth = (1.5 * textScale) / camera.scale;
  ctx.strokeStyle = '#ffb3ad';
  ctx.strokeRect(-back, -width, back + reach, 2 * width);
  ctx.restore();
}

function drawTackleLabel(paint: DrawContext, p: PicturePlayer): void {
  const { ctx, camera, textScale, scene, params } = paint;
  const tackle = computeTackleChance(p, scene.ballX, scene.ballY, params.server, false);
  const foul = computeTackleChance(p, scene.ballX, scene.ballY, params.server, true);
  if (tackle <= 0 && foul <= 0) return;
  const text =
    tackle > 0 && foul > 0
      ? `T=${tackle.toPrecision(3)}, F=${foul.toPrecision(3)}`
      : tackle > 0
        ? `Tackle=${tackle.toPrecision(3)}`
        : `Foul=${foul.toPrecision(3)}`;
  setPixelTransform(paint);
  setFont(ctx, `600 ${Math.round(11 * textScale)}px ${FONT}`, 'left');
  drawLabel(
    ctx,
    text,
    camera.toScreenX(p.x, p.y) + 16 * textScale,
    camera.toScreenY(p.x, p.y) + 16 * textScale,
    '#ffd7d3',
  );
}

function drawPointing(paint: DrawContext, p: PicturePlayer): void {
  const { ctx, camera, textScale } = paint;
  setPixelTransform(paint);
  const [x, y] = [camera.toScreenX(p.x, p.y), camera.toScreenY(p.x, p.y)];
  const [tx, ty] = [camera.toScreenX(p.pointX, p.pointY), camera.toScreenY(p.pointX, p.pointY)];
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = 1.25 * textScale;
  ctx.strokeStyle = '#ff5fd0';
  ctx.setLineDash([6 * textScale, 4 * textScale]);
  strokeLine(ctx, x, y, tx, ty);
  ctx.setLineDash([]);
  ctx.lineWidth = 2 * textScale;
  ctx.beginPath();
  const arm = 5 * textScale;
  ctx.moveTo(tx - arm, ty - arm);
  ctx.lineTo(tx + arm, ty + arm);
  ctx.moveTo(tx - arm, ty + arm);
  ctx.lineTo(tx + arm, ty - arm);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws an arrow from a player to the player that it attends to. */
function drawAttention(paint: DrawContext, p: PicturePlayer, index: number): void {
  const { ctx, camera, textScale, scene, frame } = paint;
  const { attentionSide, attentionUnum } = frame.players[index] as FramePlayer;
  if (attentionSide === '' || attentionUnum < 1) return;
  const to = scene.players[(attentionSide === 'l' ? -1 : 10) + attentionUnum];
  if (to === undefined || !to.isPresent) return;
  setPixelTransform(paint);
  const [x, y] = [camera.toScreenX(p.x, p.y), camera.toScreenY(p.x, p.y)];
  const [tx, ty] = [camera.toScreenX(to.x, to.y), camera.toScreenY(to.x, to.y)];
  const length = Math.hypot(tx - x, ty - y);
  if (length < 1) return;
  const [ux, uy] = [(tx - x) / length, (ty - y) / length];
  const end = length - computePlayerRadius(to, paint) - 2;
  const [ex, ey] = [x + ux * end, y + uy * end];
  ctx.globalAlpha = 0.8;
  ctx.lineWidth = 1.5 * textScale;
  ctx.strokeStyle = '#ffc94d';
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(ex, ey);
  const [back, wide] = [7 * textScale, 4 * textScale];
  ctx.moveTo(ex - back * ux + wide * uy, ey - back * uy - wide * ux);
  ctx.lineTo(ex, ey);
  ctx.lineTo(ex - back * ux - wide * uy, ey - back * uy + wide * ux);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws the distance within which the player hears other players (`server::audio_cut_dist`). */
function drawHearingRange(paint: DrawContext, p: PicturePlayer): void {
  const { ctx, camera, textScale, params } = paint;
  setFieldTransform(paint);
  ctx.lineWidth = (1.5 * textScale) / camera.scale;
  ctx.strokeStyle = 'rgba(255, 201, 77, 0.9)';
  ctx.setLineDash([(6 * textScale) / camera.scale, (4 * textScale) / camera.scale]);
  strokeCircle(ctx, p.x, p.y, getParam(params.server, 'audio_cut_dist', 50));
  ctx.setLineDash([]);
}

function drawFocusPoint(paint: DrawContext, p: PicturePlayer): void {
  const { ctx, camera, textScale, options } = paint;
  setFieldTransform(paint);
  ctx.lineWidth = (1.5 * textScale) / camera.scale;
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.9)';
  ctx.setLineDash([(5 * textScale) / camera.scale, (4 * textScale) / camera.scale]);
  strokeLine(ctx, p.x, p.y, p.focusX, p.focusY);
  ctx.setLineDash([]);
  strokeCircle(ctx, p.focusX, p.focusY, options.focusPointSize);
}

/** Draws the next positions of the ball that the strongest kicks can reach. */
function drawKickReach(paint: DrawContext, p: PicturePlayer): void {
  const { ctx, camera, textScale, scene, params } = paint;
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
  fillAndStroke(ctx, 'rgba(0, 255, 0, 0.14)', (1.5 * textScale) / camera.scale, '#5cff5c');
  ctx.restore();
  setPixelTransform(paint);
  setFont(ctx, `600 ${Math.round(11 * textScale)}px ${FONT}`, 'left');
  const [x, y] = [camera.toScreenX(scene.ballX, scene.ballY), camera.toScreenY(scene.ballX, scene.ballY)];
  drawLabel(ctx, `MaxAccel=${accel.toFixed(3)}`, x + 12 * textScale, y - 16 * textScale, '#c8ffc8');
}

function drawDragged(paint: DrawContext): void {
  const { ctx, camera, textScale, dragged: ghost, scene } = paint;
  if (ghost === null) return;
  setPixelTransform(paint);
  const [x, y] = [camera.toScreenX(ghost.x, ghost.y), camera.toScreenY(ghost.x, ghost.y)];
  const p = scene.players[ghost.index];
  ctx.globalAlpha = 0.7;
  ctx.beginPath();
  ctx.arc(x, y, p === undefined ? 5 * textScale : computePlayerRadius(p, paint), 0, TAU);
  ctx.fillStyle = p === undefined ? '#ffffff' : chooseKit(p, paint).shirt;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 2 * textScale;
  ctx.setLineDash([4 * textScale, 3 * textScale]);
  ctx.strokeStyle = '#ffffff';
  ctx.stroke();
  ctx.setLineDash([]);
  setFont(ctx, `600 ${Math.round(11 * textScale)}px ${FONT}`, 'left');
  drawLabel(ctx, `(${ghost.x.toFixed(2)}, ${ghost.y.toFixed(2)})`, x + 16 * textScale, y - 14 * textScale);
}

/** Draws the ends of the ruler and the line between them (spec 11 §3.5). */
function drawRuler(paint: DrawContext): void {
  const { ctx, camera, textScale, ruler } = paint;
  if (ruler === null) return;
  setPixelTransform(paint);
  const [x0, y0] = [camera.toScreenX(ruler.x0, ruler.y0), camera.toScreenY(ruler.x0, ruler.y0)];
  const [x1, y1] = [camera.toScreenX(ruler.x1, ruler.y1), camera.toScreenY(ruler.x1, ruler.y1)];
  ctx.lineWidth = 1.5 * textScale;
  ctx.strokeStyle = '#38f2ff';
  strokeLine(ctx, x0, y0, x1, y1);
  ctx.fillStyle = '#ff5a4f';
  const size = 5 * textScale;
  ctx.fillRect(x0 - size / 2, y0 - size / 2, size, size);
  ctx.fillRect(x1 - size / 2, y1 - size / 2, size, size);
  const [dx, dy] = [ruler.x1 - ruler.x0, ruler.y1 - ruler.y0];
  setFont(ctx, `${Math.round(12 * textScale)}px ${FONT}`, 'left');
  drawLabel(
    ctx,
    `(${ruler.x0.toFixed(2)},${ruler.y0.toFixed(2)})`,
    x0 + 8 * textScale,
    y0 + 14 * textScale,
    '#ffdede',
  );
  drawLabel(
    ctx,
    `(${ruler.x1.toFixed(2)},${ruler.y1.toFixed(2)})`,
    x1 + 10 * textScale,
    y1 - 10 * textScale,
    '#ffdede',
  );
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  drawLabel(
    ctx,
    `rel(${dx.toFixed(2)},${dy.toFixed(2)}) r${Math.hypot(dx, dy).toFixed(2)} th${angle.toFixed(1)}`,
    x1 + 10 * textScale,
    y1 + 6 * textScale,
    '#efefcf',
  );
}
