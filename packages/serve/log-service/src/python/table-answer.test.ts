import type { ExportTable } from '@rcss/stats/export';
import { tableFromIPC } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { type AnswerHeader, encodeAnswer } from './table-answer.js';

const TABLE: ExportTable = {
  columns: [
    { name: 'mode', type: 'string', values: ['play_on', 'é"\n', 'play_on'] },
    { name: 'success', type: 'boolean', values: Uint8Array.of(1, 0, 1) },
    { name: 'time', type: 'int32', values: Int32Array.of(1, -2, 3) },
    { name: 'x', type: 'float64', values: Float64Array.of(0.1, Number.NaN, -3) },
  ],
  length: 3,
};

function decode(pieces: readonly Uint8Array[]): { header: AnswerHeader; body: Uint8Array } {
  const bytes = Buffer.concat(pieces);
  const end = bytes.indexOf(0x0a);
  return {
    header: JSON.parse(bytes.toString('utf8', 0, end)),
    body: new Uint8Array(bytes.subarray(end + 1)),
  };
}

describe('answers with tables', () => {
  it('columns are values at aligned places, strings are indices', () => {
    const { header, body } = decode(
      encodeAnswer([TABLE, { columns: [], length: 0 }, TABLE], ['cut off'], false),
    );
    expect(header.bytes).toBe(body.length);
    expect(header.warnings).toEqual(['cut off']);
    expect(header.tables.map(({ length, arrow }) => [length, arrow])).toEqual([
      [3, null],
      [0, null],
      [3, null],
    ]);
    for (const { columns } of [header.tables[0]!, header.tables[2]!]) {
      const [mode, success, time, x] = columns!;
      expect(columns!.map(({ offset }) => offset % 8)).toEqual([0, 0, 0, 0]);
      expect(mode).toMatchObject({ name: 'mode', type: 'string', strings: ['play_on', 'é"\n'] });
      expect([...new Int32Array(body.buffer, mode!.offset, 3)]).toEqual([0, 1, 0]);
      expect(success).toMatchObject({ name: 'success', type: 'boolean', strings: null });
      expect([...body.subarray(success!.offset, success!.offset + 3)]).toEqual([1, 0, 1]);
      expect([...new Int32Array(body.buffer, time!.offset, 3)]).toEqual([1, -2, 3]);
      expect([...new Float64Array(body.buffer, x!.offset, 3)]).toEqual([0.1, Number.NaN, -3]);
    }
  });

  it('a table as an Arrow file', () => {
    const { header, body } = decode(encodeAnswer([TABLE], [], true));
    const [{ columns, arrow, length }] = header.tables as [AnswerHeader['tables'][number]];
    expect([columns, length]).toEqual([null, 3]);
    const table = tableFromIPC(body.slice(arrow!.offset, arrow!.offset + arrow!.length));
    expect(table.toColumns()).toMatchObject({
      mode: ['play_on', 'é"\n', 'play_on'],
      success: [true, false, true],
    });
    expect(Array.from(table.getChild('x'))).toEqual([0.1, null, -3]);
  });
});
