/**
 * The height of the ball around a moment: a view of the field from the side, with the goals, and the height over time. Shown only for
 * matches in which the ball can leave the ground (spec 12).
 */
import type { Frame } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { h } from '../dom.js';
import { createChartCanvas } from './chart-canvas.js';

/** Cycles before and after the moment. */
export const HEIGHT_SPAN = 40;
/** Size in CSS pixels: the view from the side is above the curve. */
const WIDTH = 520;
const SIDE_HEIGHT = 110;
const CURVE_HEIGHT = 80;
const MARGIN = 8;
/** |x| at the edges of the view from the side, meters. */
const EDGE_X = PITCH_HALF_LENGTH + 4;
/** The views show at least this height, meters. */
const LEAST_HEIGHT = 4;
const BALL_JUMP = 4.5;

/** Places of the ball around a moment. */
export interface Flight {
  /** Frames from the moment: 0 is the moment itself. */
  readonly offsets: readonly number[];
  /** Position along the pitch and height, meters, for each offset. */
  readonly x: readonly number[];
  readonly z: readonly number[];
}

/**
 * Collects the places of the ball in the frames around an index, up to {@link HEIGHT_SPAN} in both directions. A direction ends at a frame that
 * is not there, and where the ball was placed. Null if the frame at the index is missing or belongs to a match without heights.
 */
export function collectFlight(getFrame: (index: number) => Frame | undefined, index: number): Flight | null {
  const middle = getFrame(index);
  if (!middle?.hasHeight) return null;
  const side = (step: -1 | 1): [offset: number, x: number, z: number][] => {
    const places: [number, number, number][] = [];
    let { ballX, ballY } = middle;
    for (let n = 1; n <= HEIGHT_SPAN; n++) {
      const frame = getFrame(index + step * n);
      if (frame === undefined || Math.hypot(frame.ballX - ballX, frame.ballY - ballY) > BALL_JUMP) break;
      ({ ballX, ballY } = frame);
      places.push([step * n, ballX, frame.ballZ]);
    }
    return places;
  };
  const places = [...side(-1).reverse(), [0, middle.ballX, middle.ballZ] as const, ...side(1)];
  return {
    offsets: places.map(([offset]) => offset),
    x: places.map(([, x]) => x),
    z: places.map(([, , z]) => z),
  };
}

/** The element, and its update for a moment; it is hidden if the match has no heights. */
export interface HeightView {
  readonly element: HTMLElement;
  update(getFrame: (index: number) => Frame | undefined, index: number, goalHeight: number): void;
}

export function createHeightView(): HeightView {
  const canvas = h('canvas', { role: 'img' });
  const element = h('div', { hidden: true }, canvas);
  const chart = createChartCanvas(canvas, WIDTH, SIDE_HEIGHT + CURVE_HEIGHT);
  return {
    element,
    update(getFrame, index, goalHeight) {
      const flight = collectFlight(getFrame, index);
      element.hidden = flight === null;
      if (flight === null) return;
      const now = flight.z[flight.offsets.indexOf(0)] as number;
      const highest = Math.max(...flight.z);
      canvas.ariaLabel = `Height of the ball: ${now.toFixed(2)} m; highest within ${HEIGHT_SPAN} cycles: ${highest.toFixed(2)} m`;
      const c = chart.clear();
      const top = Math.max(LEAST_HEIGHT, highest * 1.1);
      drawSide(c, flight, top, goalHeight);
      drawCurve(c, flight, top, goalHeight);
    },
  };
}

/** Draws a path in two shades, before and after the moment, and the ball at the moment. */
function drawPath(
  c: CanvasRenderingContext2D,
  { offsets, z }: Flight,
  toX: (i: number) => number,
  toY: (z: number) => number,
): void {
  for (const isPast of [false, true]) {
    c.beginPath();
    for (const [i, offset] of offsets.entries()) {
      if (isPast ? offset > 0 : offset < 0) continue;
      c.lineTo(toX(i), toY(z[i] as number));
    }
    c.strokeStyle = isPast ? '#e8a33d' : 'rgba(232, 163, 61, 0.4)';
    c.lineWidth = 2;
    c.stroke();
  }
  const middle = offsets.indexOf(0);
  c.beginPath();
  c.arc(toX(middle), toY(z[middle] as number), 4, 0, 2 * Math.PI);
  c.fillStyle = '#ffffff';
  c.fill();
  c.lineWidth = 1.5;
  c.strokeStyle = '#0b0f0d';
  c.stroke();
}

function drawLine(c: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  c.beginPath();
  for (const [x, y] of points) c.lineTo(x, y);
  c.strokeStyle = 'rgba(128, 138, 132, 0.9)';
  c.lineWidth = 1.5;
  c.stroke();
}

function drawLabel(c: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  c.fillStyle = 'rgb(128, 138, 132)';
  c.font = '11px system-ui, sans-serif';
  c.fillText(text, x, y);
}

function drawSide(c: CanvasRenderingContext2D, flight: Flight, top: number, goalHeight: number): void {
  const toX = (x: number): number => MARGIN + ((x + EDGE_X) / (2 * EDGE_X)) * (WIDTH - 2 * MARGIN);
  const toY = (z: number): number => SIDE_HEIGHT - MARGIN - (z / top) * (SIDE_HEIGHT - 3 * MARGIN);
  drawLine(c, [
    [toX(-EDGE_X), toY(0)],
    [toX(EDGE_X), toY(0)],
  ]);
  for (const x of [-PITCH_HALF_LENGTH, PITCH_HALF_LENGTH])
    drawLine(c, [
      [toX(x), toY(0)],
      [toX(x), toY(goalHeight)],
      [toX(x + Math.sign(x) * 2), toY(goalHeight)],
    ]);
  drawLabel(c, 'from the side', MARGIN, MARGIN + 4);
  drawPath(c, flight, (i) => toX(flight.x[i] as number), toY);
}

function drawCurve(c: CanvasRenderingContext2D, flight: Flight, top: number, goalHeight: number): void {
  const bottom = SIDE_HEIGHT + CURVE_HEIGHT - MARGIN;
  const toX = (i: number): number =>
    MARGIN + (((flight.offsets[i] as number) + HEIGHT_SPAN) / (2 * HEIGHT_SPAN)) * (WIDTH - 2 * MARGIN);
  const toY = (z: number): number => bottom - (z / top) * (CURVE_HEIGHT - 3 * MARGIN);
  for (const z of [0, goalHeight])
    drawLine(c, [
      [MARGIN, toY(z)],
      [WIDTH - MARGIN, toY(z)],
    ]);
  drawLabel(c, `height, ${HEIGHT_SPAN} cycles before and after; line: bar`, MARGIN, SIDE_HEIGHT + MARGIN);
  drawPath(c, flight, toX, toY);
}
