import { expect, it } from 'vitest';
import { Camera } from '../camera.js';
import { drawPasses } from './field-layer.js';

it('the arrows of all open passes are strong, also those without a label; closed ones are pale', () => {
  const strokes: [opacity: number, width: number][] = [];
  const ctx = {
    globalAlpha: 1,
    lineWidth: 0,
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    stroke: () => strokes.push([ctx.globalAlpha, ctx.lineWidth]),
  };
  const passes = [true, true, true, true, true, true, false].map((open, i) => ({ x: 5 * i, y: 20, open }));
  const view = { camera: new Camera(), textScale: 1 };
  drawPasses(ctx as unknown as CanvasRenderingContext2D, { ballX: 0, ballY: 0 }, passes, view);
  // Each arrow has a dark edge; the best one is drawn last.
  expect(strokes.map(([opacity]) => opacity)).toEqual([0.5, 0.5, ...Array(12).fill(0.95)]);
  expect(strokes.map(([, width]) => width).at(-1)).toBe(3);
  expect(ctx.globalAlpha).toBe(1);
});
