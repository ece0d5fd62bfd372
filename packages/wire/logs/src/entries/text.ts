/** Formats logs as text: lines, and tables as CSV. */
export { formatCsvRow, type TableRow } from '../text/csv-text.js';
export { TextBlock } from '../text/text-block.js';
export {
  createTextLines,
  formatResultLine,
  type TextActionCounts,
  type TextLines,
  writeShowLine,
} from '../text/text-lines.js';
export { createTableLines, createTableWriter, type TableLines, type TableWriter } from '../text/tracking.js';
