/** Binary logs: versions 1, 2 and 3 (spec 09 §4 to §7, §13). */
import { type FrameTeam, playModeOfId } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import {
  PLAYER_PARAM_BLOCK_SIZE,
  PLAYER_TYPE_BLOCK_SIZE,
  SERVER_PARAM_BLOCK_SIZE,
} from '@rcss/params/messages';
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
} from '@rcss/protocol/monitor';
import { decodeLatin1 } from '@rcss/sexp';
import type { ByteFeed } from './byte-feed.js';
import { type DecodeState, damage, type Framing, nextFrame, showRecord, teamRecord } from './decode-state.js';
import { DRAW_SIZE, int16At, readDraw } from './draw.js';
import { type LogRecord, trimStray } from './record.js';
import type { LogFeatures } from './version.js';

/** Length limit of messages, bytes; a longer one is damage. */
const MAX_LENGTH = 4096;
/** Records that must follow each other where reading continues after damage. */
const CHAIN = 3;
/** Bytes that this number of records can need. */
const CHAIN_ROOM = CHAIN * (MAX_LENGTH + 6);

/** Reads binary logs (versions 1 to 3) record by record. */
export class BinaryFraming implements Framing {
  readonly #feed: ByteFeed;
  readonly #state: DecodeState;
  readonly #features: LogFeatures;
  /** Sizes of records by their kind, without those that contain their length. */
  readonly #sizes: ReadonlyMap<number, number>;
  #header: boolean;
  /** After damage: the next plausible record is not found yet. */
  #lost = false;
  #server: ServerParams | undefined;

  constructor(feed: ByteFeed, state: DecodeState, begin: boolean) {
    this.#feed = feed;
    this.#state = state;
    this.#features = state.features;
    this.#sizes = recordSizes(state.features);
    this.#header = begin;
  }

  next(): LogRecord | null {
    const feed = this.#feed;
    if (this.#header) {
      this.#header = false;
      const { offset } = feed;
      feed.pos += this.#features.magic.length;
      return { type: 'header', offset, version: this.#features.version };
    }
    if (this.#lost) {
      if (!this.#findRecord()) return null;
      this.#lost = false;
    }
    while (feed.left > 0) {
      const { offset, pos } = feed;
      const size = this.#recordSize(pos);
      if (size < 0 || pos + size > feed.end) return this.#cutOff(offset);
      const check = this.#checkRecord(pos, size);
      if (check === 'wait') return null;
      const kind = int16At(feed.buf, pos);
      if (check === 'bad') {
        feed.pos++;
        this.#lost = true;
        return damage(offset, 'bad-record', `no record of a known kind (${kind})`);
      }
      feed.pos += size;
      if (this.#features.recordSize > 0 && (kind < RecordKind.SHOW || kind > RecordKind.DRAW)) {
        return damage(offset, 'bad-record', `no record of a known kind (${kind})`);
      }
      const record = this.#read(kind, pos + 2, size, offset);
      if (record !== null) return record;
    }
    return null;
  }

  /** The record has no end in the bytes that have arrived: waits for more, or reports it. */
  #cutOff(offset: number): LogRecord | null {
    const feed = this.#feed;
    if (!feed.ended) return null;
    feed.pos = feed.end;
    this.#state.complete = false;
    return damage(offset, 'truncated', 'the log ends in the middle of a record');
  }

  /** A message stores its own length: if it is right, another record begins where the message ends. */
  #checkRecord(pos: number, size: number): 'good' | 'bad' | 'wait' {
    if (size === 0) return 'bad';
    const feed = this.#feed;
    if (this.#features.recordSize > 0 || feed.buf[pos + 1] !== RecordKind.MESSAGE) return 'good';
    if (!feed.ended && feed.left < size + 6) return 'wait';
    return feed.left > size && !isPlausibleSize(this.#recordSize(pos + size)) ? 'bad' : 'good';
  }

  /** Size of the record at `pos` with its kind; 0: not a record; -1: more bytes are needed. Reads the head only. */
  #recordSize(pos: number): number {
    const { recordSize } = this.#features;
    if (recordSize > 0) return recordSize;
    const { buf, end } = this.#feed;
    if (pos + 2 > end) return -1;
    if (buf[pos] !== 0) return 0;
    const kind = buf[pos + 1]!;
    if (kind !== RecordKind.MESSAGE) return this.#sizes.get(kind) ?? 0;
    if (pos + 6 > end) return -1;
    const length = int16At(buf, pos + 4);
    return length >= 0 && length <= MAX_LENGTH ? 6 + length : 0;
  }

  /** Moves to the next plausible position; returns false if it can be in bytes that have not arrived. */
  #findRecord(): boolean {
    const feed = this.#feed;
    const last = feed.ended ? feed.end : feed.end - CHAIN_ROOM;
    while (feed.pos < last) {
      if (feed.buf[feed.pos] === 0 && this.#isBelievable(feed.pos)) return true;
      feed.pos++;
    }
    return feed.ended;
  }

  /** Whether records with contents follow each other from `pos` on, or up to the end. */
  #isBelievable(pos: number): boolean {
    const { end } = this.#feed;
    let at = pos;
    for (let i = 0; i < CHAIN; i++) {
      if (at === end && i > 0) return true;
      const size = this.#recordSize(at);
      if (size < 0) return i > 0;
      if (size <= 2) return false;
      if (at + size > end) return i > 0;
      at += size;
    }
    return true;
  }

