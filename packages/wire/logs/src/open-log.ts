/** Opens logs in memory with random access to their shows: for viewers and log players. */
import { err, type Failure, type Frame, ok, type Result } from '@rcss/core';
import { DEFAULT_SERVER_PARAMS, type PlayerParams, type PlayerType, type ServerParams } from '@rcss/params';
import { joinBytes } from '@rcss/sexp';
import { createDamage } from './decode-state.js';
import { createSizeFailure, decompress, limitUnpackedBytes } from './gzip.js';
import { type AtFrame, fillTypeGaps, LogContents, MAX_KEPT_RECORDS } from './log-contents.js';
import { type DecodeOptions, LogDecoder } from './log-decoder.js';
import type { LogIndex } from './log-index.js';
import { type ByteSource, decompressChunks, readChunks } from './read-log.js';
import type { DrawRecord, LogRecord, MessageRecord, TeamGraphicRecord } from './record.js';
import { ShowReader } from './show-reader.js';
import { type LogFeatures, type LogVersion, logFeatures } from './version.js';

export interface OpenLogOptions extends Pick<DecodeOptions, 'strict'> {
  /** Count of frames that are kept in memory; 512 by default. */
  readonly cacheSize?: number;
  /**
   * Largest size of the log without compression, bytes; a larger one is the failure `log-too-large`. 256 MiB by default. A compressed
   * log may have 64 MiB, or 200 times its compressed size if this is more.
   */
  readonly maxBytes?: number;
}

/** Many times the size of a usual match: 6000 cycles have 5 to 10 MiB. */
export const MAX_BYTES: number = 256 * 2 ** 20;

/** A log of which a part may not have been read yet. Only an index is kept: a show is decoded from the bytes when it is requested. */
export interface GrowingLog {
  readonly version: LogVersion;
  /** Count of shows that have been read. */
  readonly frameCount: number;
  /** What the version of the log stores. */
  readonly features: LogFeatures;
  /** Whether the log has parameters; otherwise `server`, `player` and `types` are defaults. */
  readonly hasParameters: boolean;
  /** Server parameters. */
  readonly server: ServerParams;
  /** Player parameters. */
  readonly player: PlayerParams;
  /** Player types by id; at least the default type. */
  readonly types: readonly PlayerType[];
  /** Messages in order. */
  readonly messages: readonly AtFrame<MessageRecord>[];
  /** Tiles of team graphics in order. */
  readonly teamGraphics: readonly AtFrame<TeamGraphicRecord>[];
  /** Drawings in order. */
  readonly draws: readonly AtFrame<DrawRecord>[];
  /**
   * Returns the game time of a show, cycles.
   *
   * @throws RangeError if the show does not exist.
   */
  timeOf(frame: number): number;
  /**
   * Returns the stoppage time of a show: the count of shows with the same game time before it. 0 while the clock runs.
   *
   * @throws RangeError if the show does not exist.
   */
  stoppageTimeOf(frame: number): number;
  /**
   * Returns a show by its index, 0 to `frameCount` - 1. The caller must not change it.
   *
   * @throws RangeError if the show does not exist.
   */
  frame(frame: number): Frame;
  /**
   * Returns the index of the first show with the game time, or else of the last show before it; 0 if all shows are later, -1 if the
   * log has no shows.
   */
  frameAt(time: number): number;
}

/** A log in memory with random access, as a whole. */
export interface OpenLog extends LogIndex, GrowingLog {
  /** Version of the server; null if the log does not store it (all but JSON). */
  readonly serverVersion: string | null;
  /** Start time as `YYYY-MM-DDThh:mm:ss+hhmm`; null if the log does not store it (all but JSON). */
  readonly timestamp: string | null;
  /** Bytes of the uncompressed log. */
  readonly data: Uint8Array;
}

/** Reads the records of a log whose bytes arrive in pieces. */
class LogOpening {
  readonly contents: LogContents = new LogContents();
  readonly #decoder: LogDecoder;
  readonly #shows: ShowReader;
  readonly #options: LoadInStepsOptions;
  /** Why the compressed data could not be read to its end; null without a failure. */
  #failure: Failure | null = null;

