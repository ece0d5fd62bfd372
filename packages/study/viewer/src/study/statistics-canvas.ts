import type { Side } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchStats } from '@rcss/stats';
import type { Curve } from '@rcss/stats/charts';
import { Camera } from '../camera.js';
import { fillAndStroke, setFont, setPixelTransform, strokeLine } from '../draw/draw-context.js';
import { drawField } from '../draw/field.js';
import { drawMaps, type MapDrawContext } from '../draw/maps.js';
import { ensureContrast, type Kit, type MatchKits } from '../kits.js';
import { DEFAULT_OPTIONS } from '../options.js';
import type { ChartCanvas } from '../panels/chart-canvas.js';

/** Ground around the pitch, meters. */
const MARGIN = 2;
const GRASS = '#1b2c23';
const FIELD_OPTIONS = { ...DEFAULT_OPTIONS, fieldStyle: 'dark' } as const;

/** A pitch in a chart. */
type Pitch = Pick<MapDrawContext, 'ctx' | 'camera' | 'ratio'>;

export function computePitchHeight(width: number): number {
  return Math.round((width * (PITCH_HALF_WIDTH + MARGIN)) / (PITCH_HALF_LENGTH + MARGIN));
}

/** Clears a chart and draws the empty field. */
function openPitch(chart: ChartCanvas): Pitch {
  const { width, height, ratio } = chart;
  const camera = new Camera();
  camera.resize(width, height);
  camera.scale = width / (2 * (PITCH_HALF_LENGTH + MARGIN));
  const pitch = { ctx: chart.clear(), camera, ratio };
  drawField({ ...pitch, options: FIELD_OPTIONS, server: {} });
  setPixelTransform(pitch);
  return pitch;
}

/** Draws shots, passes or a heat map as the field shows them. */
export function paintMaps(
  chart: ChartCanvas,
  kits: MatchKits,
  maps: Partial<Pick<MapDrawContext, 'shots' | 'passes' | 'heat'>>,
): void {
  const onGrass = (kit: Kit): Kit => ({ ...kit, shirt: ensureContrast(kit.shirt, GRASS) });
  const shown = { ...kits, left: onGrass(kits.left), right: onGrass(kits.right) };
  drawMaps({ ...openPitch(chart), textScale: 1, kits: shown, shots: [], passes: [], heat: null, ...maps });
}

type PlayerStats = MatchStats['players'][number];

/** Draws players at their mean positions and lines between them; more passes make a thicker line. */
export function drawPassNetwork(chart: ChartCanvas, stats: MatchStats, side: Side, kit: Kit): void {
  const pitch = openPitch(chart);
  const players = stats.players.filter((p) => p.side === side);
  drawPassLines(pitch, players, stats.teams[side].passNetwork);
  drawNumberedDiscs(pitch, players, kit);
}

function drawPassLines(
  { ctx: c, camera }: Pitch,
  players: readonly PlayerStats[],
  network: MatchStats['teams'][Side]['passNetwork'],
): void {
  const countPasses = (a: number, b: number) => (network[a]?.[b] ?? 0) + (network[b]?.[a] ?? 0);
  let most = 1;
  for (let a = 0; a < 11; a++) for (let b = a + 1; b < 11; b++) most = Math.max(most, countPasses(a, b));
  c.lineCap = 'round';
  for (let a = 0; a < 11; a++) {
    for (let b = a + 1; b < 11; b++) {
      const passes = countPasses(a, b);
      const [p, q] = [players[a], players[b]];
      if (passes === 0 || p?.meanX == null || p.meanY == null || q?.meanX == null || q.meanY == null)
        continue;
      c.strokeStyle = `rgba(255,255,255,${0.2 + (0.6 * passes) / most})`;
      c.lineWidth = 0.5 + (5 * passes) / most;
      strokeLine(
        c,
        camera.toScreenX(p.meanX, p.meanY),
        camera.toScreenY(p.meanX, p.meanY),
        camera.toScreenX(q.meanX, q.meanY),
        camera.toScreenY(q.meanX, q.meanY),
      );
    }
  }
}

function drawNumberedDiscs({ ctx: c, camera }: Pitch, players: readonly PlayerStats[], kit: Kit): void {
  setFont(c, '600 9px system-ui, sans-serif', 'center');
  for (const p of players) {
    if (p.meanX === null || p.meanY === null) continue;
    const [x, y] = [camera.toScreenX(p.meanX, p.meanY), camera.toScreenY(p.meanX, p.meanY)];
    c.beginPath();
    c.arc(x, y, 7, 0, 2 * Math.PI);
    fillAndStroke(c, kit.shirt, 1.5, ensureContrast(kit.shirt, GRASS));
    c.fillStyle = kit.numberColor;
    c.fillText(String(p.unum), x, y + 0.5);
  }
}

/** Curves of one team over the time of a match. */
export interface CurveChart {
  readonly curves: readonly Curve[];
  /** Value at the upper edge of the chart. */
  readonly top: number;
  /** Index of the curve that is drawn thick; -1 for none. */
  readonly marked: number;
  readonly color: string;
  /** Color of the labels. */
  readonly textColor: string;
  /** Cycle of the current moment, which a vertical line shows. */
  readonly time: number;
  /** Names of the curves, drawn at their ends; none by default. */
  readonly labels?: readonly string[];
}

