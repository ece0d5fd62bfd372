/** Row of a table: values by the names of their columns. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Formats a value as a field of a CSV row. Numbers have at most six decimal places. */
function formatCsvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    return Number.isNaN(value) ? '' : String(Number.isInteger(value) ? value : Number(value.toFixed(6)));
  }
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a row with its line feed. */
export function formatCsvRow(values: readonly unknown[]): string {
  return `${values.map(formatCsvField).join(',')}\n`;
}