  constructor(options: LoadInStepsOptions) {
    this.#options = options;
    this.#decoder = new LogDecoder({
      ...(options.strict !== undefined && { strict: options.strict }),
      reuseFrames: true,
    });
    this.#shows = new ShowReader(new Uint8Array(0), this.contents, options.cacheSize ?? 512);
  }

  /** Adds uncompressed bytes. They must not change before `read` has returned true. */
  push(bytes: Uint8Array): void {
    this.#decoder.push(bytes);
  }

  /** Ends the input. */
  finish(failure: Failure | null): void {
    this.#failure = failure;
    this.#decoder.finish();
  }

  /** Reads records until `shouldPause` returns true or more bytes are needed; returns whether they are. */
  read(shouldPause: () => boolean): boolean {
    const { contents } = this;
    for (let record = this.#decoder.next(); record !== null; record = this.#decoder.next()) {
      this.#add(record);
      // More records than can be kept: the result is a failure.
      if (contents.isTooLarge) return true;
      if (shouldPause()) return false;
    }
    return true;
  }

  #add(record: LogRecord): void {
    const { contents } = this;
    const failure = this.#failure;
    if (record.type === 'end' && failure !== null) {
      contents.add(createDamage(record.offset, failure.code, failure.message));
      contents.add({ ...record, complete: false });
      return;
    }
    contents.add(record);
    if (record.type === 'show') this.#options.onShow?.(record.frame, contents.offsets.length - 1);
  }

  /** Returns the log as far as it has been read; its values change while it is read. `getData` returns the bytes so far. */
  createGrowingLog(getData: () => Uint8Array): GrowingLog {
    const { contents } = this;
    const shows = this.#shows;
    return {
      get version() {
        return contents.indexer.version;
      },
      get features() {
        return logFeatures(contents.indexer.version);
      },
      get frameCount() {
        return contents.frameCount;
      },
      get hasParameters() {
        return contents.server !== null;
      },
      get server() {
        return contents.server ?? DEFAULT_SERVER_PARAMS;
      },
      get player() {
        return contents.player;
      },
      get types() {
        return fillTypeGaps(contents.types, contents.server ?? DEFAULT_SERVER_PARAMS);
      },
      messages: contents.messages,
      teamGraphics: contents.teamGraphics,
      draws: contents.draws,
      timeOf: (frame) => shows.timeOf(frame),
      stoppageTimeOf: (frame) => shows.stoppageTimeOf(frame),
      frame: (frame) => {
        shows.data = getData();
        return shows.frame(frame);
      },
      frameAt: (time) => shows.frameAt(time),
    };
  }

  /** Returns the whole log, or why it cannot be used. `data` is all of its bytes. */
  createResult(data: Uint8Array): Result<OpenLog> {
    const { contents } = this;
    if (contents.isTooLarge) {
      const message = `the log has more than ${MAX_KEPT_RECORDS} messages and drawings, the most that can be opened at once. Read it in pieces`;
      return err({ code: 'log-too-large', message });
    }
    const { firstDamage, goodRecords, server, serverVersion, timestamp } = contents;
    const index = contents.indexer.createIndex();
    if (firstDamage !== null && (this.#options.strict === true || goodRecords === 0)) {
      if (goodRecords > 0 || logFeatures(index.version).magic !== '') return err(firstDamage);
      const message = `${firstDamage.message}. A file without the header of a later version is read as a game log of version 1; this one is probably not a game log`;
      return err({ ...firstDamage, message });
    }
    const shows = this.#shows;
    shows.data = data;
    const parameters = server ?? DEFAULT_SERVER_PARAMS;
    return ok({
      ...index,
      features: logFeatures(index.version),
      hasParameters: server !== null,
      server: parameters,
      player: contents.player,
      types: fillTypeGaps(contents.types, parameters),
      serverVersion,
      timestamp,
      messages: contents.messages,
      teamGraphics: contents.teamGraphics,
      draws: contents.draws,
      data,
      timeOf: (frame) => shows.timeOf(frame),
      stoppageTimeOf: (frame) => shows.stoppageTimeOf(frame),
      frame: (frame) => shows.frame(frame),
      frameAt: (time) => shows.frameAt(time),
    });
  }
}

