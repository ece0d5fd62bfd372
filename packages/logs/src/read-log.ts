/** Reading whole logs: packed or not, at once or as they arrive. */
import { type Failure, ok, type Result } from '@rcss/core';
import { damage } from './decode-state.js';
import { GzipReader, isGzip, unpack } from './gzip.js';
import { type DecodeOptions, LogDecoder } from './log-decoder.js';
import type { DamageRecord, LogRecord } from './record.js';

/** Where bytes come from: all at once, a file of the browser, the body of a response, a file stream. */
export type ByteSource = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The pieces of a source. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const stream = 'stream' in source && typeof source.stream === 'function' ? source.stream() : source;
  if (Symbol.asyncIterator in stream) {
    yield* stream as AsyncIterable<Uint8Array>;
    return;
  }
  // Not every browser can iterate streams.
  const reader = (stream as unknown as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * The unpacked pieces of a source, packed with gzip or not (by content, spec 09 §13.1). The generator's value at its end is a failure
 * when the packed data is cut off or broken; what could be unpacked was given before.
 */
export async function* unpackedPieces(
  source: ByteSource,
): AsyncGenerator<Uint8Array, Failure | null, undefined> {
  let gzip: GzipReader | null | undefined;
  let head: Uint8Array | null = null;
  for await (let piece of piecesOf(source)) {
    if (gzip === undefined) {
      if (head !== null) {
        const joined = new Uint8Array(head.length + piece.length);
        joined.set(head);
        joined.set(piece, head.length);
        piece = joined;
      }
      if (piece.length < 2) {
        head = piece;
        continue;
      }
      gzip = isGzip(piece) ? new GzipReader() : null;
    }
    if (gzip === null) yield piece;
    else yield* gzip.push(piece);
  }
  if (gzip === undefined && head !== null) yield head;
  if (gzip) {
    yield* gzip.finish();
    return gzip.failure;
  }
  return null;
}

/**
 * The records of a log of any version, packed or not, as they are read: of a log larger than the memory, too. The first one is the
 * header, the last one the end. Damaged places are records among the others; with `strict` the first one is followed by the end only. Never
 * throws because of what the log holds; a failure of the source itself (a network, a disk) is passed on.
 */
export async function* readLog(
  source: ByteSource,
  options: DecodeOptions = {},
): AsyncGenerator<LogRecord, void, undefined> {
  const decoder = new LogDecoder(options);
  const pieces = unpackedPieces(source);
  let failure: Failure | null = null;
  for (;;) {
    const next = await pieces.next();
    if (next.done) {
      failure = next.value;
      break;
    }
    decoder.push(next.value);
    for (let record = decoder.next(); record !== null; record = decoder.next()) yield record;
  }
  decoder.finish();
  yield* rest(decoder, failure);
}

/** What a decoder still gives behind the last piece. */
function* rest(decoder: LogDecoder, failure: Failure | null): Generator<LogRecord, void, undefined> {
  for (let record = decoder.next(); record !== null; record = decoder.next()) {
    if (record.type !== 'end' || failure === null) {
      yield record;
      continue;
    }
    yield damage(record.offset, failure.code, failure.message);
    yield { ...record, complete: false };
  }
}

/** Returns the records of a log in memory, packed or not. Like {@link readLog}, but synchronous. */
export function* readLogBytes(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Generator<LogRecord, void, undefined> {
  const { bytes: plain, failure } = unpack(bytes);
  const decoder = new LogDecoder(options);
  decoder.push(plain);
  decoder.finish();
  yield* rest(decoder, failure);
}

/** A log in memory as a list of records. The failure is the first damaged place, with `strict`; there is none otherwise. */
export function parseLog(
  bytes: Uint8Array,
  options: Pick<DecodeOptions, 'strict'> = {},
): Result<LogRecord[], DamageRecord> {
  const records: LogRecord[] = [];
  for (const record of readLogBytes(bytes, options)) {
    if (record.type === 'damage' && options.strict === true) return { ok: false, error: record };
    records.push(record);
  }
  return ok(records);
}
