import { gunzipSync } from 'node:zlib';
import { err, type Result } from '@rcss/core';
import { readInputFile } from '@rcss/core/node';
import { isGzip, limitUnpackedBytes } from '../gzip.js';
import { MAX_BYTES, type OpenLog, type OpenLogOptions, openLog } from '../open-log.js';

/**
 * Opens a log file with random access. The whole file is read into memory. A file that cannot be read is the failure `file`; the
 * other failures are those of `openLog`.
 */
export async function openLogFile(path: string, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  let bytes: Uint8Array;
  try {
    bytes = readInputFile(path);
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