/** Left and bottom margin of a curve chart for its labels, CSS pixels. */
const LABEL_WIDTH = 30;
const LABEL_HEIGHT = 14;
/** Right margin with the names of the curves, and the smallest distance between two names, CSS pixels. */
const NAME_WIDTH = 20;
const NAME_STEP = 9;

function createCurveScale(chart: ChartCanvas, { curves, top, labels }: CurveChart): CurveScale {
  const bottom = chart.height - LABEL_HEIGHT;
  const end = Math.max(1, ...curves.map((curve) => curve.time.at(-1) ?? 0));
  const right = labels === undefined ? 4 : NAME_WIDTH;
  return {
    end,
    top,
    bottom,
    x: (cycle) => LABEL_WIDTH + ((chart.width - LABEL_WIDTH - right) * cycle) / end,
    y: (value) => bottom - ((bottom - 4) * value) / top,
  };
}

/** A point of a curve. */
export interface CurvePoint {
  /** Index of the curve. */
  readonly curve: number;
  readonly time: number;
  readonly value: number;
}

/** Returns the point of the curves that is nearest to a point of the chart, CSS pixels; null without curves. */
export function findCurvePoint(
  chart: ChartCanvas,
  input: CurveChart,
  px: number,
  py: number,
): CurvePoint | null {
  const { x, y } = createCurveScale(chart, input);
  let best: CurvePoint | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [curve, { time, value }] of input.curves.entries()) {
    for (const [i, t] of time.entries()) {
      const v = value[i] ?? Number.NaN;
      // The distance along the time counts more: the curves are nearly level.
      const distance = Math.hypot(3 * (x(t) - px), y(v) - py);
      if (distance < least) [least, best] = [distance, { curve, time: t, value: v }];
    }
  }
  return best;
}

/** Draws the curves of one team with the axes and the current moment. */
export function drawCurves(chart: ChartCanvas, input: CurveChart): void {
  const { curves, marked, color, textColor, time, labels } = input;
  const c = chart.clear();
  const scale = createCurveScale(chart, input);
  drawAxes(c, scale, textColor);
  curves.forEach((curve, i) => {
    c.strokeStyle = color;
    c.lineWidth = i === marked ? 3.5 : 1.5;
    c.globalAlpha = marked >= 0 && i !== marked ? 0.45 : 1;
    drawCurve(c, scale, curve);
  });
  c.globalAlpha = 1;
  if (labels !== undefined) drawCurveNames(c, scale, curves, labels, textColor);
  c.strokeStyle = textColor;
  c.lineWidth = 1;
  strokeLine(c, scale.x(time), 4, scale.x(time), scale.bottom);
}

/** Writes the names at the ends of the curves, from the top; none covers another one. */
function drawCurveNames(
  c: CanvasRenderingContext2D,
  { end, bottom, x, y }: CurveScale,
  curves: readonly Curve[],
  labels: readonly string[],
  textColor: string,
): void {
  const names = curves
    .map(({ value }, i) => ({ text: labels[i] ?? '', y: y(value.at(-1) ?? Number.NaN) }))
    .filter((name) => !Number.isNaN(name.y))
    .sort((a, b) => a.y - b.y);
  const count = names.length;
  for (const [i, name] of names.entries())
    name.y = Math.max(name.y, i === 0 ? 6 : names[i - 1]!.y + NAME_STEP);
  for (let i = count - 1; i >= 0; i--)
    names[i]!.y = Math.min(names[i]!.y, i === count - 1 ? bottom : names[i + 1]!.y - NAME_STEP);
  c.fillStyle = textColor;
  setFont(c, '600 9px system-ui, sans-serif', 'left');
  for (const { text, y: at } of names) c.fillText(text, x(end) + 4, at);
}

/** Converts cycles and values to CSS pixels. */
interface CurveScale {
  /** Last cycle. */
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
  x(cycle: number): number;
  y(value: number): number;
}

function drawAxes(
  c: CanvasRenderingContext2D,
  { end, top, bottom, x, y }: CurveScale,
  textColor: string,
): void {
  c.fillStyle = textColor;
  c.strokeStyle = 'rgba(128,140,133,.35)';
  setFont(c, '9px system-ui, sans-serif', 'right');
  for (let quarter = 0; quarter <= 4; quarter++) {
    const value = (top * quarter) / 4;
    strokeLine(c, LABEL_WIDTH, y(value), x(end), y(value));
    c.fillText(String(Math.round(value)), LABEL_WIDTH - 4, y(value));
  }
  c.textAlign = 'center';
  c.textBaseline = 'top';
  for (let quarter = 1; quarter <= 4; quarter++) {
    const cycle = (end * quarter) / 4;
    c.fillText(String(Math.round(cycle)), x(cycle) - 8, bottom + 3);
  }
}

/** Draws one curve; values that are not a number leave a gap. */
function drawCurve(c: CanvasRenderingContext2D, { x, y }: CurveScale, curve: Curve): void {
  let isLineStarted = false;
  c.beginPath();
  curve.time.forEach((time, i) => {
    const value = curve.value[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      isLineStarted = false;
      return;
    }
    if (isLineStarted) c.lineTo(x(time), y(value));
    else c.moveTo(x(time), y(value));
    isLineStarted = true;
  });
  c.stroke();
}
