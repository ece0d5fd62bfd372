import type { Kit } from '../kits.js';
import type { DisplayState, PicturePlayer } from '../scene.js';
import {
  type DrawContext,
  drawLabel,
  FONT,
  fillAndStroke,
  setPixelTransform,
  strokeCircle,
} from './draw-context.js';

/** Colors of the rings of states (spec 11 §3.2). A kick has a ring that fades. The shirt stays visible, so that the team does. */
const STATE_COLORS: Readonly<Record<DisplayState, string>> = {
  '': '',
  kick: '',
  kick_fault: '#ff0000',
  catch: '#0a500a',
  catch_fault: '#0a5096',
  tackle: '#ff887f',
  tackle_fault: '#4f9f9f',
  foul_charged: '#007f00',
  ball_collide: '#ff0000',
  player_collide: '#699beb',
};

const TAU = 2 * Math.PI;
/** Radius in pixels, at scale 1 of the controls, from which on the disc shows the real body. */
const BODY_VISIBLE_RADIUS_PX = 24;

/** Returns the drawn radius of a player in CSS pixels; it has a minimum so that the player can be seen and touched. */
export function computePlayerRadius(
  p: PicturePlayer,
  paint: Pick<DrawContext, 'camera' | 'options'>,
): number {
  const meters = paint.options.playerSize < 0.01 ? p.kickRadius : paint.options.playerSize;
  const { scale } = paint.camera;
  return Math.max(meters * scale, Math.min(7.6, Math.max(4, 2.4 * scale)));
}

export function chooseKit(p: PicturePlayer, paint: Pick<DrawContext, 'kits'>): Kit {
  if (p.side === 'l') return p.isGoalie ? paint.kits.leftGoalie : paint.kits.left;
  return p.isGoalie ? paint.kits.rightGoalie : paint.kits.right;
}

/** Draws all players; the selected one last, so that no other player covers it. */
export function drawPlayers(paint: DrawContext): void {
  setPixelTransform(paint);
  const { scene, selected } = paint;
  for (let i = 0; i < 22; i++) if (i !== selected) drawPlayer(paint, scene.players[i] as PicturePlayer, i);
  if (selected >= 0) drawPlayer(paint, scene.players[selected] as PicturePlayer, selected);
}

/** Draws one player; `index` is its index in the scene. */
export function drawPlayer(paint: DrawContext, p: PicturePlayer, index: number): void {
  const { ctx, camera, textScale } = paint;
  const x = camera.toScreenX(p.x, p.y);
  const y = camera.toScreenY(p.x, p.y);
  if (x < -80 || y < -80 || x > camera.width + 80 || y > camera.height + 80) return;
  const r = computePlayerRadius(p, paint);
  if (!p.isPresent) {
    drawAbsentPlayer(paint, p, x, y, Math.min(r, 7 * textScale));
    return;
  }
  const kit = chooseKit(p, paint);
  const state = STATE_COLORS[p.displayState];
  if (state !== '') {
    drawRing(ctx, x, y, r + 2.5 * textScale, 6 * textScale, 'rgba(8, 16, 12, 0.8)');
    drawRing(ctx, x, y, r + 2.5 * textScale, 4 * textScale, state);
  }
  drawBodyDirection(paint, p, x, y, r, kit);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  fillAndStroke(ctx, kit.shirt, 1.25 * textScale, kit.outline);
  if (paint.options.stamina !== 'none') drawStamina(ctx, p.stamina, x, y, r);
  if (r >= BODY_VISIBLE_RADIUS_PX * textScale) drawBody(paint, p, x, y);
  if (!paint.options.showViewArea) drawHeadDirection(paint, p, x, y, r, kit.headColor);
  drawRings(paint, p, x, y, r);
  if (index === paint.selected || index === paint.hover) {
    const width = (index === paint.selected ? 2.5 : 1.25) * textScale;
    drawRing(ctx, x, y, r + 5.5 * textScale, width, '#ffffff');
  }
  drawTexts(paint, p, x, y, r, kit);
  if (paint.options.showCard && (p.hasYellowCard || p.hasRedCard))
    drawCard(paint, x + r * 0.7, y - r * 0.7, p.hasRedCard);
}