  /** Returns the record of a kind with its body at `at`; null for kinds without contents. */
  #read(kind: number, at: number, size: number, offset: number): LogRecord | null {
    const { buf } = this.#feed;
    const state = this.#state;
    const { time } = state;
    switch (kind) {
      case RecordKind.SHOW:
        return this.#show(at, offset);
      case RecordKind.MESSAGE:
        return this.#message(at, size, offset);
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
      case RecordKind.PLAYER_TYPE:
        return this.#params(kind, at, size, offset);
      default:
        return null;
    }
  }

  #show(at: number, offset: number): LogRecord {
    const { buf } = this.#feed;
    const frame = nextFrame(this.#state);
    if (this.#features.details) readShortShowinfo2(buf, at, frame);
    else {
      readShowinfo(buf, at, frame);
      if (playModeOfId(buf[at]!) === undefined) frame.playMode = this.#state.playMode;
      clearMissing(frame.left);
      clearMissing(frame.right);
    }
    return showRecord(this.#state, offset, frame);
  }

  #message(at: number, size: number, offset: number): LogRecord {
    const { time } = this.#state;
    const fixed = this.#features.recordSize > 0;
    const board = int16At(this.#feed.buf, at);
    const body = this.#text(at + (fixed ? 2 : 4), at - 2 + size);
    const text = fixed ? withoutStray(body) : body;
    const graphic = text.startsWith('(team_graphic_') ? readTeamGraphicText(text) : null;
    if (graphic !== null) return { type: 'team_graphic', offset, time, stoppageTime: 0, ...graphic, text };
    return { type: 'msg', offset, time, stoppageTime: 0, board, text };
  }

  #text(start: number, end: number): string {
    const { buf } = this.#feed;
    let stop = end;
    if (this.#features.recordSize > 0) {
      stop = start;
      while (stop < end && buf[stop] !== 0) stop++;
    } else if (stop > start && buf[stop - 1] === 0) stop--;
    return decodeLatin1(buf, start, stop);
  }

  #params(kind: ParamKind, at: number, size: number, offset: number): LogRecord | null {
    // Not slice: of a Buffer of Node that is not a copy.
    const block = new Uint8Array(this.#feed.buf.subarray(at, at + size - 2));
    const decoded = decodeParamBlock(kind, block, this.#server);
    if (!decoded.ok) return damage(offset, 'bad-record', decoded.error.message);
    const { value } = decoded;
    switch (value.type) {
      case 'server_param':
        this.#server = value.params;
        return { type: 'server_param', offset, params: value.params, block };
      case 'player_param':
        return { type: 'player_param', offset, params: value.params, block };
      case 'player_type':
        return { type: 'player_type', offset, playerType: Object.freeze(value.playerType), block };
      default:
        return null;
    }
  }
}

type ParamKind =
  | typeof RecordKind.SERVER_PARAM
  | typeof RecordKind.PLAYER_PARAM
  | typeof RecordKind.PLAYER_TYPE;

/** Sizes of records with their kind, by kind. */
function recordSizes(features: LogFeatures): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>([
    [RecordKind.NONE, 2],
    [RecordKind.BLANK, 2],
    [RecordKind.SHOW, 2 + (features.details ? SHORT_SHOWINFO2_SIZE : SHOWINFO_SIZE)],
    [RecordKind.DRAW, 2 + DRAW_SIZE],
  ]);
  if (!features.parameters) return sizes;
  return sizes
    .set(RecordKind.PLAY_MODE, 3)
    .set(RecordKind.TEAMS, 2 + 2 * TEAM_BLOCK_SIZE)
    .set(RecordKind.PLAYER_TYPE, 2 + PLAYER_TYPE_BLOCK_SIZE)
    .set(RecordKind.SERVER_PARAM, 2 + SERVER_PARAM_BLOCK_SIZE)
    .set(RecordKind.PLAYER_PARAM, 2 + PLAYER_PARAM_BLOCK_SIZE);
}

/** Texts of version 1 have no end of their own: anything may follow (spec 09 §5.2). */
function withoutStray(body: string): string {
  if (!body.startsWith('(team_graphic_')) return trimStray(body);
  // A parenthesis is missing: the last quote marks the end of a tile.
  const end = body.lastIndexOf('")') + 2;
  return end > 1 ? body.slice(0, end) : body;
}

/** Whether a record of that size can follow a message: one with a meaning, or one that has not arrived. */
function isPlausibleSize(size: number): boolean {
  return size < 0 || size > 2;
}

/** The score of a missing team is undefined in version 1 (spec 09 §5.1). */
function clearMissing(team: FrameTeam): void {
  if (team.name === '') team.score = 0;
}
