import { ByteFeed } from './byte-feed.js';
import { BinaryRecordReader } from './decode-binary.js';
import { JsonRecordReader } from './decode-json.js';
import {
  createDamage,
  createDecodeState,
  type DecodeState,
  type LogPosition,
  type RecordReader,
} from './decode-state.js';
import { TextRecordReader } from './decode-text.js';
import type { LogRecord } from './record.js';
import { NO_TEAM } from './team.js';
import { canBeOtherFile, DETECTION_BYTES, detectLogVersion } from './version.js';

/** Options of the functions that read logs. */
export interface DecodeOptions {
  /** Whether to stop at the first damaged place instead of continuing after it; false by default. */
  readonly strict?: boolean;
  /**
   * Whether all shows use the same frame object, which the next show overwrites; false by default. This is faster, and safe if
   * each show is used before the next record is read.
   */
  readonly reuseFrames?: boolean;
  /** Position at which reading begins: the first byte of the input is that at `from.offset`. The decoder then returns no header record. */
  readonly from?: LogPosition;
}

const START: Omit<LogPosition, 'version'> = {
  offset: 0,
  time: 0,
  playMode: 'before_kick_off',
  left: NO_TEAM,
  right: NO_TEAM,
};

/**
 * Decodes an uncompressed game log of any version from pieces as they arrive. Call {@link push} with a piece, then {@link next}
 * until it returns null, and repeat. After {@link finish}, {@link next} returns the remaining records and the `end` record, then
 * null. It does not throw: bytes that cannot be read are `damage` records.
 *
 * @example
 * const decoder = new LogDecoder();
 * decoder.push(bytes);
 * decoder.finish();
 * for (let record = decoder.next(); record !== null; record = decoder.next()) use(record);
 */
export class LogDecoder {
  readonly #feed: ByteFeed;
  readonly #options: DecodeOptions;
  #state: DecodeState | null = null;
  #reader: RecordReader | null = null;
  #isStopped = false;
  #isDone = false;

  constructor(options: DecodeOptions = {}) {
    this.#options = options;
    this.#feed = new ByteFeed(options.from?.offset ?? 0);
    if (options.from !== undefined) this.#begin(options.from, false);
  }

  /** Adds a piece of the log. The bytes must not change before `next` has returned null. */
  push(piece: Uint8Array): void {
    if (!this.#isDone && !this.#isStopped) this.#feed.push(piece);
  }

  /** Ends the input: no more pieces follow. */
  finish(): void {
    this.#feed.isEnded = true;
  }

  /** Returns the next record; null if more bytes are needed, and after the `end` record. */
  next(): LogRecord | null {
    if (this.#isDone) return null;
    if (this.#isStopped) return this.#createEnd(false);
    const feed = this.#feed;
    if (this.#reader === null) {
      if (feed.remaining < 4 && !feed.isEnded && feed.buf[feed.pos] !== 0x5b) return null;
      const head = feed.buf.subarray(feed.pos, Math.min(feed.end, feed.pos + DETECTION_BYTES));
      const version = detectLogVersion(head);
      if (version.ok && !feed.isEnded && canBeOtherFile(head)) return null;
      if (!version.ok) {
        const { code, message, offset = 0 } = version.error;
        this.#isStopped = true;
        return createDamage(offset, code, message);
      }
      this.#begin({ ...START, version: version.value }, true);
    }
    const record = this.#reader!.next();
    if (record === null) return feed.isEnded ? this.#createEnd(this.#state!.complete) : null;
    if (record.type === 'damage' && this.#options.strict === true) this.#isStopped = true;
    return record;
  }

  #createEnd(complete: boolean): LogRecord {
    this.#isDone = true;
    const notJson = this.#state?.notJson ?? null;
    const offset = this.#feed.baseOffset + this.#feed.end;
    return { type: 'end', offset, complete, ...(notJson !== null && { notJson }) };
  }

  #begin(from: LogPosition, header: boolean): void {
    const state = createDecodeState(from.version, this.#options.reuseFrames === true, from);
    const feed = this.#feed;
    this.#state = state;
    const { encoding } = state.features;
    this.#reader =
      encoding === 'text'
        ? new TextRecordReader(feed, state, header)
        : encoding === 'json'
          ? new JsonRecordReader(feed, state, header)
          : new BinaryRecordReader(feed, state, header);
  }
}