/** Draws a player that is not on the field: black and small; a player that was sent off keeps its card. */
function drawAbsentPlayer(paint: DrawContext, p: PicturePlayer, x: number, y: number, r: number): void {
  const { ctx, textScale } = paint;
  ctx.globalAlpha = 0.5;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  fillAndStroke(
    ctx,
    '#0b0f0d',
    1.5 * textScale,
    p.side === 'l' ? paint.kits.left.shirt : paint.kits.right.shirt,
  );
  ctx.globalAlpha = 1;
  if (p.hasRedCard && paint.options.showCard) drawCard(paint, x + r * 0.7, y - r * 0.7, true);
}

/** Draws a triangle over the edge that shows the body direction. */
function drawBodyDirection(
  { ctx, camera, textScale }: DrawContext,
  p: PicturePlayer,
  x: number,
  y: number,
  r: number,
  kit: Kit,
): void {
  const angle = camera.toScreenAngle(p.body);
  const tip = r + Math.max(5, r * 0.55);
  ctx.beginPath();
  ctx.moveTo(x + Math.cos(angle) * tip, y + Math.sin(angle) * tip);
  ctx.lineTo(x + Math.cos(angle + 0.72) * r, y + Math.sin(angle + 0.72) * r);
  ctx.lineTo(x + Math.cos(angle - 0.72) * r, y + Math.sin(angle - 0.72) * r);
  ctx.closePath();
  fillAndStroke(ctx, kit.shirt, 1.25 * textScale, kit.outline);
}

/** Draws the real body; its color darkens in eighths with falling stamina. */
function drawBody({ ctx, camera, textScale }: DrawContext, p: PicturePlayer, x: number, y: number): void {
  const dark = 1 - Math.ceil(p.stamina * 8) / 8;
  ctx.beginPath();
  ctx.arc(x, y, p.bodyRadius * camera.scale, 0, TAU);
  ctx.fillStyle = `rgba(0, 0, 0, ${0.12 + 0.78 * dark})`;
  ctx.fill();
  const angle = camera.toScreenAngle(p.body);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(
    x + Math.cos(angle) * p.kickRadius * camera.scale,
    y + Math.sin(angle) * p.kickRadius * camera.scale,
  );
  ctx.lineWidth = textScale;
  ctx.strokeStyle = 'rgba(8, 16, 12, 0.6)';
  ctx.stroke();
}

/** Draws the head direction: a bright arc on the edge. */
function drawHeadDirection(
  { ctx, camera, textScale }: DrawContext,
  p: PicturePlayer,
  x: number,
  y: number,
  r: number,
  color: string,
): void {
  const angle = camera.toScreenAngle(p.head);
  const width = Math.max(2, Math.min(5 * textScale, r * 0.2));
  ctx.beginPath();
  ctx.arc(x, y, r + textScale, angle - 0.55, angle + 0.55);
  ctx.lineWidth = width + 1.5 * textScale;
  ctx.strokeStyle = 'rgba(8, 16, 12, 0.8)';
  ctx.stroke();
  ctx.lineWidth = width;
  ctx.strokeStyle = color;
  ctx.stroke();
}

function drawRing(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  width: number,
  color: string,
): void {
  ctx.lineWidth = width;
  ctx.strokeStyle = color;
  strokeCircle(ctx, x, y, r);
}

/**
 * Draws the used part of the stamina as a dark arc on the edge of the shirt, clockwise from the top. Most of the shirt keeps its
 * color, so that a tired player is not mistaken for an opponent.
 */
