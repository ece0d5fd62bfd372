/** Reads JSON logs: version -1 (spec 09 §9, §13). */
import type { Frame } from '@rcss/core';
import type { MonitorRecord } from '@rcss/protocol';
import { decodeJsonRecord } from '@rcss/protocol/monitor';
import { decodeLatin1 } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import {
  clearObjects,
  createDamage,
  createLogRecord,
  type DecodeState,
  fillMissingPlayers,
  prepareFrame,
  type RecordReader,
} from './decode-state.js';
import type { LogRecord } from './record.js';
import { describeBadBoard, describeBadTime } from './record-limits.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const BEGIN_ARRAY = 0x5b;
const END_ARRAY = 0x5d;
/** Length limit of elements, bytes. A longer element is damage: servers write much shorter ones. */
const MAX_ELEMENT_BYTES = 1 << 22;
/** Beginning of an element on a line of its own. Inside of another element it means that the other one is broken. */
const ELEMENT = /^\{\s*"(?:show|msg|team|playmode|team_graphic|server_param|player_param|player_type)"\s*:/;
/** Count of bytes in which {@link ELEMENT} can be recognized. */
const ELEMENT_HEAD_BYTES = 32;
const BEYOND_ASCII = /[\x80-\xff]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Elements that only logs have: server version and start time. */
const STRING_ELEMENT = /^\{\s*"(version|timestamp)"\s*:\s*"((?:[^"\\]|\\.){0,4096})"\s*\}$/;

/** Reads JSON logs element by element. */
export class JsonRecordReader implements RecordReader {
  readonly #feed: ByteFeed;
  readonly #state: DecodeState;
  #expectsHeader: boolean;
  #isInElement = false;
  /** Whether unreadable bytes between elements were reported: the rest of them is skipped without a report. */
  #isResyncing = false;
  #isClosed = false;
  /** Offset in the log up to which the current element is scanned. */
  #scanOffset = 0;
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;

  constructor(feed: ByteFeed, state: DecodeState, begin: boolean) {
    this.#feed = feed;
    this.#state = state;
    this.#expectsHeader = begin;
    state.complete = false;
  }

