/** Text logs: versions 4, 5 and 6, line by line (09 §8, §13). */
import type { ServerParams } from '@rcss/params';
import { decodeTextRecord, readTeamGraphicText } from '@rcss/protocol';
import { decodeLatin1, SexpCursor } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import {
  clearObjects,
  type DecodeState,
  damage,
  type Framing,
  nextFrame,
  showRecord,
  teamRecord,
  toldAll,
} from './decode-state.js';
import type { DrawShape, LogRecord } from './record.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Longer lines are damage: no record comes near. */
const MAX_LINE = 1 << 20;

export function createTextFraming(feed: ByteFeed, state: DecodeState, begin: boolean): Framing {
  const cursor = new SexpCursor();
  let header = begin;
  /** Where the search for the end of the line goes on: offset in the whole. */
  let searched = 0;
  let skipping = false;
  let server: ServerParams | undefined;

  /** Length of the next line without its line feed; -1 when more bytes are needed. */
  const lineLength = (): number => {
    const from = Math.max(feed.pos, searched - feed.base);
    const found = feed.buf.subarray(0, feed.end).indexOf(LINE_FEED, from);
    if (found >= 0) return found - feed.pos;
    searched = feed.base + feed.end;
    return feed.ended ? feed.left : -1;
  };

  const readLine = (start: number, end: number, offset: number): LogRecord => {
    cursor.reset(feed.buf, start, end);
    cursor.enterList();
    const word = cursor.readAtom();
    switch (word) {
      case 'msg': {
        const time = cursor.readInt();
        const board = cursor.readInt();
        const text = cursor.outerQuotedRest();
        if (cursor.error !== null) break;
        const graphic = text.startsWith('(team_graphic_') ? readTeamGraphicText(text) : null;
        if (graphic !== null)
          return { type: 'team_graphic', offset, time, stoppageTime: 0, ...graphic, text };
        return { type: 'msg', offset, time, stoppageTime: 0, board, text };
      }
      case 'draw': {
        const time = cursor.readInt();
        const shape = readShape(cursor);
        if (shape === null || cursor.error !== null) break;
        return { type: 'draw', offset, time, stoppageTime: 0, shape };
      }
      case 'server_param':
      case 'player_param':
      case 'player_type': {
        // Re-written logs have true and false (09 §13.4).
        const text = decodeLatin1(feed.buf, start, end)
          .trim()
          .replace(/\(([a-z_]+) true\)/g, '($1 1)')
          .replace(/\(([a-z_]+) false\)/g, '($1 0)');
        return shared(text, offset);
      }
      case 'show':
      case 'playmode':
      case 'team':
        return shared(feed.buf.subarray(start, end), offset);
      default:
        if (cursor.error === null)
          return damage(offset, 'unknown-record', `'${word.slice(0, 40)}' is no known record`);
    }
    const at = offset + Math.max(0, cursor.errorOffset - start);
    return damage(at, 'bad-line', `the line cannot be read: ${cursor.error ?? 'no known form'}`);
  };

  /** A record whose text monitors have too, or that has only numbers and names. */
  const shared = (line: Uint8Array | string, offset: number): LogRecord => {
    const frame = nextFrame(state);
    clearObjects(frame);
    const read = decodeTextRecord(line, { frame, ...(server && { server }) });
    if (!read.ok) return damage(offset + (read.error.offset ?? 0), 'bad-line', read.error.message);
    const record = read.value;
    switch (record.type) {
      case 'show':
        if (record.players !== 22 || !toldAll(frame))
          return damage(offset, 'bad-line', 'a show without ball and 22 players');
        return showRecord(state, offset, frame);
      case 'playmode': {
        const { playMode: mode } = record;
        if (mode !== null) state.playMode = mode;
        return { type: 'playmode', offset, time: record.time ?? state.time, stoppageTime: 0, mode };
      }
      case 'team':
        Object.assign(state.left, record.left);
        Object.assign(state.right, record.right);
        return teamRecord(state, offset, record.time ?? state.time, 0);
      case 'server_param':
        server = record.params;
        return { type: 'server_param', offset, params: record.params, block: null };
      case 'player_param':
        return { type: 'player_param', offset, params: record.params, block: null };
      case 'player_type':
        return { type: 'player_type', offset, playerType: record.playerType, block: null };
      default:
        return damage(offset, 'bad-line', 'the line has no known form');
    }
  };

  return () => {
    for (;;) {
      const length = lineLength();
      if (length < 0) {
        if (feed.left <= MAX_LINE) return null;
        const offset = feed.offset;
        feed.pos = feed.end;
        if (skipping) continue;
        skipping = true;
        return damage(offset, 'line-too-long', `a line has more than ${MAX_LINE} bytes`);
      }
      const start = feed.pos;
      const offset = feed.offset;
      const closed = start + length < feed.end;
      if (!closed && length === 0) return null;
      feed.pos = Math.min(feed.end, start + length + 1);
      if (skipping) {
        skipping = false;
        continue;
      }
      if (header) {
        header = false;
        return { type: 'header', offset, version: state.features.version };
      }
      let end = start + length;
      if (end > start && feed.buf[end - 1] === CARRIAGE_RETURN) end--;
      if (end === start) return damage(offset, 'empty-line', 'the line is empty');
      const record = readLine(start, end, offset);
      if (closed || record.type !== 'damage') return record;
      state.complete = false;
      return damage(offset, 'truncated', 'the log ends in the middle of a line');
    }
  };
}

/** The inner list of a draw line (09 §13.2). */
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
