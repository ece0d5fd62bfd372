/** The frame of plots over the time of a match: title, axes, names of the teams. */
import type { MatchAnalysis } from '../analyzer.js';
import { COLORS, formatNumber, svgDocument, svgText } from './svg.js';

const WIDTH = 116;
const HEIGHT = 70;
const PLOT = { left: 12, right: 112, top: 10, bottom: 60 };

/** Places in a plot, in its units. */
export interface TimeScale {
  /** Returns the place of a game time, cycles. */
  x(time: number): string;
  y(value: number): string;
}

/** What a plot shows. */
export interface TimePlot {
  readonly title: string;
  /** Values at the lower and at the upper edge. */
  readonly range: readonly [bottom: number, top: number];
  /** Values at the axis. */
  readonly ticks: readonly number[];
  /** Words about the teams, below the plot. */
  readonly legend: readonly [left: string, right: string];
  /** Returns the elements of the plot. */
  draw(scale: TimeScale): string;
}

/** Returns the last game time of a match, at least 1. */
export function endTime({ columns }: MatchAnalysis): number {
  return Math.max(1, columns.time[columns.length - 1] ?? 1);
}

/** Returns a plot over the time of a match as an SVG document. */
export function timePlot(a: MatchAnalysis, { title, range, ticks, legend, draw }: TimePlot): string {
  const end = endTime(a);
  const [bottom, top] = range;
  const x = (time: number): number => PLOT.left + ((PLOT.right - PLOT.left) * time) / end;
  const y = (value: number): number =>
    PLOT.bottom - ((PLOT.bottom - PLOT.top) * (value - bottom)) / (top - bottom);
  const axes =
    `<g stroke="${COLORS.line}" stroke-width="0.25"><line x1="${PLOT.left}" y1="${PLOT.bottom}" x2="${PLOT.right}" y2="${PLOT.bottom}"/>` +
    `<line x1="${PLOT.left}" y1="${PLOT.top}" x2="${PLOT.left}" y2="${PLOT.bottom}"/></g>`;
  const values = ticks.map((value) =>
    svgText(PLOT.left - 1, y(value) + 0.8, formatNumber(value), { anchor: 'end', size: 2.2 }),
  );
  const times = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    svgText(x(part * end), PLOT.bottom + 3.5, String(Math.round(part * end)), {
      anchor: 'middle',
      size: 2.2,
    }),
  );
  const names =
    svgText(PLOT.left, HEIGHT - 1.5, legend[0], { color: COLORS.l }) +
    svgText(PLOT.right, HEIGHT - 1.5, legend[1], { anchor: 'end', color: COLORS.r });
  const head = svgText(WIDTH / 2, 6, title, { anchor: 'middle', size: 3.6 });
  const body = draw({ x: (time) => formatNumber(x(time)), y: (value) => formatNumber(y(value)) });
  return svgDocument(WIDTH, HEIGHT, title, [head, axes, ...values, ...times, body, names].join(''));
}
