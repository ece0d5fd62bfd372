import type { LogRecord, LogVersion } from '@rcss/logs';
import { createLogConverter, type LogConverter } from '@rcss/logs/codec';
import { type Io, writeOutput } from '../io.js';

/** Changes a record before it is written; null removes it. */
export type RecordFilter = (record: LogRecord) => LogRecord | null;

/** Writes records as a log and returns the count of shows. If `version` is null, the log has the version of the header record. */
export async function writeRecords(
  io: Io,
  name: string,
  inputs: readonly string[],
  records: AsyncIterable<LogRecord>,
  version: LogVersion | null,
): Promise<number> {
  return await writeOutput(io, name, inputs, async (output) => {
    let converter: LogConverter | null = null;
    let shows = 0;
    for await (const record of records) {
      if (converter === null) {
        if (record.type !== 'header') continue;
        converter = createLogConverter(version ?? record.version);
      }
      if (record.type === 'show') shows++;
      const bytes = converter.add(record);
      if (bytes.length > 0) await output.write(bytes);
    }
    return shows;
  });
}

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
