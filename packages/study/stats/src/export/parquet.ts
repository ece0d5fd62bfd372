import { type BasicType, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { type ColumnType, type ExportColumn, type ExportTable, joinTables, withNulls } from './table.js';

const TYPES: Readonly<Record<ColumnType, BasicType>> = {
  int32: 'INT32',
  float64: 'DOUBLE',
  boolean: 'BOOLEAN',
  string: 'STRING',
};

function createSource({ name, type, values }: ExportColumn): ColumnSource {
  if (type === 'boolean')
    return {
      name,
      type: TYPES[type],
      nullable: false,
      data: Array.from(values as Uint8Array, (v) => v === 1),
    };
  if (type === 'float64') {
    return { name, type: TYPES[type], nullable: true, data: withNulls(values as Float64Array) };
  }
  return { name, type: TYPES[type], nullable: false, data: values as Int32Array | string[] };
}

/**
 * Encodes tables with the same columns as one Parquet file, compressed with Snappy, with a row group per table. Missing values are
 * null.
 *
 * @throws RangeError without tables, or if the columns of the tables differ.
 * @example
 * await writeFile('events.parquet', encodeParquet([createMatchTable('events', analysis, 'final')]));
 */
export function encodeParquet(tables: readonly ExportTable[]): Uint8Array {
  const table = joinTables(tables);
  const rowGroupSize = tables.map(({ length }) => length).filter((length) => length > 0);
  const buffer = parquetWriteBuffer({
    columnData: table.columns.map(createSource),
    createdBy: 'rcss',
    ...(rowGroupSize.length > 0 && { rowGroupSize }),
  });
  return new Uint8Array(buffer);
}
