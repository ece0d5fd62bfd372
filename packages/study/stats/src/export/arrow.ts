import { bool, float64, int32, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { type ColumnType, type ColumnValues, type ExportTable, withNulls } from './table.js';

const TYPES = {
  int32: int32(),
  float64: float64(),
  boolean: bool(),
  string: utf8(),
} as const satisfies Record<ColumnType, unknown>;

/**
 * Encodes a table as an Arrow file (IPC file format, also called Feather version 2), which pandas, polars and R read. Missing values
 * are null.
 *
 * @example
 * await writeFile('events.arrow', encodeArrow(createMatchTable('events', analysis, 'final')));
 */
export function encodeArrow({ columns }: ExportTable): Uint8Array {
  const arrays = columns.map(
    ({ name, type, values }): [string, unknown[] | Exclude<ColumnValues, readonly string[]>] => [
      name,
      type === 'boolean'
        ? Array.from(values as Uint8Array, (value) => value === 1)
        : type === 'float64'
          ? withNulls(values as Float64Array)
          : (values as Int32Array | string[]),
    ],
  );
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, TYPES[type]]));
  const bytes = tableToIPC(tableFromArrays(arrays, { types }), { format: 'file' });
  if (bytes === null) throw new Error('the Arrow encoder returned no bytes');
  return bytes;
}
