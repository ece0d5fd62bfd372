/** Binary logs: versions 1, 2 and 3 (09 §4 to §7, §13). */
import { type FrameTeam, playModeOfId } from '@rcss/core';
import {
  PLAYER_PARAM_BLOCK_SIZE,
  PLAYER_TYPE_BLOCK_SIZE,
  SERVER_PARAM_BLOCK_SIZE,
  type ServerParams,
} from '@rcss/params';
import {
  decodeParamBlock,
  RecordKind,
  readShortShowinfo2,
  readShowinfo,
  readTeamBlock,
  readTeamGraphicText,
  SHORT_SHOWINFO2_SIZE,
  SHOWINFO_SIZE,
  TEAM_BLOCK_SIZE,
} from '@rcss/protocol';
import { decodeLatin1 } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import { type DecodeState, damage, type Framing, nextFrame, showRecord, teamRecord } from './decode-state.js';
import { DRAW_SIZE, int16At, readDraw } from './draw.js';
import { type LogRecord, trimStray } from './record.js';

/** Longest message that is believed. */
const MAX_LENGTH = 4096;
/** Records that must follow each other for a place to be believed after damage. */
const CHAIN = 3;
/** Bytes that so many records may need. */
const CHAIN_ROOM = CHAIN * (MAX_LENGTH + 6);

