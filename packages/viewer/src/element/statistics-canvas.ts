/** Images of the statistics: a small pitch with heat maps and pass networks, and curves. */
import type { MatchStats } from '@rcss/stats';
import type { Curve, HeatMap } from '@rcss/stats/charts';

const HALF_LENGTH = 52.5;
const HALF_WIDTH = 34;
const MARGIN = 2;

/** A canvas at the display's pixel ratio; sizes in CSS pixels. */
export interface ChartCanvas {
  readonly canvas: HTMLCanvasElement;
  /** Clears the canvas and returns its context with the origin at the top left corner. */
  clear(): CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

export function createChartCanvas(canvas: HTMLCanvasElement, width: number, height: number): ChartCanvas {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = '100%';
  canvas.style.aspectRatio = `${width} / ${height}`;
  return {
    canvas,
    width,
    height,
    clear() {
      const c = canvas.getContext('2d') as CanvasRenderingContext2D;
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      c.clearRect(0, 0, width, height);
      return c;
    },
  };
}

interface PitchScale {
  x(x: number): number;
  y(y: number): number;
  readonly unit: number;
}

function createPitchScale({ width }: ChartCanvas): PitchScale {
  const unit = width / (2 * (HALF_LENGTH + MARGIN));
  return {
    unit,
    x: (x) => (x + HALF_LENGTH + MARGIN) * unit,
    y: (y) => (y + HALF_WIDTH + MARGIN) * unit,
  };
}

/** Returns the height of a pitch for a width. */
export function computePitchHeight(width: number): number {
  return Math.round((width * (HALF_WIDTH + MARGIN)) / (HALF_LENGTH + MARGIN));
}

function drawPitchLines(c: CanvasRenderingContext2D, s: PitchScale): void {
  c.strokeStyle = 'rgba(255,255,255,.45)';
  c.lineWidth = 1;
  const box = (x0: number, y0: number, x1: number, y1: number) =>
    c.strokeRect(s.x(x0), s.y(y0), s.x(x1) - s.x(x0), s.y(y1) - s.y(y0));
  box(-HALF_LENGTH, -HALF_WIDTH, HALF_LENGTH, HALF_WIDTH);
  box(-HALF_LENGTH, -20.16, -36, 20.16);
  box(36, -20.16, HALF_LENGTH, 20.16);
  c.beginPath();
  c.moveTo(s.x(0), s.y(-HALF_WIDTH));
  c.lineTo(s.x(0), s.y(HALF_WIDTH));
  c.moveTo(s.x(9.15), s.y(0));
  c.arc(s.x(0), s.y(0), 9.15 * s.unit, 0, 2 * Math.PI);
  c.stroke();
}

/** Returns a color from transparent over yellow to red. */
function computeHeatColor(share: number): string {
  return `hsla(${60 - 60 * share}, 95%, ${60 - 12 * share}%, ${Math.min(0.92, 0.12 + share * 0.85)})`;
}

export function drawHeatMap(picture: ChartCanvas, map: HeatMap): void {
  const c = picture.clear();
  const s = createPitchScale(picture);
  c.fillStyle = '#24442f';
  c.fillRect(0, 0, picture.width, picture.height);
  const w = (2 * HALF_LENGTH * s.unit) / map.columns;
  const h = (2 * HALF_WIDTH * s.unit) / map.rows;
  const [left, top] = [s.x(-HALF_LENGTH), s.y(-HALF_WIDTH)];
  for (let row = 0; row < map.rows; row++) {
    for (let column = 0; column < map.columns; column++) {
      const value = map.cells[row * map.columns + column] ?? 0;
      if (value === 0) continue;
      c.fillStyle = computeHeatColor(Math.sqrt(value / map.max));
      const [x, y] = [Math.round(left + column * w), Math.round(top + row * h)];
      c.fillRect(x, y, Math.round(left + (column + 1) * w) - x, Math.round(top + (row + 1) * h) - y);
    }
  }
  drawPitchLines(c, s);
}

/** Draws players at their mean positions and lines between them; more passes make a thicker line. */
export function drawPassNetwork(
  picture: ChartCanvas,
  stats: MatchStats,
  side: 'l' | 'r',
  shirt: string,
  ink: string,
): void {
  const c = picture.clear();
  const s = createPitchScale(picture);
  c.fillStyle = '#24442f';
  c.fillRect(0, 0, picture.width, picture.height);
  drawPitchLines(c, s);
  const players = stats.players.filter((p) => p.side === side);
  const network = stats.teams[side].passNetwork;
  const between = (a: number, b: number) => (network[a]?.[b] ?? 0) + (network[b]?.[a] ?? 0);
  let most = 1;
  for (let a = 0; a < 11; a++) for (let b = a + 1; b < 11; b++) most = Math.max(most, between(a, b));
  c.lineCap = 'round';
  for (let a = 0; a < 11; a++) {
    for (let b = a + 1; b < 11; b++) {
      const passes = between(a, b);
      const [p, q] = [players[a], players[b]];
      if (passes === 0 || p?.meanX == null || p.meanY == null || q?.meanX == null || q.meanY == null)
        continue;
      c.strokeStyle = `rgba(255,255,255,${0.2 + (0.6 * passes) / most})`;
      c.lineWidth = 0.5 + (5 * passes) / most;
      c.beginPath();
      c.moveTo(s.x(p.meanX), s.y(p.meanY));
      c.lineTo(s.x(q.meanX), s.y(q.meanY));
      c.stroke();
    }
  }
  c.font = '600 9px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  for (const p of players) {
    if (p.meanX === null || p.meanY === null) continue;
    const [x, y] = [s.x(p.meanX), s.y(p.meanY)];
    c.fillStyle = shirt;
    c.strokeStyle = '#0b120e';
    c.lineWidth = 1;
    c.beginPath();
    c.arc(x, y, 7, 0, 2 * Math.PI);
    c.fill();
    c.stroke();
    c.fillStyle = ink;
    c.fillText(String(p.unum), x, y + 0.5);
  }
}

