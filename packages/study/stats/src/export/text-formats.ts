/** Writes tables as text: CSV and lines of JSON. */
import { RowWriter } from './row-writer.js';
import type { ExportTable } from './table.js';

/** Count of rows that are formatted together. */
const ROWS_PER_PIECE = 1024;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

function quoteCsv(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the first line of a CSV file: the names of the columns. */
export function formatCsvHeader({ columns }: ExportTable): string {
  return `${columns.map(({ name }) => quoteCsv(name)).join(',')}\n`;
}

/** Yields the rows of a table as CSV (RFC 4180, lines end with a line feed) in pieces, without the header. Missing values are empty. */
export function* formatCsvRows({ columns, length }: ExportTable): Generator<string, void, undefined> {
  const writer = new RowWriter();
  for (let begin = 0; begin < length; begin += ROWS_PER_PIECE) {
    const end = Math.min(length, begin + ROWS_PER_PIECE);
    for (let row = begin; row < end; row++) {
      for (let i = 0; i < columns.length; i++) {
        if (i > 0) writer.ascii(COMMA);
        const { type, values } = columns[i]!;
        const value = values[row]!;
        if (typeof value === 'string') writer.text(quoteCsv(value));
        else if (type === 'boolean') writer.text(value === 1 ? 'true' : 'false');
        else if (!Number.isNaN(value)) writer.number(value);
      }
      writer.ascii(LINE_FEED);
    }
    yield writer.take();
  }
}

/** Yields the rows of a table as lines of JSON in pieces, each row an object. Missing values are null. */
export function* formatJsonLines({ columns, length }: ExportTable): Generator<string, void, undefined> {
  const keys = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const rowEnd = columns.length === 0 ? '{}\n' : '}\n';
  const writer = new RowWriter();
  for (let begin = 0; begin < length; begin += ROWS_PER_PIECE) {
    const end = Math.min(length, begin + ROWS_PER_PIECE);
    for (let row = begin; row < end; row++) {
      for (let i = 0; i < columns.length; i++) {
        const { type, values } = columns[i]!;
        const value = values[row]!;
        writer.text(keys[i]!);
        if (typeof value === 'string') writer.text(JSON.stringify(value));
        else if (type === 'boolean') writer.text(value === 1 ? 'true' : 'false');
        else if (Number.isNaN(value)) writer.text('null');
        else writer.number(value);
      }
      writer.text(rowEnd);
    }
    yield writer.take();
  }
}
