/** Reads text logs: versions 4 to 7 (spec 09 §8, §13, spec 12 §11). */
import { decodeTextRecord, readPlainShow, readTeamGraphicText } from '@rcss/protocol/monitor';
import { decodeLatin1, SexpCursor } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import {
  clearObjects,
  createDamage,
  createLogRecord,
  type DecodeState,
  hasAllObjects,
  prepareFrame,
  type RecordReader,
} from './decode-state.js';
import type { DrawShape, LogRecord } from './record.js';
import { describeBadShape } from './record-limits.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Length limit of lines, bytes. A longer line is damage: servers write much shorter ones. */
const MAX_LINE_BYTES = 1 << 20;
/** More than the bytes of a show whose numbers are as long as servers write them. */
const MAX_PLAIN_BYTES = 8192;

/** Reads text logs (versions 4 to 6) line by line. */
export class TextRecordReader implements RecordReader {
  readonly #feed: ByteFeed;
  readonly #state: DecodeState;
  readonly #cursor = new SexpCursor();
  #expectsHeader: boolean;
  /** Offset in the log at which the search for the end of the line continues. */
  #searchOffset = 0;
  /** Whether the rest of a line that is too long is being skipped. */
  #isSkipping = false;
  /** Whether all shows so far were in the form in which servers write them. */
  #hasPlainShows = true;

  constructor(feed: ByteFeed, state: DecodeState, begin: boolean) {
    this.#feed = feed;
    this.#state = state;
    this.#expectsHeader = begin;
  }

  /** Returns the length of the next line without its line feed; -1 if more bytes are needed. */
  #findLineLength(): number {
    const from = Math.max(this.#feed.pos, this.#searchOffset - this.#feed.baseOffset);
    const found = this.#feed.buf.subarray(0, this.#feed.end).indexOf(LINE_FEED, from);
    if (found >= 0) return found - this.#feed.pos;
    this.#searchOffset = this.#feed.baseOffset + this.#feed.end;
    return this.#feed.isEnded ? this.#feed.remaining : -1;
  }

