import type { LogRecord } from '../record.js';

/** Changes a record before it is written; null removes it. */
export type RecordFilter = (record: LogRecord) => LogRecord | null;

/** Yields the records that a filter returns. */
export async function* filterRecords(
  records: AsyncIterable<LogRecord>,
  filter: RecordFilter,
): AsyncGenerator<LogRecord, void, undefined> {
  for await (const record of records) {
    const kept = filter(record);
    if (kept !== null) yield kept;
  }
}
