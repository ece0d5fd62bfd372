/**
 * Reads and writes gzip (spec 09 §10). The streams of browsers are not used: they lose the data of a file that is cut off, and
 * the log of a server that was killed is always cut off.
 */
import type { Failure } from '@rcss/core';
import { Gunzip, gzipSync } from 'fflate';

/** Whether the bytes begin with the signature of gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Count of compressed bytes that are decompressed at once: limits the memory that they can need. */
const CHUNK_BYTES = 65536;

/** Decompresses gzip data in pieces. Of data that is cut off or damaged it returns what can be decompressed, and a failure. */
export class GzipReader {
  /** Why the data could not be decompressed to its end: `gzip-truncated` or `gzip-damaged`; null without a failure. */
  failure: Failure | null = null;
  readonly #gunzip: Gunzip;
  #out: Uint8Array[] = [];
  #final = false;

  constructor() {
    this.#gunzip = new Gunzip((piece, final) => {
      this.#final ||= final;
      if (piece.length > 0) this.#out.push(piece);
    });
  }

  /** Adds compressed bytes. Yields the decompressed bytes. */
  *push(piece: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length; at += CHUNK_BYTES)
      yield* this.#step(piece.subarray(at, at + CHUNK_BYTES), false);
  }

  /** Ends the input. Yields the remaining decompressed bytes. */
  *finish(): Generator<Uint8Array, void, undefined> {
    yield* this.#step(new Uint8Array(0), true);
    if (!this.#final) this.failure ??= { code: 'gzip-truncated', message: 'the compressed log is cut off' };
  }

  *#step(piece: Uint8Array, last: boolean): Generator<Uint8Array, void, undefined> {
    if (this.failure !== null) return;
    try {
      this.#gunzip.push(piece, last);
    } catch (error) {
      // A missing end is reported by `finish`.
      if (!last) {
        this.failure = { code: 'gzip-damaged', message: `the compressed log is damaged: ${String(error)}` };
      }
    }
    const out = this.#out;
    this.#out = [];
    yield* out;
  }
}

/**
 * Decompresses the bytes of a log. Bytes that are not gzip are returned as they are. If the data is cut off or damaged, `bytes` is
 * what could be decompressed, and `failure` is not null.
 */
export function decompress(bytes: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly failure: Failure | null;
} {
  if (!isGzip(bytes)) return { bytes, failure: null };
  const reader = new GzipReader();
  const pieces: Uint8Array[] = [...reader.push(bytes), ...reader.finish()];
  let size = 0;
  for (const piece of pieces) size += piece.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return { bytes: whole, failure: reader.failure };
}

/** Compresses a log with gzip. `level` is 1 (fast) to 9 (small); other values are limited to this range. */
export function compress(bytes: Uint8Array, level = 6): Uint8Array {
  return gzipSync(bytes, { level: Math.min(9, Math.max(1, Math.trunc(level))) as 1, mtime: 0 });
}
