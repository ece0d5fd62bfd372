/**
 * Packed logs (spec 09 §10), without the streams of a browser: those lose what they have unpacked when a file is cut off, and
 * logs of servers that were killed always are.
 */
import type { Failure } from '@rcss/core';
import { Gunzip, gzipSync } from 'fflate';

/** Whether the bytes begin like a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Piece that is unpacked at once: bounds the memory that a piece of input may need. */
const PIECE = 65536;

/** Unpacks a gzip file from pieces as they arrive. Cut off or broken data gives what can be unpacked, and a failure. */
export class GzipReader {
  /** Why the data could not be unpacked to its end; null as long as all is well. */
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

  /** Add packed bytes and give the unpacked ones. */
  *push(piece: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length; at += PIECE) yield* this.#step(piece.subarray(at, at + PIECE), false);
  }

  /** No more packed bytes come. */
  *finish(): Generator<Uint8Array, void, undefined> {
    yield* this.#step(new Uint8Array(0), true);
    if (!this.#final) this.failure ??= { code: 'gzip-truncated', message: 'the packed log is cut off' };
  }

  *#step(piece: Uint8Array, last: boolean): Generator<Uint8Array, void, undefined> {
    if (this.failure !== null) return;
    try {
      this.#gunzip.push(piece, last);
    } catch (error) {
      // The end that does not come is no more than that.
      if (!last) {
        this.failure = { code: 'gzip-damaged', message: `the packed log is damaged: ${String(error)}` };
      }
    }
    const out = this.#out;
    this.#out = [];
    yield* out;
  }
}

/** The bytes of a log that lies in memory, unpacked if they are packed; what could be unpacked, and why not all. */
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

/** A log packed with gzip; level 1 to 9. */
export function pack(bytes: Uint8Array, level = 6): Uint8Array {
  return gzipSync(bytes, { level: Math.min(9, Math.max(1, Math.trunc(level))) as 1, mtime: 0 });
}
