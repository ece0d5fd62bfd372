/** JSON logs: version -1, element by element (spec 09 §9, §13). */
import type { Frame } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import type { MonitorRecord } from '@rcss/protocol';
import { decodeJsonRecord } from '@rcss/protocol/monitor';
import { decodeLatin1 } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import {
  clearObjects,
  type DecodeState,
  damage,
  type Framing,
  fillUntold,
  nextFrame,
  showRecord,
  teamRecord,
} from './decode-state.js';
import type { LogRecord } from './record.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const BEGIN_ARRAY = 0x5b;
const END_ARRAY = 0x5d;
/** Length limit of elements, bytes; a longer one is damage, because records are much shorter. */
const MAX_ELEMENT = 1 << 22;
/** How an element begins on a line of its own. Inside of another one this means that the other one is broken. */
const ELEMENT = /^\{\s*"(?:show|msg|team|playmode|team_graphic|server_param|player_param|player_type)"\s*:/;
const ELEMENT_HEAD = 32;
/** The elements that only logs have and that are not objects. */
const PLAIN = /^\{\s*"(version|timestamp)"\s*:\s*"((?:[^"\\]|\\.){0,4096})"\s*\}$/;

/** Reads JSON logs element by element. */
export class JsonFraming implements Framing {
  readonly #feed: ByteFeed;
  readonly #state: DecodeState;
  #header: boolean;
  #inElement = false;
  /** Bytes between elements that are not readable are skipped without a further report. */
  #lost = false;
  #closed = false;
  /** How far the element at the position of the feed is scanned: offset in the whole log. */
  #scanned = 0;
  #depth = 0;
  #quoted = false;
  #escaped = false;
  #server: ServerParams | undefined;

  constructor(feed: ByteFeed, state: DecodeState, begin: boolean) {
    this.#feed = feed;
    this.#state = state;
    this.#header = begin;
    state.complete = false;
  }

