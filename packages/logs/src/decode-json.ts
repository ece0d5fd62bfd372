/** JSON logs: version -1, element by element (09 §9, §13). */
import type { ServerParams } from '@rcss/params';
import { decodeJsonRecord } from '@rcss/protocol';
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
/** Longer elements are damage: no record comes near. */
const MAX_ELEMENT = 1 << 22;
/** How an element begins on a line of its own. Inside of another one this means that the other one is broken. */
const ELEMENT = /^\{\s*"(?:show|msg|team|playmode|team_graphic|server_param|player_param|player_type)"\s*:/;
const ELEMENT_HEAD = 32;
/** The elements that only logs have and that are no objects. */
const PLAIN = /^\{\s*"(version|timestamp)"\s*:\s*"((?:[^"\\]|\\.){0,4096})"\s*\}$/;

export function createJsonFraming(feed: ByteFeed, state: DecodeState, begin: boolean): Framing {
  let header = begin;
  let inElement = false;
  /** Garbage between elements is skipped without a further report. */
  let lost = false;
  let closed = false;
  // How far the element at feed.pos is scanned, as an offset in the whole.
  let scanned = 0;
  let depth = 0;
  let quoted = false;
  let escaped = false;
  let server: ServerParams | undefined;
  state.complete = false;

  /** Whether a known element begins at `at`, the first byte of a line. */
  const elementAt = (at: number): boolean =>
    feed.buf[at] === OPEN && ELEMENT.test(decodeLatin1(feed.buf, at, Math.min(feed.end, at + ELEMENT_HEAD)));

  /**
   * Index behind the element at feed.pos: `broken` when another one begins before its end. -1 when more bytes are needed.
   */
  const findEnd = (): number => {
    const { buf, end } = feed;
    let at = scanned - feed.base;
    for (; at < end; at++) {
      const code = buf[at]!;
      if (code === LINE_FEED) {
        if (at + 1 + ELEMENT_HEAD > end && !feed.ended) break;
        if (elementAt(at + 1)) return at;
      }
      if (quoted) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) quoted = false;
      } else if (code === QUOTE) quoted = true;
      else if (code === OPEN) depth++;
      else if (code === CLOSE && --depth === 0) return at + 1;
    }
    scanned = feed.base + at;
    return -1;
  };

  /** Go to the `{` of the next element. False when there is none in what has arrived. */
  const findBegin = (report: (offset: number) => void): boolean => {
    const { buf } = feed;
    while (feed.pos < feed.end) {
      const code = buf[feed.pos]!;
      if (code === OPEN && (!lost || feed.pos === 0 || buf[feed.pos - 1] === LINE_FEED)) {
        lost = false;
        return true;
      }
      const blank = code === COMMA || code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09;
      if (code === END_ARRAY && !lost && !closed) closed = true;
      else if (!blank && !lost) {
        lost = true;
        report(feed.offset);
        feed.pos++;
        return false;
      }
      feed.pos++;
    }
    return false;
  };

  const readElement = (start: number, end: number, offset: number): LogRecord => {
    const text = decodeLatin1(feed.buf, start, end);
    const plain = PLAIN.exec(text);
    if (plain !== null) {
      const value = stringOf(plain[2]!);
      return { type: plain[1] === 'version' ? 'server_version' : 'timestamp', offset, text: value };
    }
    const frame = nextFrame(state);
    clearObjects(frame);
    const read = decodeJsonRecord(text, { frame, ...(server && { server }) });
    if (!read.ok) return damage(offset, 'bad-element', read.error.message);
    const record = read.value;
    switch (record.type) {
      case 'show':
        if (record.players < 1 || record.players > 22 || !fillUntold(frame))
          return damage(offset, 'bad-element', 'a show without ball and players');
        return showRecord(state, offset, frame);
      case 'playmode': {
        const { playMode: mode, stoppageTime } = record;
        if (mode !== null) state.playMode = mode;
        return { type: 'playmode', offset, time: record.time ?? state.time, stoppageTime, mode };
      }
      case 'team':
        Object.assign(state.left, record.left);
        Object.assign(state.right, record.right);
        return teamRecord(state, offset, record.time ?? state.time, record.stoppageTime);
      case 'msg':
        return { ...record, offset, time: record.time ?? state.time };
      case 'team_graphic': {
        const { side, tile } = record;
        return { type: 'team_graphic', offset, time: state.time, stoppageTime: 0, side, tile, text: null };
      }
      case 'server_param':
        server = record.params;
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
  };

  return () => {
    if (header) {
      header = false;
      const { offset } = feed;
      if (feed.buf[feed.pos] === BEGIN_ARRAY) feed.pos++;
      return { type: 'header', offset, version: -1 };
    }
    if (!inElement) {
      let garbage = -1;
      const found = findBegin((offset) => {
        garbage = offset;
      });
      if (garbage >= 0) return damage(garbage, 'bad-element', 'something that is no element');
      if (!found) {
        state.complete = closed;
        return null;
      }
      if (closed) closed = false;
      inElement = true;
      scanned = feed.offset;
      depth = 0;
      quoted = false;
      escaped = false;
    }
    const start = feed.pos;
    const { offset } = feed;
    const end = findEnd();
    if (end < 0) {
      if (!feed.ended && feed.left <= MAX_ELEMENT) return null;
      inElement = false;
      lost = true;
      feed.pos = feed.end;
      if (!feed.ended) return damage(offset, 'element-too-long', `more than ${MAX_ELEMENT} bytes`);
      state.complete = false;
      return damage(offset, 'truncated', 'the log ends in the middle of an element');
    }
    inElement = false;
    feed.pos = end;
    return readElement(start, end, offset);
  };
}

/** The text of a JSON string without its quotes. */
function stringOf(inner: string): string {
  return inner.replace(/\\(.)/gs, '$1');
}
