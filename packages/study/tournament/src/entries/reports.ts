/** Reports as data, and their text as Markdown, CSV, HTML and SVG. */
export {
  type Bin,
  type ChartSize,
  countBins,
  describeSprt,
  formatHistogram,
  formatRatingChart,
  formatRatioChart,
  formatStepChart,
} from '../reports/charts.js';
export { createStandingRows, formatHtmlTables, formatWikiTables } from '../reports/classic-tables.js';
export {
  type ComparedSet,
  type ComparisonReport,
  createFigureTable,
  formatComparisonPage,
  formatComparisonText,
} from '../reports/comparison-report.js';
export { describeTie } from '../reports/describe-tie.js';
export * from '../reports/report-tables.js';
export {
  type Column,
  escapeHtml,
  escapeMarkdown,
  formatCsv,
  formatHtml,
  formatMarkdown,
  type Table,
} from '../reports/table.js';