function drawStamina(ctx: CanvasRenderingContext2D, level: number, x: number, y: number, r: number): void {
  if (level > 0.995) return;
  const width = Math.max(2, r * 0.22);
  ctx.beginPath();
  ctx.arc(x, y, r - width / 2, -Math.PI / 2, -Math.PI / 2 + TAU * (1 - level));
  ctx.lineWidth = width;
  ctx.strokeStyle = 'rgba(8, 14, 11, 0.72)';
  ctx.stroke();
}

/** Draws rings for kick, tackle, illegal defense, effort and recovery. */
function drawRings(paint: DrawContext, p: PicturePlayer, x: number, y: number, r: number): void {
  const { ctx, options, textScale } = paint;
  if (options.stamina !== 'none') {
    // Effort below its maximum has priority over recovery below 1 (spec 11 §3.11).
    if (p.isEffortLow) drawRing(ctx, x, y, r + 3 * textScale, 2 * textScale, '#ff3b30');
    else if (p.isRecoveryLow) drawRing(ctx, x, y, r + 3 * textScale, 2 * textScale, '#ffe71f');
  }
  if (p.kickFade > 0) {
    ctx.globalAlpha = p.kickFade;
    drawRing(ctx, x, y, r + (7 - 6 * p.kickFade) * textScale, 2.5 * textScale, '#ffffff');
    ctx.globalAlpha = 1;
  }
  if (p.tackleFade > 0) {
    ctx.globalAlpha = p.tackleFade;
    drawRing(ctx, x, y, r + 3 * textScale, 3 * textScale, '#ff887f');
    ctx.globalAlpha = 1;
  }
  if (options.showIllegalDefense && p.isIllegalDefense) {
    ctx.setLineDash([4 * textScale, 3 * textScale]);
    drawRing(ctx, x, y, r + 8 * textScale, 2 * textScale, '#ff3b30');
    ctx.setLineDash([]);
  }
}

function drawCard({ ctx, textScale }: DrawContext, x: number, y: number, red: boolean): void {
  const width = 6.5 * textScale;
  const height = 9 * textScale;
  ctx.fillStyle = red ? '#e5202b' : '#ffd91a';
  ctx.fillRect(x, y - height, width, height);
  ctx.lineWidth = textScale;
  ctx.strokeStyle = '#10151a';
  ctx.strokeRect(x, y - height, width, height);
}

function drawTexts(paint: DrawContext, p: PicturePlayer, x: number, y: number, r: number, kit: Kit): void {
  const { ctx, options, textScale } = paint;
  const parts: string[] = [];
  ctx.textBaseline = 'middle';
  if (options.showPlayerNumber) drawNumber(paint, p, x, y, r, kit);
  const raw = paint.frame.players[p.side === 'l' ? p.unum - 1 : p.unum + 10];
  if (options.stamina === 'number' || options.stamina === 'capacity') {
    let text = String(Math.round(raw?.stamina ?? 0));
    if (options.stamina === 'capacity' && raw !== undefined && raw.capacity >= 0) {
      text += `/${Math.round(raw.capacity)}`;
    }
    parts.push(text);
  }
  if (options.showPlayerType) parts.push(`t${p.typeId}`);
  if (parts.length === 0) return;
  ctx.font = `600 ${Math.round(11 * textScale)}px ${FONT}`;
  ctx.textAlign = 'left';
  drawLabel(ctx, parts.join(', '), x + r + 7 * textScale, y);
}

/** Draws the uniform number in the middle of the disc; over the real body with a halo. */
function drawNumber(
  { ctx, textScale }: DrawContext,
  p: PicturePlayer,
  x: number,
  y: number,
  r: number,
  kit: Kit,
): void {
  ctx.textAlign = 'center';
  const size = Math.round(Math.min(17 * textScale, r * 1.12));
  ctx.font = `700 ${size}px ${FONT}`;
  if (r >= BODY_VISIBLE_RADIUS_PX * textScale) {
    drawLabel(ctx, String(p.unum), x, y + 0.5);
    return;
  }
  ctx.fillStyle = kit.numberColor;
  ctx.fillText(String(p.unum), x, y + 0.5);
}
