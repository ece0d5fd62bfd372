import {
  type DrawContext,
  drawLabel,
  FONT,
  setFieldTransform,
  setFont,
  setPixelTransform,
} from './draw-context.js';

const TAU = 2 * Math.PI;

/** Draws arrows, circles and texts of a study, with a dark edge that is visible on grass and shirts. */
export function drawNotes(paint: DrawContext): void {
  const { ctx, camera, textScale, notes = [] } = paint;
  const pixel = textScale / camera.scale;
  for (const shape of notes) {
    if (shape.kind === 'label') {
      setPixelTransform(paint);
      setFont(ctx, `650 ${Math.round(15 * textScale)}px ${FONT}`, 'center');
      const [x, y] = [camera.toScreenX(shape.x, shape.y), camera.toScreenY(shape.x, shape.y)];
      drawLabel(ctx, shape.text, x, y, shape.color);
      continue;
    }
    setFieldTransform(paint);
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    ctx.beginPath();
    if (shape.kind === 'circle') ctx.arc(shape.x, shape.y, shape.radius, 0, TAU);
    else {
      const { x1, y1, x2, y2 } = shape;
      const angle = Math.atan2(y2 - y1, x2 - x1);
      const size = 13 * pixel;
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.moveTo(x2 - size * Math.cos(angle - 0.5), y2 - size * Math.sin(angle - 0.5));
      ctx.lineTo(x2, y2);
      ctx.lineTo(x2 - size * Math.cos(angle + 0.5), y2 - size * Math.sin(angle + 0.5));
    }
    for (const [color, width] of [
      ['rgba(8, 20, 12, 0.75)', 6],
      [shape.color, 3.5],
    ] as const) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width * pixel;
      ctx.stroke();
    }
  }
}
