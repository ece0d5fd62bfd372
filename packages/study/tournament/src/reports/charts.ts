import type { LadderState } from '../formats/stage.js';
import type { LadderRating } from '../ranking/ladder.js';
import { DEFAULT_MIN_BLOCKS, type SprtBounds, type SprtState, sprtBounds } from '../sprt/sprt.js';
import { escapeHtml } from './table.js';

/** Size of a chart in pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Bar of a histogram. */
export interface Bin {
  /** Lower end, included. */
  readonly from: number;
  /** Upper end, excluded except in the last bar. */
  readonly to: number;
  readonly count: number;
}

const DEFAULT_SIZE: ChartSize = { width: 640, height: 240 };
const MARGIN = { left: 48, right: 12, top: 28, bottom: 32 };

/**
 * Counts values in bars of the given width, from the bar of the smallest to the bar of the largest value. Bars are centered on multiples
 * of the width, so that goal differences are in the middle of their bar.
 *
 * @throws RangeError if the width is not above 0 or a value is not finite.
 */
export function countBins(values: readonly number[], width: number = 1): Bin[] {
  if (!(width > 0)) throw new RangeError(`width ${width} must be above 0`);
  const counts = new Map<number, number>();
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a finite value`);
    const bin = Math.floor(value / width + 0.5);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  const bins = [...counts.keys()];
  if (bins.length === 0) return [];
  const first = bins.reduce((a, b) => Math.min(a, b));
  const last = bins.reduce((a, b) => Math.max(a, b));
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    from: (first + i - 0.5) * width,
    to: (first + i + 0.5) * width,
    count: counts.get(first + i) ?? 0,
  }));
}

/** Three digits are enough for a position in pixels. */
function px(value: number): string {
  return String(Number(value.toFixed(2)));
}

function openSvg(title: string, { width, height }: ChartSize): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${px(width)} ${px(height)}" role="img" ` +
    `font-family="sans-serif" font-size="11"><title>${escapeHtml(title)}</title>` +
    `<text x="${px(width / 2)}" y="16" text-anchor="middle" font-size="13">${escapeHtml(title)}</text>`
  );
}

