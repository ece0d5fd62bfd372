/** Returns rows as lines with aligned columns, two blanks between them. The last column is not padded. */
export function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const lastColumn = (rows[0]?.length ?? 0) - 1;
  const widths = Array.from({ length: lastColumn }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
