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

/** How a log is read. */
export interface DecodeOptions {
  /** End at the first damaged place instead of going on behind it; false by default. */
  readonly strict?: boolean;
  /**
   * Give all shows in one and the same frame, which is overwritten by the next one: quicker where a show is used at once.
   * False by default.
   */
  readonly reuseFrames?: boolean;
  /** Begin in the middle: the bytes are those from `from.offset` on. No header record is given then. */
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
 * Reads a game log of any version, unpacked, from pieces as they arrive. Call {@link push} with a piece, {@link next} until it gives
 * null, and so on; after {@link finish}, {@link next} gives what is left and at last the `end` record, then null. No input makes it
 * throw, and every piece is gone over once.
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

  /** Add a piece of the log. It must not change before `next` has given null. */
  push(piece: Uint8Array): void {
    if (!this.#done && !this.#stopped) this.#feed.push(piece);
  }

  /** Nothing more will be pushed. */
  finish(): void {
    this.#feed.ended = true;
  }

  /** The next record: null when more bytes are needed, or behind the end. */
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
