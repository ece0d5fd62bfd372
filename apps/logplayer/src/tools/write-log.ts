import { createLogConverter, type LogConverter, type LogRecord, type LogVersion } from '@rcss/logs';
import { type Io, openOutput, ToolError } from '../io.js';

/** Versions as users say them. */
const VERSIONS: ReadonlyMap<string, LogVersion> = new Map<string, LogVersion>([
  ['json', -1],
  ['-1', -1],
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 5],
  ['6', 6],
]);

/** The log version of this name; a ToolError for others. */
export function parseVersion(name: string): LogVersion {
  const version = VERSIONS.get(name);
  if (version === undefined) throw new ToolError(`there is no game log version ${name} (1 to 6 or json)`);
  return version;
}

/** What is done to each record on its way; null takes it out. */
export type RecordFilter = (record: LogRecord) => LogRecord | null;

/** Write records as a log; `version` null keeps that of the records' header. Gives the number of shows. */
export async function writeRecords(
  io: Io,
  name: string,
  inputs: readonly string[],
  records: AsyncIterable<LogRecord>,
  version: LogVersion | null,
): Promise<number> {
  const output = await openOutput(io, name, inputs);
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
  await output.close();
  return shows;
}

/** Records through a filter. */
export async function* filtered(
  records: AsyncIterable<LogRecord>,
  filter: RecordFilter,
): AsyncGenerator<LogRecord, void, undefined> {
  for await (const record of records) {
    const kept = filter(record);
    if (kept !== null) yield kept;
  }
}
