/** Formats a comparison of two sets of matches as text and as a page. */
import type { FigureComparison, FigureSamples } from '../statistics/compare-figures.js';
import { type ChartSize, countBins, formatHistogram } from './charts.js';
import { escapeHtml, formatHtml, type Table } from './table.js';

/** A set of matches. */
export interface ComparedSet {
  readonly name: string;
  readonly team: string;
  readonly matches: number;
}

/** What was compared and how. */
export interface ComparisonReport {
  readonly a: ComparedSet;
  readonly b: ComparedSet;
  readonly figures: readonly FigureComparison[];
  readonly samples: readonly FigureSamples[];
  readonly test: string;
  readonly correction: string;
  readonly level: number;
}

function round(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) + 0 : value;
}

function formatMean({ mean, variance }: FigureComparison['a']): string {
  return `${mean.toFixed(2)} ± ${Math.sqrt(variance).toFixed(2)}`;
}

/** Formats a p value with three digits after the point; small ones as `<0.001`. */
function formatP(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

/** Returns the comparison as a table: one row per figure. */
export function createFigureTable({ figures }: ComparisonReport): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  return {
    columns: [
      { title: 'figure' },
      ...[
        'A',
        'B',
        'B - A',
        "Cohen's d",
        "Cliff's delta",
        'Welch',
        'permutation',
        'Mann-Whitney',
        'adjusted',
      ].map(right),
      { title: '' },
    ],
    rows: figures.map((figure) => [
      figure.name,
      formatMean(figure.a),
      formatMean(figure.b),
      round(figure.difference, 2),
      round(figure.cohenD, 2),
      round(figure.cliffDelta, 2),
      formatP(figure.welch),
      formatP(figure.permutation),
      formatP(figure.mannWhitney),
      formatP(figure.adjusted),
      figure.isSignificant ? '*' : '',
    ]),
  };
}

function describeSet(label: string, { name, team, matches }: ComparedSet): string {
  return `${label}: ${team || 'null'} in ${matches} matches (${name})`;
}

function describeTest({ test, correction, level, figures }: ComparisonReport): string {
  const adjusted =
    correction === 'none' ? 'not adjusted' : `adjusted by ${correction} for ${figures.length} figures`;
  return `Mean ± standard deviation per match. p values are two-sided; "adjusted" is that of the ${test} test, ${adjusted}; * marks those of at most ${level}.`;
}

/** Formats the comparison for the terminal. */
export function formatComparisonText(comparison: ComparisonReport): string {
  const { columns, rows } = createFigureTable(comparison);
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => row.map((cell) => String(cell ?? ''))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const lines = cells.map((row) =>
    row
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  return `${[describeSet('A', comparison.a), describeSet('B', comparison.b), '', ...lines, '', describeTest(comparison)].join('\n')}\n`;
}

const HISTOGRAM: ChartSize = { width: 420, height: 170 };
const MAX_BINS = 16;

/** Returns a width of bars of 1, 2 or 5 times a power of ten, with at most {@link MAX_BINS} bars. */
function findBinWidth(values: readonly number[]): number {
  const range = Math.max(...values) - Math.min(...values);
  if (range === 0) return 1;
  const least = range / (MAX_BINS - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const width =
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least) ?? least;
  return values.every(Number.isInteger) ? Math.max(1, width) : width;
}

/** Returns the histograms of a figure in both sets, with the same bars. */
function formatHistograms({ name, a, b }: FigureSamples): string {
  const width = findBinWidth([...a, ...b]);
  const all = countBins([...a, ...b], width);
  const within = (values: readonly number[]) =>
    all.map(({ from, to }) => ({
      from,
      to,
      count: values.filter((value) => value >= from && value < to).length,
    }));
  return `<div class="pair">${formatHistogram(within(a), `${name}: A`, HISTOGRAM)}${formatHistogram(within(b), `${name}: B`, HISTOGRAM)}</div>\n`;
}

/** Formats the comparison as a page that needs no other files. */
export function formatComparisonPage(comparison: ComparisonReport): string {
  const { a, b, samples } = comparison;
  const title = `${a.team || a.name} and ${b.team || b.name}`;
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n` +
    '<style>body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}th,td{padding:.2em .6em;border-bottom:1px solid #ccc}' +
    '.pair{display:flex;flex-wrap:wrap;gap:1em}svg{max-width:420px}</style>\n</head>\n<body>\n' +
    `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(describeSet('A', a))}<br>${escapeHtml(describeSet('B', b))}</p>\n` +
    `${formatHtml(createFigureTable(comparison))}<p>${escapeHtml(describeTest(comparison))}</p>\n<h2>Distributions</h2>\n` +
    `${samples.map(formatHistograms).join('')}</body>\n</html>\n`
  );
}
