/** Tables with typed columns, from which the writers of formats make files. */

/** Type of the values of a column. Missing values are NaN in columns of type `float64`; other columns have none. */
export type ColumnType = 'int32' | 'float64' | 'boolean' | 'string';

/** Values of a column by its type; booleans are 0 or 1. */
export type ColumnValues = Int32Array | Float64Array | Uint8Array | readonly string[];

/** A column of a table. */
export interface ExportColumn {
  /** Name of the column. */
  readonly name: string;
  /** Type of the values. */
  readonly type: ColumnType;
  /** Values, one per row. */
  readonly values: ColumnValues;
}

/** A table of a match. */
export interface ExportTable {
  /** Columns in order. */
  readonly columns: readonly ExportColumn[];
  /** Count of rows. */
  readonly length: number;
}

/** Names and types of the columns of a table. */
export type Schema = readonly (readonly [name: string, type: ColumnType])[];

function fillColumn(type: ColumnType, rows: readonly object[], name: string): ColumnValues {
  const cellOf = (row: object): unknown => (row as Readonly<Record<string, unknown>>)[name];
  if (type === 'string') return rows.map((row) => String(cellOf(row) ?? ''));
  if (type === 'boolean') return Uint8Array.from(rows, (row) => (cellOf(row) === true ? 1 : 0));
  if (type === 'int32') return Int32Array.from(rows, (row) => Number(cellOf(row) ?? 0));
  return Float64Array.from(rows, (row) => Number(cellOf(row) ?? Number.NaN));
}

/** Creates a table from rows; `null` in a column of type `float64` is a missing value. */
export function createTable(rows: readonly object[], schema: Schema): ExportTable {
  return {
    columns: schema.map(([name, type]) => ({ name, type, values: fillColumn(type, rows, name) })),
    length: rows.length,
  };
}

/** Returns numbers with null instead of NaN; the same array if there are none. */
export function withNulls(numbers: Float64Array): Float64Array | (number | null)[] {
  const first = numbers.findIndex((value) => Number.isNaN(value));
  return first < 0 ? numbers : Array.from(numbers, (value) => (Number.isNaN(value) ? null : value));
}

/** Turns a pattern of a column name, in which `*` stands for any characters, into a regular expression. */
function patternToRegExp(pattern: string): RegExp {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}

/**
 * Selects columns by their names; `*` stands for any characters. The order is that of the patterns, and that of the table for the
 * columns of one pattern.
 *
 * @throws RangeError if a pattern matches no name; the message lists the names.
 * @example selectNames(['time', 'ball_x', 'ball_y'], ['time', 'ball_*']);
 */
export function selectNames(names: readonly string[], patterns: readonly string[]): string[] {
  const selected = new Set<string>();
  for (const pattern of patterns) {
    const matcher = patternToRegExp(pattern);
    const found = names.filter((name) => matcher.test(name));
    if (found.length === 0)
      throw new RangeError(`'${pattern}' is not a field. Fields: ${summarizeNames(names)}`);
    for (const name of found) selected.add(name);
  }
  return [...selected];
}

/** Lists names; those of the 22 players are listed once. */
function summarizeNames(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.replace(/^([lr])\d+_/, '$1N_')))].join(', ');
}

export function selectColumns(table: ExportTable, names: readonly string[]): ExportTable {
  const columns = names.map((name) => table.columns.find((column) => column.name === name)!);
  return { columns, length: table.length };
}

/**
 * Appends the rows of tables with the same columns.
 *
 * @throws RangeError without tables, or if their columns differ.
 */
export function joinTables(tables: readonly ExportTable[]): ExportTable {
  const [first] = tables;
  if (first === undefined) throw new RangeError('there is no table');
  if (tables.length === 1) return first;
  const names = first.columns.map(({ name }) => name).join(' ');
  for (const { columns } of tables) {
    if (columns.map(({ name }) => name).join(' ') !== names)
      throw new RangeError('the tables have different columns');
  }
  const length = tables.reduce((sum, table) => sum + table.length, 0);
  const columns = first.columns.map(({ name, type }, i): ExportColumn => {
    const parts = tables.map((table) => table.columns[i]!.values);
    if (type === 'string') return { name, type, values: (parts as (readonly string[])[]).flat() };
    const Kind = parts[0]!.constructor as new (length: number) => Float64Array;
    const values = new Kind(length);
    let at = 0;
    for (const part of parts as Float64Array[]) {
      values.set(part, at);
      at += part.length;
    }
    return { name, type, values };
  });
  return { columns, length };
}
