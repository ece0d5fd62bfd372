/**
 * Tables as bytes for the Python package. An answer is one line of JSON ({@link AnswerHeader}) and the bytes of its parts. Each part
 * begins at a multiple of 8 bytes after the line; the bytes between are 0. Numbers are little-endian.
 */
import type { PlayerType, ServerParams } from '@rcss/params';
import { encodeArrow } from '@rcss/stats/arrow';
import type { ColumnType, ExportColumn, ExportTable } from '@rcss/stats/export';

const ALIGNMENT = 8;

export interface AnswerColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Where the values begin, in bytes after the line: int32, float64, uint8 for booleans, int32 indices of `strings`. */
  readonly offset: number;
  /** Different values of a column of strings; null for other types. */
  readonly strings: readonly string[] | null;
}

/** A table in an answer: columns, or one Arrow file. */
export interface AnswerTable {
  readonly length: number;
  readonly columns: readonly AnswerColumn[] | null;
  readonly arrow: { readonly offset: number; readonly length: number } | null;
}

/** Parameters of a match, from its log. */
export interface LogParameters {
  server: ServerParams;
  /** Player types by their id. */
  readonly types: PlayerType[];
}

/** First line of an answer. */
export interface AnswerHeader {
  readonly tables: readonly AnswerTable[];
  /** Lines about damaged places of the log. */
  readonly warnings: readonly string[];
  /** Absent if they are not asked for. */
  readonly parameters?: LogParameters;
  /** Count of bytes after the line. */
  readonly bytes: number;
}

/** Parts of an answer, and where they are. */
class Parts {
  readonly pieces: Uint8Array[] = [];
  bytes = 0;

  /** Adds a part and returns its offset. */
  add(values: Uint8Array | Int32Array | Float64Array): number {
    const offset = this.bytes;
    const rest = (ALIGNMENT - (values.byteLength % ALIGNMENT)) % ALIGNMENT;
    this.pieces.push(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      new Uint8Array(rest),
    );
    this.bytes += values.byteLength + rest;
    return offset;
  }
}

function addColumn(parts: Parts, { name, type, values }: ExportColumn): AnswerColumn {
  if (type !== 'string')
    return { name, type, offset: parts.add(values as Uint8Array | Int32Array | Float64Array), strings: null };
  const indices = new Map<string, number>();
  const codes = Int32Array.from(values as readonly string[], (value) => {
    const found = indices.get(value);
    if (found !== undefined) return found;
    indices.set(value, indices.size);
    return indices.size - 1;
  });
  return { name, type, offset: parts.add(codes), strings: [...indices.keys()] };
}

function addTable(parts: Parts, table: ExportTable, isArrow: boolean): AnswerTable {
  const { length } = table;
  if (!isArrow)
    return { length, columns: table.columns.map((column) => addColumn(parts, column)), arrow: null };
  const file = encodeArrow(table);
  return { length, columns: null, arrow: { offset: parts.add(file), length: file.length } };
}

/** Encodes tables, as columns or each as an Arrow file, and returns the pieces of the answer in order. */
export function encodeAnswer(
  tables: readonly ExportTable[],
  warnings: readonly string[],
  isArrow: boolean,
  parameters: LogParameters | null = null,
): Uint8Array[] {
  const parts = new Parts();
  const answers = tables.map((table) => addTable(parts, table, isArrow));
  const header: AnswerHeader = {
    ...{ tables: answers, warnings, bytes: parts.bytes },
    ...(parameters === null ? {} : { parameters }),
  };
  return [new TextEncoder().encode(`${JSON.stringify(header)}\n`), ...parts.pieces];
}