export function createBinaryFraming(feed: ByteFeed, state: DecodeState, begin: boolean): Framing {
  const { features } = state;
  const fixed = features.recordSize > 0;
  let header = begin;
  let lost = false;
  let server: ServerParams | undefined;

  /**
   * Size of the record at `pos` with its kind, 0 when it cannot be one, -1 when more bytes are needed to tell. Only the
   * head is looked at.
   */
  const recordSize = (pos: number): number => {
    if (fixed) return features.recordSize;
    if (pos + 2 > feed.end) return -1;
    if (feed.buf[pos] !== 0) return 0;
    const kind = feed.buf[pos + 1]!;
    switch (kind) {
      case RecordKind.NONE:
      case RecordKind.BLANK:
        return 2;
      case RecordKind.SHOW:
        return 2 + (features.details ? SHORT_SHOWINFO2_SIZE : SHOWINFO_SIZE);
      case RecordKind.MESSAGE: {
        if (pos + 6 > feed.end) return -1;
        const length = int16At(feed.buf, pos + 4);
        return length >= 0 && length <= MAX_LENGTH ? 6 + length : 0;
      }
      case RecordKind.DRAW:
        return 2 + DRAW_SIZE;
    }
    if (!features.parameters) return 0;
    switch (kind) {
      case RecordKind.PLAY_MODE:
        return 3;
      case RecordKind.TEAMS:
        return 2 + 2 * TEAM_BLOCK_SIZE;
      case RecordKind.PLAYER_TYPE:
        return 2 + PLAYER_TYPE_BLOCK_SIZE;
      case RecordKind.SERVER_PARAM:
        return 2 + SERVER_PARAM_BLOCK_SIZE;
      case RecordKind.PLAYER_PARAM:
        return 2 + PLAYER_PARAM_BLOCK_SIZE;
      default:
        return 0;
    }
  };

  /** Whether records that mean something stand behind each other from `pos` on, or up to the end. */
  const believable = (pos: number): boolean => {
    let at = pos;
    for (let i = 0; i < CHAIN; i++) {
      if (at === feed.end && i > 0) return true;
      const size = recordSize(at);
      if (size < 0) return i > 0;
      if (size <= 2) return false;
      if (at + size > feed.end) return i > 0;
      at += size;
    }
    return true;
  };

  /** Go on to the next believable place; false when it may be in bytes that have not arrived. */
  const resync = (): boolean => {
    const last = feed.ended ? feed.end : feed.end - CHAIN_ROOM;
    while (feed.pos < last) {
      if (feed.buf[feed.pos] === 0 && believable(feed.pos)) return true;
      feed.pos++;
    }
    return feed.ended;
  };

  const text = (start: number, end: number): string => {
    let stop = end;
    if (fixed) {
      stop = start;
      while (stop < end && feed.buf[stop] !== 0) stop++;
    } else if (stop > start && feed.buf[stop - 1] === 0) stop--;
    return decodeLatin1(feed.buf, start, stop);
  };

  const message = (at: number, size: number, offset: number): LogRecord => {
    const { time } = state;
    const board = int16At(feed.buf, at);
    const body = text(at + (fixed ? 2 : 4), at - 2 + size);
    const whole = fixed ? withoutStray(body) : body;
    const graphic = whole.startsWith('(team_graphic_') ? readTeamGraphicText(whole) : null;
    if (graphic !== null) {
      return { type: 'team_graphic', offset, time, stoppageTime: 0, ...graphic, text: whole };
    }
    return { type: 'msg', offset, time, stoppageTime: 0, board, text: whole };
  };

  /** The record of a kind with its body at `at`; null for those that mean nothing. */
  const read = (kind: number, at: number, size: number, offset: number): LogRecord | null => {
    const { buf } = feed;
    const { time } = state;
    switch (kind) {
      case RecordKind.SHOW: {
        const frame = nextFrame(state);
        if (features.details) readShortShowinfo2(buf, at, frame);
        else {
          readShowinfo(buf, at, frame);
          if (playModeOfId(buf[at]!) === undefined) frame.playMode = state.playMode;
          clearMissing(frame.left);
          clearMissing(frame.right);
        }
        return showRecord(state, offset, frame);
      }
      case RecordKind.MESSAGE:
        return message(at, size, offset);
      case RecordKind.DRAW: {
        const shape = readDraw(buf, at);
        if (shape === null) return damage(offset, 'bad-record', 'a draw record of no known form');
        return { type: 'draw', offset, time, stoppageTime: 0, shape };
      }
      case RecordKind.PLAY_MODE: {
        const mode = playModeOfId(buf[at]!) ?? null;
        if (mode !== null) state.playMode = mode;
        return { type: 'playmode', offset, time, stoppageTime: 0, mode };
      }
      case RecordKind.TEAMS:
        readTeamBlock(buf, at, state.left);
        readTeamBlock(buf, at + TEAM_BLOCK_SIZE, state.right);
        return teamRecord(state, offset, time, 0);
      case RecordKind.SERVER_PARAM:
      case RecordKind.PLAYER_PARAM:
      case RecordKind.PLAYER_TYPE: {
        // Not slice: of a Buffer of Node that is no copy.
        const block = new Uint8Array(buf.subarray(at, at + size - 2));
        const decoded = decodeParamBlock(kind, block, server);
        if (!decoded.ok) return damage(offset, 'bad-record', decoded.error.message);
        switch (decoded.value.type) {
          case 'server_param':
            server = decoded.value.params;
            return { type: 'server_param', offset, params: server, block };
          case 'player_param':
            return { type: 'player_param', offset, params: decoded.value.params, block };
          case 'player_type':
            return {
              type: 'player_type',
              offset,
              playerType: Object.freeze(decoded.value.playerType),
              block,
            };
        }
        return null;
      }
      default:
        return null;
    }
  };

  return () => {
    if (header) {
      header = false;
      const { offset } = feed;
      feed.pos += features.magic.length;
      return { type: 'header', offset, version: features.version };
    }
    if (lost) {
      if (!resync()) return null;
      lost = false;
    }
    while (feed.left > 0) {
      const { offset, pos } = feed;
      const size = recordSize(pos);
      if (size < 0 || pos + size > feed.end) {
        if (!feed.ended) return null;
        feed.pos = feed.end;
        state.complete = false;
        return damage(offset, 'truncated', 'the log ends in the middle of a record');
      }
      const kind = int16At(feed.buf, pos);
      // A message tells its length itself: something must stand where it ends, or the length is wrong.
      const loose = size > 0 && kind === RecordKind.MESSAGE && !fixed;
      if (loose && !feed.ended && feed.left < size + 6) return null;
      if (size === 0 || (loose && feed.left > size && !plausible(recordSize(pos + size)))) {
        feed.pos++;
        lost = true;
        return damage(offset, 'bad-record', `no record of a known kind (${kind})`);
      }
      feed.pos += size;
      if (fixed && (kind < RecordKind.SHOW || kind > RecordKind.DRAW)) {
        return damage(offset, 'bad-record', `no record of a known kind (${kind})`);
      }
      const record = read(kind, pos + 2, size, offset);
      if (record !== null) return record;
    }
    return null;
  };
}

/** Texts of version 1 have no end of their own: anything may follow (09 §5.2). */
function withoutStray(body: string): string {
  if (!body.startsWith('(team_graphic_')) return trimStray(body);
  // A parenthesis too few: the last quote tells where a tile ends.
  const end = body.lastIndexOf('")') + 2;
  return end > 1 ? body.slice(0, end) : body;
}

/** Whether a record of that size can follow a message: one that means something, or one that has not arrived. */
function plausible(size: number): boolean {
  return size < 0 || size > 2;
}

/** The score of a missing team is undefined in version 1 (09 §5.1). */
function clearMissing(team: FrameTeam): void {
  if (team.name === '') team.score = 0;
}
