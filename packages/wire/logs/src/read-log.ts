/** Reads whole logs: compressed or not, from memory or as the bytes arrive. */
import { type Failure, ok, type Result } from '@rcss/core';
import { createDamage } from './decode-state.js';
import { decompress, GzipReader, isGzip } from './gzip.js';
import { type DecodeOptions, LogDecoder } from './log-decoder.js';
import type { DamageRecord, LogRecord } from './record.js';

/** Source of bytes: an array, a file of the browser, the body of a response, or a stream of Node. */
export type ByteSource = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Yields the bytes of a source in pieces. */
export async function* readChunks(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const stream = 'stream' in source && typeof source.stream === 'function' ? source.stream() : source;
  if (Symbol.asyncIterator in stream) {
    yield* stream as AsyncIterable<Uint8Array>;
    return;
  }
  // Some browsers cannot iterate streams.
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
 * Yields the bytes of a source in pieces, decompressed if they begin with the signature of gzip (spec 09 §13.1). The generator
 * returns a failure if the compressed data is cut off or damaged, after it has yielded what could be decompressed.
 */
export async function* decompressChunks(
  source: ByteSource,
): AsyncGenerator<Uint8Array, Failure | null, undefined> {
  let gzip: GzipReader | null | undefined;
  let head: Uint8Array | null = null;
  for await (let piece of readChunks(source)) {
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
 * Reads the records of a log of any version, compressed with gzip or not, as its bytes arrive. The log can be larger than the
 * memory. The first record is the header, the last one the end. Damaged places are `damage` records; with `strict`, reading ends
 * after the first one. The contents of a log never cause an exception.
 *
 * @throws the error of the source, for example of the network or the file system.
 * @example
 * for await (const record of readLog(response.body)) if (record.type === 'show') draw(record.frame);
 */
export async function* readLog(
  source: ByteSource,
  options: DecodeOptions = {},
): AsyncGenerator<LogRecord, void, undefined> {
  for await (const records of readLogPieces(source, options)) for (const record of records) yield record;
}

/**
 * Reads the records of a log like {@link readLog}, those of each piece of the source together, so that a reader waits once for a piece
 * and not once for a record. Use up the records of a piece before the next one is requested.
 *
 * @throws the error of the source, for example of the network or the file system.
 * @example
 * for await (const records of readLogPieces(stream)) for (const record of records) analyzer.addRecord(record);
 */
export async function* readLogPieces(
  source: ByteSource,
  options: DecodeOptions = {},
): AsyncGenerator<Iterable<LogRecord>, void, undefined> {
  const decoder = new LogDecoder(options);
  const pieces = decompressChunks(source);
  let failure: Failure | null = null;
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) {
        failure = next.value;
        break;
      }
      decoder.push(next.value);
      yield takeRecords(decoder);
    }
  } finally {
    // Ends the source if the caller does not read to the end.
    await pieces.return(null);
  }
  decoder.finish();
  yield takeRemaining(decoder, failure);
}

/** Yields the records that a decoder can read from the pieces so far. */
function* takeRecords(decoder: LogDecoder): Generator<LogRecord, void, undefined> {
  for (let record = decoder.next(); record !== null; record = decoder.next()) yield record;
}

/** Yields the remaining records of a decoder after the last piece. */
function* takeRemaining(decoder: LogDecoder, failure: Failure | null): Generator<LogRecord, void, undefined> {
  for (let record = decoder.next(); record !== null; record = decoder.next()) {
    if (record.type !== 'end' || failure === null) {
      yield record;
      continue;
    }
    yield createDamage(record.offset, failure.code, failure.message);
    yield { ...record, complete: false };
  }
}

/**
 * Reads the records of a log in memory, compressed with gzip or not. Like {@link readLog}, but synchronous.
 *
 * @example
 * const shows = [...readLogBytes(bytes)].filter((record) => record.type === 'show');
 */
export function* readLogBytes(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Generator<LogRecord, void, undefined> {
  const { bytes: plain, failure } = decompress(bytes);
  const decoder = new LogDecoder(options);
  decoder.push(plain);
  decoder.finish();
  yield* takeRemaining(decoder, failure);
}

/**
 * Parses a log in memory to a list of records. With `strict` the first damaged place is a failure; without it damaged
 * places are records of the list, and the result is always ok.
 */
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
