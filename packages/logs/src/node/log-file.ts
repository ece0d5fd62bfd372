import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gunzipSync } from 'node:zlib';
import { err, type Result } from '@rcss/core';
import { convertLogStream } from '../convert-log.js';
import { isGzip } from '../gzip.js';
import type { DecodeOptions } from '../log-decoder.js';
import type { LogHeader } from '../log-encoder.js';
import { type OpenLog, type OpenLogOptions, openLog } from '../open-log.js';
import { readLog } from '../read-log.js';
import type { LogRecord } from '../record.js';
import { readTextLog, type TextLogDamage, type TextLogEntry } from '../text-log.js';
import type { LogVersion } from '../version.js';

const PIECE = 1 << 18;

/** The records of a file, read piece by piece. Throws what the file system throws, when iterated. */
export function readLogFile(path: string, options: DecodeOptions = {}): AsyncGenerator<LogRecord, void> {
  return readLog(createReadStream(path, { highWaterMark: PIECE }), options);
}

/** The entries of a text log file. */
export function readTextLogFile(path: string): AsyncGenerator<TextLogEntry | TextLogDamage, void> {
  return readTextLog(createReadStream(path, { highWaterMark: PIECE }));
}

/** Open a file with random access; it is read into memory. A file that cannot be read is the failure `file`. */
export async function openLogFile(path: string, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return err({ code: 'file', message: (error as Error).message });
  }
  return openLog(isGzip(bytes) ? quicklyUnpacked(bytes) : bytes, options);
}

/** Unpacks with the platform's gzip, which is faster; incomplete files are left to `openLog`, which reports the damage. */
function quicklyUnpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch {
    return bytes;
  }
}

/** How {@link writeLogFile} writes. */
export interface WriteLogFileOptions extends LogHeader {
  /** gzip level 1 to 9; 0 is plain. By default 6 for names that end in `.gz`, else 0. */
  readonly compression?: number;
}

/** Write records as a log of a version: with {@link readLogFile} a conversion in constant memory. */
export async function writeLogFile(
  path: string,
  records: Iterable<LogRecord> | AsyncIterable<LogRecord>,
  version: LogVersion,
  options: WriteLogFileOptions = {},
): Promise<void> {
  const level = Math.min(9, options.compression ?? (path.endsWith('.gz') ? 6 : 0));
  const source = Readable.from(convertLogStream(asAsync(records), version, options), { objectMode: true });
  const file = createWriteStream(path);
  if (level <= 0) await pipeline(source, file);
  else await pipeline(source, createGzip({ level, flush: constants.Z_NO_FLUSH }), file);
}

async function* asAsync<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
