/**
 * Reads and writes gzip (spec 09 §10) without the streams of a browser: those lose the unpacked data of a file that is cut off,
 * and logs of servers that were killed always are.
 */
import type { Failure } from '@rcss/core';
import { Gunzip, gzipSync } from 'fflate';

/** Whether the bytes begin like a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Size of a piece that is unpacked at once; limits the memory that a piece of input can need. */
const PIECE = 65536;

/** Unpacks a gzip file in pieces. For cut off or broken data it returns what can be unpacked, and a failure. */
export class GzipReader {
  /** Why the data could not be unpacked to the end; null without a failure. */
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

  /** Adds packed bytes and returns the unpacked ones. */
  *push(piece: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length; at += PIECE) yield* this.#step(piece.subarray(at, at + PIECE), false);
  }

  /** Ends the input and returns the remaining unpacked bytes. */
  *finish(): Generator<Uint8Array, void, undefined> {
    yield* this.#step(new Uint8Array(0), true);
    if (!this.#final) this.failure ??= { code: 'gzip-truncated', message: 'the packed log is cut off' };
  }

  *#step(piece: Uint8Array, last: boolean): Generator<Uint8Array, void, undefined> {
    if (this.failure !== null) return;
    try {
      this.#gunzip.push(piece, last);
    } catch (error) {
      // A missing end is not reported again.
      if (!last) {
        this.failure = { code: 'gzip-damaged', message: `the packed log is damaged: ${String(error)}` };
      }
    }
    const out = this.#out;
    this.#out = [];
    yield* out;
  }
}

/** Returns the bytes of a log in memory, unpacked if they are packed; after a failure the bytes unpacked until then. */
export function unpack(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly failure: Failure | null } {
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

/** Packs a log with gzip; level 1 to 9. */
export function pack(bytes: Uint8Array, level = 6): Uint8Array {
  return gzipSync(bytes, { level: Math.min(9, Math.max(1, Math.trunc(level))) as 1, mtime: 0 });
}