function svgText(x: number, y: number, anchor: string, text: string): string {
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

function svgLine(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" ${style}/>`;
}

const AXIS = 'stroke="currentColor" stroke-width="1"';

/** Returns a histogram as SVG. Without bars it has the title only. */
export function formatHistogram(bins: readonly Bin[], title: string, size: ChartSize = DEFAULT_SIZE): string {
  const parts = [openSvg(title, size)];
  const plotWidth = size.width - MARGIN.left - MARGIN.right;
  const plotHeight = size.height - MARGIN.top - MARGIN.bottom;
  const bottom = size.height - MARGIN.bottom;
  const largest = bins.reduce((most, { count }) => Math.max(most, count), 1);
  const step = plotWidth / Math.max(bins.length, 1);
  const labelEvery = Math.ceil(bins.length / 15);
  for (const [i, { from, to, count }] of bins.entries()) {
    const height = (plotHeight * count) / largest;
    const x = MARGIN.left + i * step;
    const center = Number(((from + to) / 2).toPrecision(6));
    parts.push(
      `<rect x="${px(x + 1)}" y="${px(bottom - height)}" width="${px(Math.max(step - 2, 0.5))}" height="${px(height)}" ` +
        `fill="#4878a8"><title>${center}: ${count}</title></rect>`,
    );
    if (i % labelEvery === 0) parts.push(svgText(x + step / 2, bottom + 14, 'middle', String(center)));
  }
  parts.push(svgLine(MARGIN.left, bottom, size.width - MARGIN.right, bottom, AXIS));
  if (bins.length > 0) parts.push(svgText(MARGIN.left - 6, MARGIN.top + 4, 'end', String(largest)));
  return `${parts.join('')}</svg>\n`;
}

/** Most points of a line; longer series are thinned. */
const MAX_POINTS = 1000;

/** Lines over the same steps, and levels across the chart. */
interface LineChart {
  readonly title: string;
  /** Range of the vertical axis. */
  readonly min: number;
  readonly max: number;
  readonly lines: readonly { readonly values: readonly number[]; readonly style: string }[];
  readonly levels: readonly { readonly value: number; readonly label: string; readonly style: string }[];
  /** Text below the right end. */
  readonly end: string;
}

const MAIN_LINE = 'stroke="#4878a8" stroke-width="1.5"';
const LEVEL = 'stroke="#999"';

/** Returns a line chart as SVG; the first value of a line is that before the first step. Lines of one value are left out. */
function formatLineChart({ title, min, max, lines, levels, end }: LineChart, size: ChartSize): string {
  const bottom = size.height - MARGIN.bottom;
  const plotRight = size.width - MARGIN.right;
  const y = (value: number): number => bottom - ((bottom - MARGIN.top) * (value - min)) / (max - min);
  const parts = [openSvg(title, size)];
  for (const { value, label, style } of levels) {
    parts.push(svgLine(MARGIN.left, y(value), plotRight, y(value), style));
    parts.push(svgText(MARGIN.left - 4, y(value) + 4, 'end', label));
  }
  for (const { values, style } of lines) {
    const last = values.length - 1;
    const x = (step: number): number => MARGIN.left + ((plotRight - MARGIN.left) * step) / Math.max(last, 1);
    const every = Math.ceil(values.length / MAX_POINTS);
    const points = values.flatMap((value, i) =>
      i % every === 0 || i === last ? [`${px(x(i))},${px(y(value))}`] : [],
    );
    if (points.length > 1) parts.push(`<polyline points="${points.join(' ')}" fill="none" ${style}/>`);
  }
  parts.push(svgText(plotRight, bottom + 14, 'end', end));
  return `${parts.join('')}</svg>\n`;
}

/** Returns the log-likelihood ratio of a sequential test over its blocks as SVG, with both bounds. */
export function formatRatioChart(
  ratios: readonly number[],
  { lower, upper }: SprtBounds,
  title: string = 'Sequential test',
  size: ChartSize = DEFAULT_SIZE,
): string {
  const bound = 'stroke="#b03030" stroke-dasharray="4 3"';
  return formatLineChart(
    {
      title,
      min: ratios.reduce((least, value) => Math.min(least, value), lower) - 0.3,
      max: ratios.reduce((most, value) => Math.max(most, value), upper) + 0.3,
      lines: [{ values: [0, ...ratios], style: MAIN_LINE }],
      levels: [
        { value: upper, label: `H1 ${upper.toFixed(2)}`, style: bound },
        { value: 0, label: '0', style: LEVEL },
        { value: lower, label: `H0 ${lower.toFixed(2)}`, style: bound },
      ],
      end: `${ratios.length} blocks`,
    },
    size,
  );
}

/**
 * Returns values over steps as a line in SVG, from `min` to `max`. The first value is that before the first step.
 *
 * @param title Title of the chart; the last value is written at its end.
 */
export function formatStepChart(
  values: readonly number[],
  { min, max }: { readonly min: number; readonly max: number },
  title: string,
  size: ChartSize = DEFAULT_SIZE,
): string {
  const last = values.at(-1);
  return formatLineChart(
    {
      title,
      min,
      max,
      lines: [{ values, style: MAIN_LINE }],
      levels: [min, max].map((value) => ({ value, label: formatTick(value), style: LEVEL })),
      end: `${values.length - 1} steps${last === undefined ? '' : `, ${formatTick(last)}`}`,
    },
    size,
  );
}

/** Returns the rating of a team in a ladder over time as SVG, with its interval; empty if it has fewer than two points. */
export function formatRatingChart({ history }: Pick<LadderState, 'history'>, team: string): string {
  const points = history
    .flatMap(({ ratings }) => ratings.findLast((rating) => rating.team === team) ?? [])
    // Draws alone give no interval.
    .filter(({ error }) => Number.isFinite(error));
  if (points.length < 2) return '';
  const min = Math.min(...points.map(({ low }) => low));
  const max = Math.max(...points.map(({ high }) => high));
  const line = (read: (rating: LadderRating) => number, style: string) => ({
    values: points.map(read),
    style,
  });
  return formatLineChart(
    {
      title: `Elo of ${team} over time, with the 95 % interval`,
      min: min - 1,
      max: max + 1,
      lines: [
        line(({ elo }) => elo, MAIN_LINE),
        line(({ low }) => low, LEVEL),
        line(({ high }) => high, LEVEL),
      ],
      levels: [min, max].map((value) => ({ value, label: value.toFixed(0), style: LEVEL })),
      end: `${history.at(-1)!.matches} matches of the ladder`,
    },
    DEFAULT_SIZE,
  );
}

function formatTick(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Describes the state of a sequential test in one sentence. */
export function describeSprt({ plan, blocks, llr, decision }: SprtState): string {
  const { lower, upper } = sprtBounds(plan);
  const unit = plan.statistic === 'goals' ? 'goals per match' : 'Elo';
  const ratio = `log-likelihood ratio ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)}) after ${blocks} blocks`;
  if (decision === null) {
    const { minBlocks = DEFAULT_MIN_BLOCKS } = plan;
    const isOutside = llr <= lower || llr >= upper;
    const reason =
      isOutside && blocks < minBlocks ? `; the test does not end before ${minBlocks} blocks` : '';
    return `Not decided yet: ${ratio}${reason}.`;
  }
  if (decision === 'undecided') return `Not decided within the largest number of blocks: ${ratio}.`;
  const accepted = decision === 'h1' ? plan.h1 : plan.h0;
  const rejected = decision === 'h1' ? plan.h0 : plan.h1;
  return `Decided for ${accepted} against ${rejected} ${unit}: ${ratio}.`;
}
