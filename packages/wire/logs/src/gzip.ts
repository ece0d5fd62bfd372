/**
 * Reads and writes gzip (spec 09 §10). The streams of browsers are not used: they lose the data of a file that is cut off, and
 * the log of a server that was killed is always cut off.
 */
import type { Failure } from '@rcss/core';
import { joinBytes } from '@rcss/sexp';
import { Gunzip, gzipSync } from 'fflate';

/** Whether the bytes begin with the signature of gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const CRC_TABLE = createCrcTable();

/** Returns the CRC-32 of gzip for each byte value. */
function createCrcTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    table[byte] = crc;
  }
  return table;
}

/** Bytes of the check sum and the length at the end of gzip data. */
const TRAILER_BYTES = 8;

/** Check sum and length of decompressed bytes. */
class TrailerCheck {
  #crc = -1;
  #length = 0;

  add(bytes: Uint8Array): void {
    let crc = this.#crc;
    for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
    this.#crc = crc;
    this.#length = (this.#length + bytes.length) >>> 0;
  }

  /** Whether a trailer has the check sum and the length of the bytes so far. */
  matches(trailer: Uint8Array): boolean {
    if (trailer.length < TRAILER_BYTES) return false;
    const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
    return view.getUint32(0, true) === ~this.#crc >>> 0 && view.getUint32(4, true) === this.#length;
  }
}

/** Count of input bytes that are kept, so that the trailer of a member is known when the next member begins. */
const KEPT_BYTES = 1024;

const BAD_TRAILER =
  'the compressed data is damaged: the check sum or the length at its end does not match its content';

/** Count of compressed bytes that are decompressed at once: limits the memory that they can need. */
const CHUNK_BYTES = 65536;

/** Decompresses gzip data in pieces. Of data that is cut off or damaged it returns what can be decompressed, and a failure. */
export class GzipReader {
  /** Why the data could not be decompressed to its end: `gzip-truncated` or `gzip-damaged`; null without a failure. */
  failure: Failure | null = null;
  readonly #gunzip: Gunzip;
  #out: Uint8Array[] = [];
  #final = false;
  #check = new TrailerCheck();
  #isTrailerBad = false;
  /** The last bytes of the input, and the count of all bytes. */
  #input: Uint8Array = new Uint8Array(0);
  #inputLength = 0;

  constructor() {
    this.#gunzip = new Gunzip((piece, final) => {
      this.#final ||= final;
      if (piece.length === 0) return;
      this.#check.add(piece);
      this.#out.push(piece);
    });
    this.#gunzip.onmember = (offset) => this.#endMember(offset);
  }

  /** Checks the trailer of a member that ends at an offset in the input. */
  #endMember(offset: number): void {
    const end = this.#input.length - (this.#inputLength - offset);
    // If the header of the next member is longer than the bytes that are kept, the trailer is no longer known.
    const isKnown = end >= TRAILER_BYTES;
    if (isKnown && !this.#check.matches(this.#input.subarray(end - TRAILER_BYTES))) this.#isTrailerBad = true;
    this.#check = new TrailerCheck();
  }

  #keepInput(piece: Uint8Array): void {
    const before = this.#input.subarray(Math.max(0, this.#input.length - KEPT_BYTES));
    const input = new Uint8Array(before.length + piece.length);
    input.set(before);
    input.set(piece, before.length);
    this.#input = input;
    this.#inputLength += piece.length;
  }

  /** Adds compressed bytes. Yields the decompressed bytes. */
  *push(piece: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length; at += CHUNK_BYTES)
      yield* this.#step(piece.subarray(at, at + CHUNK_BYTES), false);
  }

  /** Ends the input. Yields the remaining decompressed bytes. */
  *finish(): Generator<Uint8Array, void, undefined> {
    yield* this.#step(new Uint8Array(0), true);
    if (this.#final) this.#endMember(this.#inputLength);
    if (this.#isTrailerBad) this.failure ??= { code: 'gzip-damaged', message: BAD_TRAILER };
    if (!this.#final) this.failure ??= { code: 'gzip-truncated', message: 'the compressed data is cut off' };
  }

  *#step(piece: Uint8Array, last: boolean): Generator<Uint8Array, void, undefined> {
    if (this.failure !== null) return;
    this.#keepInput(piece);
    try {
      this.#gunzip.push(piece, last);
    } catch (error) {
      // A missing end is reported by `finish`.
      if (!last) {
        this.failure = { code: 'gzip-damaged', message: `the compressed data is damaged: ${String(error)}` };
      }
    }
    const out = this.#out;
    this.#out = [];
    yield* out;
  }
}

/** Size without compression up to which any ratio of the sizes is allowed, bytes: more than an hour of a server without clients. */
const MAX_FREE_BYTES = 64 * 2 ** 20;

/** Largest ratio of the sizes without and with compression above {@link MAX_FREE_BYTES}. Matches have 4 to 12. */
const MAX_RATIO = 200;

/** Returns the largest size that compressed bytes may have without compression, so that a small file cannot fill the memory. */
export function limitUnpackedBytes(packedBytes: number, maxBytes: number): number {
  return Math.min(maxBytes, Math.max(MAX_FREE_BYTES, packedBytes * MAX_RATIO));
}

/**
 * Decompresses the bytes of a log. Bytes that are not gzip are returned as they are. If the data is cut off or damaged, `bytes` is
 * what could be decompressed, and `failure` is not null.
 *
 * @param maxBytes Largest size of the decompressed log; of a larger one nothing is returned, and the failure is `log-too-large`.
 * By default 64 MiB, or 200 times the size of the packed log if that is more.
 * @throws TypeError if `bytes` are not bytes, for example the name of a file
 */
export function decompress(
  bytes: Uint8Array,
  maxBytes: number = limitUnpackedBytes(bytes.length, Number.POSITIVE_INFINITY),
): {
  readonly bytes: Uint8Array;
  readonly failure: Failure | null;
} {
  if (!ArrayBuffer.isView(bytes))
    throw new TypeError(
      `the bytes of a log are needed as a Uint8Array, not a value of type ${typeof bytes}; @rcss/logs/node reads files`,
    );
  if (!isGzip(bytes)) return { bytes, failure: null };
  const reader = new GzipReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const step of [reader.push(bytes), reader.finish()]) {
    for (const piece of step) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) return { bytes: new Uint8Array(0), failure: createSizeFailure(maxBytes) };
    }
  }
  return { bytes: joinBytes(pieces), failure: reader.failure };
}

/** Creates the failure of a log that is too large to be opened in memory. */
export function createSizeFailure(maxBytes: number): Failure {
  const size = `${Math.round(maxBytes / 2 ** 20)} MiB`;
  return {
    code: 'log-too-large',
    message: `the file has more than ${size} without compression, the most that can be opened at once. Parts of a game log are written by rcss log cut LOG:0-3000 -o PART.rcg`,
  };
}

/** Compresses a log with gzip. `level` is 1 (fast) to 9 (small); other values are limited to this range. */
export function compress(bytes: Uint8Array, level = 6): Uint8Array {
  return gzipSync(bytes, { level: Math.min(9, Math.max(1, Math.trunc(level))) as 1, mtime: 0 });
}