/**
 * Opens a log of any version, compressed with gzip or not. Damaged places are left out and listed in `damage`; with `strict` the
 * first one is a failure. Bytes that are not a log are always a failure: `log-too-short`, `unsupported-log-version`, or the code of
 * the first damaged place if no record can be read.
 *
 * @example
 * const opened = openLog(bytes);
 * if (opened.ok) draw(opened.value.frame(opened.value.frameAt(3000)));
 */
export function openLog(bytes: Uint8Array, options: OpenLogOptions = {}): Result<OpenLog> {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const { bytes: data, failure } = decompress(bytes, limitUnpackedBytes(bytes.length, maxBytes));
  if (failure?.code === 'log-too-large') return err(failure);
  if (data.length > maxBytes) return err(createSizeFailure(maxBytes));
  const opening = new LogOpening(options);
  opening.push(data);
  opening.finish(failure);
  opening.read(() => false);
  return opening.createResult(data);
}

/** Opens a log that arrives in pieces, for example a file of the browser or the body of a response. Like {@link openLog}. */
export async function loadLog(source: ByteSource, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readChunks(source)) {
    pieces.push(piece);
    size += piece.length;
    const maxBytes = options.maxBytes ?? MAX_BYTES;
    if (size > maxBytes) return err(createSizeFailure(maxBytes));
  }
  return openLog(joinBytes(pieces), options);
}

/** Options of {@link loadLogInSteps}. */
export interface LoadInStepsOptions extends OpenLogOptions {
  /** Called after each record: whether the step ends. By default a step ends when more bytes are needed. */
  readonly shouldPause?: () => boolean;
  /** Called with each show in order, and its index from 0. The next show overwrites the frame. */
  readonly onShow?: (frame: Frame, index: number) => void;
}

/**
 * Opens a log that arrives in pieces, in steps, so that what has been read can be used before the rest. Each step yields the same
 * object, which grows; the generator returns the whole log, or the failure, like {@link loadLog}.
 *
 * @throws the error of the source, for example of the network.
 * @example
 * const steps = loadLogInSteps(response.body, { shouldPause: () => performance.now() > stepEnd });
 * for (let step = await steps.next(); !step.done; step = await steps.next()) showProgress(step.value.frameCount);
 */
export async function* loadLogInSteps(
  source: ByteSource,
  options: LoadInStepsOptions = {},
): AsyncGenerator<GrowingLog, Result<OpenLog>, undefined> {
  const { shouldPause = () => false, maxBytes = MAX_BYTES } = options;
  const opening = new LogOpening(options);
  const bytes = new GrowingBytes();
  const log = opening.createGrowingLog(() => bytes.data);
  let packedLength = 0;
  async function* countBytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of readChunks(source)) {
      packedLength += piece.length;
      yield piece;
    }
  }
  const pieces = decompressChunks(countBytes());
  try {
    for (let next = await pieces.next(); ; next = await pieces.next()) {
      if (next.done) opening.finish(next.value);
      else {
        bytes.add(next.value);
        const limit = limitUnpackedBytes(packedLength, maxBytes);
        if (bytes.length > limit) return err(createSizeFailure(limit));
        opening.push(next.value);
      }
      while (!opening.read(shouldPause)) yield log;
      if (next.done || opening.contents.isTooLarge) return opening.createResult(bytes.trim());
      yield log;
    }
  } finally {
    // Ends the source if the caller does not read to the end.
    await pieces.return(null);
  }
}

/** Bytes that arrive in pieces, in one array. */
class GrowingBytes {
  length = 0;
  #data: Uint8Array = new Uint8Array(1 << 20);

  /** The bytes, and unused ones after them. */
  get data(): Uint8Array {
    return this.#data;
  }

  add(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.#data.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#data.length));
      larger.set(this.#data.subarray(0, this.length));
      this.#data = larger;
    }
    this.#data.set(piece, this.length);
    this.length = needed;
  }

  /** Returns the bytes in an array of their length. No more can be added afterwards. */
  trim(): Uint8Array {
    if (this.#data.length > this.length) this.#data = this.#data.slice(0, this.length);
    return this.#data;
  }
}