  #readLine(start: number, end: number, offset: number): LogRecord {
    this.#cursor.reset(this.#feed.buf, start, end);
    this.#cursor.enterList();
    const word = this.#cursor.readAtom();
    switch (word) {
      case 'msg': {
        const time = this.#cursor.readInt();
        const board = this.#cursor.readInt();
        const text = this.#cursor.readOuterQuoted();
        if (this.#cursor.error !== null) break;
        const graphic = text.startsWith('(team_graphic_') ? readTeamGraphicText(text) : null;
        if (graphic !== null)
          return { type: 'team_graphic', offset, time, stoppageTime: 0, ...graphic, text };
        return { type: 'msg', offset, time, stoppageTime: 0, board, text };
      }
      case 'draw': {
        const time = this.#cursor.readInt();
        const shape = readShape(this.#cursor);
        if (shape === null || this.#cursor.error !== null) break;
        const bad = describeBadShape(shape);
        if (bad !== null) return createDamage(offset, 'bad-line', bad);
        return { type: 'draw', offset, time, stoppageTime: 0, shape };
      }
      case 'server_param':
      case 'player_param':
      case 'player_type': {
        // Logs written by converters have true and false (spec 09 §13.4).
        const text = decodeLatin1(this.#feed.buf, start, end)
          .trim()
          .replace(/\(([a-z_]+) true\)/g, '($1 1)')
          .replace(/\(([a-z_]+) false\)/g, '($1 0)');
        return this.#readMonitorRecord(text, offset);
      }
      case 'show':
      case 'playmode':
      case 'team':
        return this.#readMonitorRecord(this.#feed.buf.subarray(start, end), offset);
      default:
        if (this.#cursor.error === null)
          return createDamage(offset, 'unknown-record', `unknown record "${word.slice(0, 40)}"`);
    }
    const at = offset + Math.max(0, this.#cursor.errorOffset - start);
    return createDamage(at, 'bad-line', `the line cannot be read: ${this.#cursor.error ?? 'unknown form'}`);
  }

  /**
   * Reads a show in the form in which servers write it; null for another line. Its numbers are within the limits, so they are not
   * checked, and its end is found by reading it: a search for the end of the line would be a second pass over the bytes.
   */
  #readPlainShow(): LogRecord | null {
    const feed = this.#feed;
    const { buf, pos, offset } = feed;
    // Of the records only shows begin with "(sh".
    if (buf[pos + 1] !== 0x73 || buf[pos + 2] !== 0x68) return null;
    const frame = prepareFrame(this.#state);
    clearObjects(frame);
    const after = readPlainShow(buf, pos, frame);
    this.#hasPlainShows = after >= 0 && after < feed.end && buf[after] === LINE_FEED;
    if (!this.#hasPlainShows) return null;
    feed.pos = after + 1;
    this.#state.time = frame.time;
    return { type: 'show', offset, frame };
  }

  /** Reads a record that monitors receive too. */
  #readMonitorRecord(line: Uint8Array | string, offset: number): LogRecord {
    const frame = prepareFrame(this.#state);
    clearObjects(frame);
    const { server } = this.#state;
    const read = decodeTextRecord(line, { frame, ...(server && { server }) });
    if (!read.ok) return createDamage(offset + (read.error.offset ?? 0), 'bad-line', read.error.message);
    const record = read.value;
    if (record.type === 'show' && (record.players !== 22 || !hasAllObjects(frame)))
      return createDamage(
        offset,
        'bad-line',
        `a show with ${record.players} players or without a ball. Needed: a ball and 22 players`,
      );
    return (
      createLogRecord(this.#state, record, offset, 'bad-line') ??
      createDamage(offset, 'bad-line', 'the line has an unknown form')
    );
  }

  next(): LogRecord | null {
    if (this.#hasPlainShows && this.#feed.remaining > MAX_PLAIN_BYTES && !this.#isSkipping) {
      const show = this.#readPlainShow();
      if (show !== null) return show;
    }
    for (;;) {
      const length = this.#findLineLength();
      if (length < 0) {
        if (this.#feed.remaining <= MAX_LINE_BYTES) return null;
        const offset = this.#feed.offset;
        this.#feed.pos = this.#feed.end;
        if (this.#isSkipping) continue;
        this.#isSkipping = true;
        return createDamage(offset, 'line-too-long', `the line has more than ${MAX_LINE_BYTES} bytes`);
      }
      const start = this.#feed.pos;
      const offset = this.#feed.offset;
      const isClosed = start + length < this.#feed.end;
      if (!isClosed && length === 0) return null;
      this.#feed.pos = Math.min(this.#feed.end, start + length + 1);
      if (this.#isSkipping) {
        this.#isSkipping = false;
        continue;
      }
      if (length > MAX_LINE_BYTES)
        return createDamage(offset, 'line-too-long', `the line has more than ${MAX_LINE_BYTES} bytes`);
      if (this.#expectsHeader) {
        this.#expectsHeader = false;
        return { type: 'header', offset, version: this.#state.features.version };
      }
      let end = start + length;
      if (end > start && this.#feed.buf[end - 1] === CARRIAGE_RETURN) end--;
      if (end === start) return createDamage(offset, 'empty-line', 'the line is empty');
      const record = this.#readLine(start, end, offset);
      if (isClosed || record.type !== 'damage') return record;
      this.#state.complete = false;
      return createDamage(offset, 'truncated', 'the log is cut off in the middle of a line');
    }
  }
}

/** Reads the shape of a draw line (spec 09 §13.2); null if its kind is unknown. */
function readShape(cursor: SexpCursor): DrawShape | null {
  cursor.enterList();
  const kind = cursor.readAtom();
  let shape: DrawShape | null = null;
  if (kind === 'clear') shape = { kind };
  else if (kind === 'point') {
    shape = { kind, x: cursor.readNumber(), y: cursor.readNumber(), color: cursor.readQuoted() };
  } else if (kind === 'circle') {
    shape = {
      kind,
      x: cursor.readNumber(),
      y: cursor.readNumber(),
      radius: cursor.readNumber(),
      color: cursor.readQuoted(),
    };
  } else if (kind === 'line') {
    shape = {
      kind,
      x1: cursor.readNumber(),
      y1: cursor.readNumber(),
      x2: cursor.readNumber(),
      y2: cursor.readNumber(),
      color: cursor.readQuoted(),
    };
  }
  cursor.leaveList();
  return shape;
}
