/**
 * Damaged logs: the contents of a file must never cause an exception, an endless loop or an endless number of
 * records.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { convertLog, LOG_VERSIONS, type LogRecord, openLog, readLogBytes } from '../src/index.js';
import { join, plainLog } from './reference.js';

/** The beginning of a log with a few shows, so that a mutant is quick to read. */
function shortLog(name: string, size: number): Uint8Array {
  return plainLog(name).slice(0, size);
}

const LOGS: readonly Uint8Array[] = [
  shortLog('sample-v1', 2052 * 6),
  shortLog('sample-v2', 4200),
  shortLog('sample-v3', 8000),
  shortLog('sample-v4', 27000),
  shortLog('sample-v6', 27000),
  shortLog('sample-json', 40000),
];

type Change = {
  readonly kind: 'set' | 'insert' | 'delete' | 'swap';
  at: number;
  value: number;
  length: number;
};

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('set', 'insert', 'delete', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  value: fc.oneof(fc.constantFrom(0, 1, 2, 10, 34, 40, 41, 91, 93, 123, 125, 255), fc.nat(255)),
  length: fc.oneof(fc.nat(8), fc.nat(3000)),
});

function mutated(log: Uint8Array, changes: readonly Change[]): Uint8Array {
  let bytes = log;
  for (const { kind, at, value, length } of changes) {
    const i = Math.floor(at * bytes.length);
    const j = Math.min(bytes.length, i + length);
    if (kind === 'set') {
      bytes = bytes.slice();
      bytes[i] = value;
    } else if (kind === 'insert') {
      bytes = join([bytes.subarray(0, i), new Uint8Array(length).fill(value), bytes.subarray(i)]);
    } else if (kind === 'delete') bytes = join([bytes.subarray(0, i), bytes.subarray(j)]);
    else bytes = join([bytes.subarray(j), bytes.subarray(0, j)]);
  }
  return bytes;
}

/** Reads `count` damaged logs and checks the records. */
export function readMutants(count: number): void {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOGS),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom(...LOG_VERSIONS),
      (log, changes, strict, version) => {
        const bytes = mutated(log, changes);
        const records: LogRecord[] = [];
        let last = -1;
        for (const record of readLogBytes(bytes, { strict })) {
          records.push(record);
          expect(record.offset).toBeLessThanOrEqual(bytes.length);
          // Every record except the last one uses bytes, and the offsets are in order. The offset of damage in a
          // line may be inside of the line.
          if (record.type !== 'damage') {
            expect(record.offset).toBeGreaterThanOrEqual(last);
            last = record.offset;
          }
          if (records.length > bytes.length + 2) throw new Error('more records than bytes');
        }
        expect(records.at(-1)?.type).toBe('end');
        const opened = openLog(bytes, { strict });
        const shows = records.filter((r) => r.type === 'show').length;
        if (opened.ok) {
          expect(opened.value.frameCount).toBe(shows);
          if (shows > 0) opened.value.frame(shows - 1);
        } else expect(opened.error.code).not.toBe('');
        // The records that were read can be written, and the written log can be read.
        const again = [...readLogBytes(join(convertLog(records, version)))];
        if (records[0]?.type === 'header') expect(again.filter((r) => r.type === 'show').length).toBe(shows);
      },
    ),
    { numRuns: count },
  );
}