/** Draws the curves of one team; the one of `marked` is thick. */
export function drawCurves(
  picture: ChartCanvas,
  curves: readonly Curve[],
  top: number,
  marked: number,
  color: string,
  now: number,
): void {
  const c = picture.clear();
  const { width, height } = picture;
  const left = 30;
  const bottom = height - 14;
  const end = Math.max(1, ...curves.map((curve) => curve.time.at(-1) ?? 0));
  const x = (time: number) => left + ((width - left - 4) * time) / end;
  const y = (value: number) => bottom - ((bottom - 4) * value) / top;
  c.font = '9px system-ui, sans-serif';
  c.fillStyle = 'rgba(239,245,241,.7)';
  c.strokeStyle = 'rgba(255,255,255,.15)';
  c.textAlign = 'right';
  c.textBaseline = 'middle';
  for (let line = 0; line <= 4; line++) {
    const value = (top * line) / 4;
    c.beginPath();
    c.moveTo(left, y(value));
    c.lineTo(width - 4, y(value));
    c.stroke();
    c.fillText(String(Math.round(value)), left - 4, y(value));
  }
  c.textAlign = 'center';
  c.textBaseline = 'top';
  for (let part = 1; part <= 4; part++)
    c.fillText(String(Math.round((end * part) / 4)), x((end * part) / 4) - 8, bottom + 3);
  curves.forEach((curve, i) => {
    c.strokeStyle = color;
    c.globalAlpha = i === marked ? 1 : 0.35;
    c.lineWidth = i === marked ? 2 : 1;
    c.beginPath();
    let pen = false;
    curve.time.forEach((time, k) => {
      const value = curve.value[k] ?? Number.NaN;
      if (Number.isNaN(value)) {
        pen = false;
        return;
      }
      if (pen) c.lineTo(x(time), y(value));
      else c.moveTo(x(time), y(value));
      pen = true;
    });
    c.stroke();
  });
  c.globalAlpha = 1;
  c.strokeStyle = '#ffd257';
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(x(now), 4);
  c.lineTo(x(now), bottom);
  c.stroke();
}
