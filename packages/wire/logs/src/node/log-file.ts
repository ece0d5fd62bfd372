import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gunzipSync } from 'node:zlib';
import { err, type Result } from '@rcss/core';
import { convertLogStream } from '../convert-log.js';
import { isGzip, limitUnpackedBytes } from '../gzip.js';
import type { DecodeOptions } from '../log-decoder.js';
import type { LogHeader } from '../log-encoder.js';
import { MAX_BYTES, type OpenLog, type OpenLogOptions, openLog } from '../open-log.js';
import { readLog } from '../read-log.js';
import type { LogRecord } from '../record.js';
import { readTextLog, type TextLogDamage, type TextLogEntry } from '../text-log.js';
import type { LogVersion } from '../version.js';

const CHUNK_BYTES = 1 << 18;

/**
 * Reads the records of a log file piece by piece, compressed with gzip or not.
 *
 * @throws the error of the file system, during the iteration.
 */
export function readLogFile(path: string, options: DecodeOptions = {}): AsyncGenerator<LogRecord, void> {
  return readLog(createReadStream(path, { highWaterMark: CHUNK_BYTES }), options);
}

/**
 * Reads the entries of a text log file piece by piece, compressed with gzip or not.
 *
 * @throws the error of the file system, during the iteration.
 */
export function readTextLogFile(path: string): AsyncGenerator<TextLogEntry | TextLogDamage, void> {
  return readTextLog(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
}

/**
 * Opens a log file with random access. The whole file is read into memory. A file that cannot be read is the failure `file`; the
 * other failures are those of `openLog`.
 */
export async function openLogFile(path: string, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return err({ code: 'file', message: `${path} cannot be read: ${(error as Error).message}` });
  }
  return openLog(isGzip(bytes) ? decompressWithZlib(bytes, options.maxBytes) : bytes, options);
}

/**
 * Decompresses with zlib of Node, which is faster. Damaged or too large data is returned as it is: `openLog` reads it and reports
 * the reason.
 */
function decompressWithZlib(bytes: Uint8Array, maxBytes?: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: limitUnpackedBytes(bytes.length, maxBytes ?? MAX_BYTES) });
  } catch {
    return bytes;
  }
}

export interface WriteLogFileOptions extends LogHeader {
  /** gzip level 1 (fast) to 9 (small); 0 does not compress. 6 by default for names that end in `.gz`, else 0. */
  readonly compression?: number;
}

/**
 * Writes records as a log file of a version. With the records of {@link readLogFile} it converts a file in constant memory.
 *
 * @throws the error of the file system.
 * @example
 * await writeLogFile('new.rcg.gz', readLogFile('old.rcg'), 6);
 */
export async function writeLogFile(
  path: string,
  records: Iterable<LogRecord> | AsyncIterable<LogRecord>,
  version: LogVersion,
  options: WriteLogFileOptions = {},
): Promise<void> {
  const level = Math.min(9, options.compression ?? (path.endsWith('.gz') ? 6 : 0));
  const source = Readable.from(convertLogStream(toAsync(records), version, options), { objectMode: true });
  const file = createWriteStream(path);
  if (level <= 0) await pipeline(source, file);
  else await pipeline(source, createGzip({ level, flush: constants.Z_NO_FLUSH }), file);
}

async function* toAsync<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
