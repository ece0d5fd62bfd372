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

/** Returns the log-likelihood ratio of a sequential test over its blocks as SVG, with both bounds. */
export function formatRatioChart(
  ratios: readonly number[],
  bounds: SprtBounds,
  title: string = 'Sequential test',
  size: ChartSize = DEFAULT_SIZE,
): string {
  const low = ratios.reduce((least, value) => Math.min(least, value), bounds.lower) - 0.3;
  const high = ratios.reduce((most, value) => Math.max(most, value), bounds.upper) + 0.3;
  const bottom = size.height - MARGIN.bottom;
  const plotRight = size.width - MARGIN.right;
  const x = (block: number): number =>
    MARGIN.left + ((plotRight - MARGIN.left) * block) / Math.max(ratios.length, 1);
  const y = (value: number): number => bottom - ((bottom - MARGIN.top) * (value - low)) / (high - low);
  const parts = [openSvg(title, size)];
  for (const [value, label] of [
    [bounds.upper, 'H1'],
    [0, '0'],
    [bounds.lower, 'H0'],
  ] as const) {
    const style = value === 0 ? 'stroke="#999"' : 'stroke="#b03030" stroke-dasharray="4 3"';
    parts.push(svgLine(MARGIN.left, y(value), plotRight, y(value), style));
    const text = value === 0 ? label : `${label} ${value.toFixed(2)}`;
    parts.push(svgText(MARGIN.left - 4, y(value) + 4, 'end', text));
  }
  const every = Math.ceil(ratios.length / MAX_POINTS);
  const points = ratios.flatMap((value, i) =>
    i % every === 0 || i === ratios.length - 1 ? [`${px(x(i + 1))},${px(y(value))}`] : [],
  );
  if (points.length > 0) {
    const start = `${px(x(0))},${px(y(0))}`;
    parts.push(
      `<polyline points="${[start, ...points].join(' ')}" fill="none" stroke="#4878a8" stroke-width="1.5"/>`,
    );
  }
  parts.push(svgText(plotRight, bottom + 14, 'end', `${ratios.length} blocks`));
  return `${parts.join('')}</svg>\n`;
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
  const bottom = size.height - MARGIN.bottom;
  const plotRight = size.width - MARGIN.right;
  const last = Math.max(values.length - 1, 1);
  const x = (step: number): number => MARGIN.left + ((plotRight - MARGIN.left) * step) / last;
  const y = (value: number): number => bottom - ((bottom - MARGIN.top) * (value - min)) / (max - min);
  const parts = [openSvg(title, size)];
  for (const value of [min, max]) {
    parts.push(svgLine(MARGIN.left, y(value), plotRight, y(value), 'stroke="#999"'));
    parts.push(svgText(MARGIN.left - 4, y(value) + 4, 'end', formatTick(value)));
  }
  const every = Math.ceil(values.length / MAX_POINTS);
  const points = values.flatMap((value, i) =>
    i % every === 0 || i === values.length - 1 ? [`${px(x(i))},${px(y(value))}`] : [],
  );
  if (points.length > 1)
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="#4878a8" stroke-width="1.5"/>`);
  const end = values.at(-1);
  const value = end === undefined ? '' : `, ${formatTick(end)}`;
  parts.push(svgText(plotRight, bottom + 14, 'end', `${values.length - 1} steps${value}`));
  return `${parts.join('')}</svg>\n`;
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
