/** A value as a field of a CSV row; numbers with at most six decimal places. */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    return Number.isNaN(value) ? '' : String(Number.isInteger(value) ? value : Number(value.toFixed(6)));
  }
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row with its end of line. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvField).join(',')}\n`;
}