  /** Whether a known element begins at `at`, the first byte of a line. */
  #elementAt(at: number): boolean {
    return (
      this.#feed.buf[at] === OPEN &&
      ELEMENT.test(decodeLatin1(this.#feed.buf, at, Math.min(this.#feed.end, at + ELEMENT_HEAD)))
    );
  }

  /**
   * Returns the index after the element at feed.pos; `broken` if another one begins before its end. -1 if more bytes are needed.
   */
  #findEnd(): number {
    const { buf, end } = this.#feed;
    let at = this.#scanned - this.#feed.base;
    for (; at < end; at++) {
      const code = buf[at]!;
      if (code === LINE_FEED) {
        if (at + 1 + ELEMENT_HEAD > end && !this.#feed.ended) break;
        if (this.#elementAt(at + 1)) return at;
      }
      if (this.#quoted) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#quoted = false;
      } else if (code === QUOTE) this.#quoted = true;
      else if (code === OPEN) this.#depth++;
      else if (code === CLOSE && --this.#depth === 0) return at + 1;
    }
    this.#scanned = this.#feed.base + at;
    return -1;
  }

  /** Goes to the `{` of the next element. Returns `garbage` at bytes that are not an element, `none` if no more have arrived. */
  #findBegin(): 'found' | 'none' | 'garbage' {
    const feed = this.#feed;
    const { buf } = feed;
    while (feed.pos < feed.end) {
      const code = buf[feed.pos]!;
      if (code === OPEN && (!this.#lost || feed.pos === 0 || buf[feed.pos - 1] === LINE_FEED)) {
        this.#lost = false;
        return 'found';
      }
      const blank = code === COMMA || code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09;
      if (code === END_ARRAY && !this.#lost && !this.#closed) this.#closed = true;
      else if (!blank && !this.#lost) {
        this.#lost = true;
        return 'garbage';
      }
      feed.pos++;
    }
    return 'none';
  }

  #readElement(start: number, end: number, offset: number): LogRecord {
    const text = decodeLatin1(this.#feed.buf, start, end);
    const plain = PLAIN.exec(text);
    if (plain !== null) {
      const value = stringOf(plain[2]!);
      return { type: plain[1] === 'version' ? 'server_version' : 'timestamp', offset, text: value };
    }
    const frame = nextFrame(this.#state);
    clearObjects(frame);
    const read = decodeJsonRecord(text, { frame, ...(this.#server && { server: this.#server }) });
    if (!read.ok) return damage(offset, 'bad-element', read.error.message);
    return this.#logRecord(read.value, frame, offset);
  }

  /** Returns the log record for a record that monitors receive too. */
  #logRecord(record: MonitorRecord, frame: Frame, offset: number): LogRecord {
    switch (record.type) {
      case 'show':
        if (record.players < 1 || record.players > 22 || !fillUntold(frame))
          return damage(offset, 'bad-element', 'a show without ball and players');
        return showRecord(this.#state, offset, frame);
      case 'playmode': {
        const { playMode: mode, stoppageTime } = record;
        if (mode !== null) this.#state.playMode = mode;
        return { type: 'playmode', offset, time: record.time ?? this.#state.time, stoppageTime, mode };
      }
      case 'team':
        Object.assign(this.#state.left, record.left);
        Object.assign(this.#state.right, record.right);
        return teamRecord(this.#state, offset, record.time ?? this.#state.time, record.stoppageTime);
      case 'msg':
        return { ...record, offset, time: record.time ?? this.#state.time };
      case 'team_graphic': {
        const { side, tile } = record;
        return {
          type: 'team_graphic',
          offset,
          time: this.#state.time,
          stoppageTime: 0,
          side,
          tile,
          text: null,
        };
      }
      case 'server_param':
        this.#server = record.params;
        return { type: 'server_param', offset, params: record.params, block: null };
      case 'player_param':
        return { type: 'player_param', offset, params: record.params, block: null };
      case 'player_type':
        return { type: 'player_type', offset, playerType: record.playerType, block: null };
      case 'unknown':
        return damage(offset, 'unknown-record', `'${record.head.slice(0, 40)}' is no known record`);
      default:
        return damage(offset, 'bad-element', 'the element has no known form');
    }
  }

  next(): LogRecord | null {
    const feed = this.#feed;
    if (this.#header) {
      this.#header = false;
      const { offset } = feed;
      if (feed.buf[feed.pos] === BEGIN_ARRAY) feed.pos++;
      return { type: 'header', offset, version: -1 };
    }
    if (!this.#inElement) {
      const found = this.#findBegin();
      if (found === 'garbage') {
        const { offset } = feed;
        feed.pos++;
        return damage(offset, 'bad-element', 'something that is no element');
      }
      if (found === 'none') {
        this.#state.complete = this.#closed;
        return null;
      }
      this.#beginElement();
    }
    const { pos: start, offset } = feed;
    const end = this.#findEnd();
    if (end < 0) return this.#cutOff(offset);
    this.#inElement = false;
    feed.pos = end;
    return this.#readElement(start, end, offset);
  }

  #beginElement(): void {
    this.#closed = false;
    this.#inElement = true;
    this.#scanned = this.#feed.offset;
    this.#depth = 0;
    this.#quoted = false;
    this.#escaped = false;
  }

  /** The element has no end in the bytes that have arrived: waits for more, or reports it. */
  #cutOff(offset: number): LogRecord | null {
    const feed = this.#feed;
    if (!feed.ended && feed.left <= MAX_ELEMENT) return null;
    this.#inElement = false;
    this.#lost = true;
    feed.pos = feed.end;
    if (!feed.ended) return damage(offset, 'element-too-long', `more than ${MAX_ELEMENT} bytes`);
    this.#state.complete = false;
    return damage(offset, 'truncated', 'the log ends in the middle of an element');
  }
}

/** The text of a JSON string without its quotes. */
function stringOf(inner: string): string {
  return inner.replace(/\\(.)/gs, '$1');
}
