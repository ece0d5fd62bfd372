import type { LogRecord, LogVersion } from '@rcss/logs';
import { createLogConverter, type LogConverter } from '@rcss/logs/codec';
import { type Io, writeOutput } from './io.js';

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