  /** Whether a known element begins at `at`, the first byte of a line. */
  #isElementAt(at: number): boolean {
    return (
      this.#feed.buf[at] === OPEN &&
      ELEMENT.test(decodeLatin1(this.#feed.buf, at, Math.min(this.#feed.end, at + ELEMENT_HEAD_BYTES)))
    );
  }

  /**
   * Returns the index after the element at `feed.pos`, or where another element begins inside of it. Returns -1 if more bytes are
   * needed.
   */
  #findElementEnd(): number {
    const { buf, end } = this.#feed;
    let at = this.#scanOffset - this.#feed.baseOffset;
    for (; at < end; at++) {
      const code = buf[at]!;
      if (code === LINE_FEED) {
        if (at + 1 + ELEMENT_HEAD_BYTES > end && !this.#feed.isEnded) break;
        if (this.#isElementAt(at + 1)) return at;
      }
      if (this.#isQuoted) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isQuoted = false;
      } else if (code === QUOTE) this.#isQuoted = true;
      else if (code === OPEN) this.#depth++;
      else if (code === CLOSE && --this.#depth === 0) return at + 1;
    }
    this.#scanOffset = this.#feed.baseOffset + at;
    return -1;
  }

  /** Moves to the `{` of the next element. Returns `garbage` at bytes that are not an element, `none` if no byte is left. */
  #findElementStart(): 'found' | 'none' | 'garbage' {
    const feed = this.#feed;
    const { buf } = feed;
    while (feed.pos < feed.end) {
      const code = buf[feed.pos]!;
      if (code === OPEN && (!this.#isResyncing || feed.pos === 0 || buf[feed.pos - 1] === LINE_FEED)) {
        this.#isResyncing = false;
        return 'found';
      }
      const blank = code === COMMA || code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09;
      if (code === END_ARRAY && !this.#isResyncing && !this.#isClosed) this.#isClosed = true;
      else if (!blank && !this.#isResyncing) {
        this.#isResyncing = true;
        return 'garbage';
      }
      feed.pos++;
    }
    return 'none';
  }

  #readElement(start: number, end: number, offset: number): LogRecord {
    const { buf } = this.#feed;
    const text = decodeLatin1(buf, start, end);
    let isJson = !BEYOND_ASCII.test(text) || isUtf8(buf.subarray(start, end));
    const plain = STRING_ELEMENT.exec(text);
    if (plain !== null) {
      const value = unescapeString(plain[2]!);
      return { type: plain[1] === 'version' ? 'server_version' : 'timestamp', offset, text: value };
    }
    const frame = prepareFrame(this.#state);
    clearObjects(frame);
    const onRepair = () => {
      isJson = false;
    };
    const { server } = this.#state;
    const read = decodeJsonRecord(text, { frame, onRepair, ...(server && { server }) });
    if (read.ok && !isJson) this.#countNotJson(offset);
    if (!read.ok) return createDamage(offset, 'bad-element', read.error.message);
    const bad = describeBadHead(read.value);
    if (bad !== null) return createDamage(offset, 'bad-element', bad);
    return this.#createLogRecord(read.value, frame, offset);
  }

  #countNotJson(offset: number): void {
    const { notJson } = this.#state;
    if (notJson === null) this.#state.notJson = { count: 1, offset };
    else notJson.count++;
  }

  /** Creates the log record for a record that monitors receive too. */
  #createLogRecord(record: MonitorRecord, frame: Frame, offset: number): LogRecord {
    switch (record.type) {
      case 'show':
        if (record.players < 1 || record.players > 22 || !fillMissingPlayers(frame))
          return createDamage(
            offset,
            'bad-element',
            `a show with ${record.players} players or without a ball. Needed: a ball and 1 to 22 players`,
          );
        break;
      case 'msg':
        return { ...record, offset, time: record.time ?? this.#state.time };
      case 'team_graphic': {
        const { side, tile } = record;
        const { time } = this.#state;
        return { type: 'team_graphic', offset, time, stoppageTime: 0, side, tile, text: null };
      }
      case 'unknown':
        return createDamage(offset, 'unknown-record', `unknown record "${record.head.slice(0, 40)}"`);
    }
    return (
      createLogRecord(this.#state, record, offset, 'bad-element') ??
      createDamage(offset, 'bad-element', 'the element has an unknown form')
    );
  }

  next(): LogRecord | null {
    const feed = this.#feed;
    if (this.#expectsHeader) {
      this.#expectsHeader = false;
      const { offset } = feed;
      if (feed.buf[feed.pos] === BEGIN_ARRAY) feed.pos++;
      return { type: 'header', offset, version: -1 };
    }
    if (!this.#isInElement) {
      const found = this.#findElementStart();
      if (found === 'garbage') {
        const { offset } = feed;
        feed.pos++;
        return createDamage(offset, 'bad-element', 'bytes that are not an element');
      }
      if (found === 'none') {
        this.#state.complete = this.#isClosed;
        return null;
      }
      this.#beginElement();
    }
    const { pos: start, offset } = feed;
    const end = this.#findElementEnd();
    if (end < 0) return this.#handleMissingBytes(offset);
    this.#isInElement = false;
    feed.pos = end;
    return this.#readElement(start, end, offset);
  }

  #beginElement(): void {
    this.#isClosed = false;
    this.#isInElement = true;
    this.#scanOffset = this.#feed.offset;
    this.#depth = 0;
    this.#isQuoted = false;
    this.#isEscaped = false;
  }

  /** Handles an element whose end has not arrived: waits for more bytes, or reports the damage. */
  #handleMissingBytes(offset: number): LogRecord | null {
    const feed = this.#feed;
    if (!feed.isEnded && feed.remaining <= MAX_ELEMENT_BYTES) return null;
    this.#isInElement = false;
    this.#isResyncing = true;
    feed.pos = feed.end;
    if (!feed.isEnded)
      return createDamage(offset, 'element-too-long', `the element has more than ${MAX_ELEMENT_BYTES} bytes`);
    this.#state.complete = false;
    return createDamage(offset, 'truncated', 'the log is cut off in the middle of an element');
  }
}

/** Returns why time or message board of a record are not possible; null if they are. A show has its time in the frame. */
function describeBadHead(record: MonitorRecord): string | null {
  if (record.type !== 'playmode' && record.type !== 'team' && record.type !== 'msg') return null;
  const bad = describeBadTime(record.time ?? 0, record.stoppageTime);
  if (bad !== null) return `a ${record.type} record with ${bad}`;
  const badBoard = record.type === 'msg' ? describeBadBoard(record.board) : null;
  return badBoard === null ? null : `a message with ${badBoard}`;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Replaces the escape sequences in the contents of a JSON string. */
function unescapeString(inner: string): string {
  return inner.replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
