import { ByteFeed } from './byte-feed.js';
import { BinaryFraming } from './decode-binary.js';
import { JsonFraming } from './decode-json.js';
import {
  createDecodeState,
  type DecodeState,
  damage,
  type Framing,
  type LogPosition,
} from './decode-state.js';
import { TextFraming } from './decode-text.js';
import type { LogRecord } from './record.js';
import { detectLogVersion } from './version.js';

/** Options for reading a log. */
export interface DecodeOptions {
  /** Whether to end at the first damaged place instead of continuing after it; false by default. */
  readonly strict?: boolean;
  /**
   * Whether all shows use the same frame object, which the next show overwrites: faster if each show is used at once.
   * False by default.
   */
  readonly reuseFrames?: boolean;
  /** Position to begin at: the bytes are those from `from.offset` on. The decoder then returns no header record. */
  readonly from?: LogPosition;
}

const NO_TEAM = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
const START: Omit<LogPosition, 'version'> = {
  offset: 0,
  time: 0,
  playMode: 'before_kick_off',
  left: NO_TEAM,
  right: NO_TEAM,
};

/**
 * Reads a game log of any version, unpacked, from pieces as they arrive. Call {@link push} with a piece, then {@link next} until
 * it returns null, and repeat. After {@link finish}, {@link next} returns the remaining records and the `end` record, then null.
 * It does not throw for any input, and reads every piece once.
 */
export class LogDecoder {
  readonly #feed: ByteFeed;
  readonly #options: DecodeOptions;
  #state: DecodeState | null = null;
  #framing: Framing | null = null;
  #stopped = false;
  #done = false;

  constructor(options: DecodeOptions = {}) {
    this.#options = options;
    this.#feed = new ByteFeed(options.from?.offset ?? 0);
    if (options.from !== undefined) this.#begin(options.from, false);
  }

  /** Adds a piece of the log. It must not change before `next` has returned null. */
  push(piece: Uint8Array): void {
    if (!this.#done && !this.#stopped) this.#feed.push(piece);
  }

  /** Ends the input. */
  finish(): void {
    this.#feed.ended = true;
  }

  /** Returns the next record: null if more bytes are needed, or after the end. */
  next(): LogRecord | null {
    if (this.#done) return null;
    if (this.#stopped) return this.#end(false);
    const feed = this.#feed;
    if (this.#framing === null) {
      if (feed.left < 4 && !feed.ended && feed.buf[feed.pos] !== 0x5b) return null;
      const version = detectLogVersion(feed.buf.subarray(feed.pos, Math.min(feed.end, feed.pos + 4)));
      if (!version.ok) {
        const { code, message, offset = 0 } = version.error;
        this.#stopped = true;
        return damage(offset, code, message);
      }
      this.#begin({ ...START, version: version.value }, true);
    }
    const record = this.#framing!.next();
    if (record === null) return feed.ended ? this.#end(this.#state!.complete) : null;
    if (record.type === 'damage' && this.#options.strict === true) this.#stopped = true;
    return record;
  }

  #end(complete: boolean): LogRecord {
    this.#done = true;
    return { type: 'end', offset: this.#feed.base + this.#feed.end, complete };
  }

  #begin(from: LogPosition, header: boolean): void {
    const state = createDecodeState(from.version, this.#options.reuseFrames === true, from);
    const feed = this.#feed;
    this.#state = state;
    const { encoding } = state.features;
    this.#framing =
      encoding === 'text'
        ? new TextFraming(feed, state, header)
        : encoding === 'json'
          ? new JsonFraming(feed, state, header)
          : new BinaryFraming(feed, state, header);
  }
}
