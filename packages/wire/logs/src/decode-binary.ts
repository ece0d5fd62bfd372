/** Reads binary logs: versions 1, 2 and 3 (spec 09 §4 to §7, §13). */
import { type FrameTeam, playModeOfId } from '@rcss/core';
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
import {
  createDamage,
  createShowRecord,
  createTeamRecord,
  type DecodeState,
  prepareFrame,
  type RecordReader,
} from './decode-state.js';
import { DRAW_SIZE, readDraw, readInt16 } from './draw.js';
import { type LogRecord, trimStrayBytes } from './record.js';
import type { LogFeatures } from './version.js';

/** Length limit of messages, bytes. A longer message is damage: servers write at most 2048 bytes. */
const MAX_MESSAGE_BYTES = 4096;
/** Count of records that must follow each other where reading continues after damage. */
const CHAIN_LENGTH = 3;
/** Largest size of {@link CHAIN_LENGTH} messages, bytes. */
const MAX_CHAIN_BYTES = CHAIN_LENGTH * (MAX_MESSAGE_BYTES + 6);

/** Reads binary logs (versions 1 to 3) record by record. */
export class BinaryRecordReader implements RecordReader {
  readonly #feed: ByteFeed;
  readonly #state: DecodeState;
  readonly #features: LogFeatures;
  /** Sizes of records by kind, bytes; not of messages, which store their length. */
  readonly #sizes: ReadonlyMap<number, number>;
  #expectsHeader: boolean;
  /** Whether the next plausible record after damage is still to be found. */
  #isResyncing = false;

  constructor(feed: ByteFeed, state: DecodeState, begin: boolean) {
    this.#feed = feed;
    this.#state = state;
    this.#features = state.features;
    this.#sizes = createRecordSizes(state.features);
    this.#expectsHeader = begin;
  }

  next(): LogRecord | null {
    const feed = this.#feed;
    if (this.#expectsHeader) {
      this.#expectsHeader = false;
      const { offset } = feed;
      feed.pos += this.#features.magic.length;
      return { type: 'header', offset, version: this.#features.version };
    }
    if (this.#isResyncing) {
      if (!this.#findRecord()) return null;
      this.#isResyncing = false;
    }
    while (feed.remaining > 0) {
      const { offset, pos } = feed;
      const size = this.#recordSize(pos);
      if (size < 0 || pos + size > feed.end) return this.#handleMissingBytes(offset);
      const check = this.#checkRecord(pos, size);
      if (check === 'wait') return null;
      const kind = readInt16(feed.buf, pos);
      if (check === 'bad') {
        feed.pos++;
        this.#isResyncing = true;
        return createDamage(
          offset,
          'bad-record',
          `unknown record kind ${kind}. Known: ${[...this.#sizes.keys(), RecordKind.MESSAGE].join(', ')}`,
        );
      }
      feed.pos += size;
      if (this.#features.recordSize > 0 && (kind < RecordKind.SHOW || kind > RecordKind.DRAW)) {
        return createDamage(
          offset,
          'bad-record',
          `unknown record kind ${kind}. Known: ${[...this.#sizes.keys(), RecordKind.MESSAGE].join(', ')}`,
        );
      }
      const record = this.#readRecord(kind, pos + 2, size, offset);
      if (record !== null) return record;
    }
    return null;
  }

  /** Handles a record whose end has not arrived: waits for more bytes, or reports the damage if there are none. */
  #handleMissingBytes(offset: number): LogRecord | null {
    const feed = this.#feed;
    if (!feed.isEnded) return null;
    feed.pos = feed.end;
    this.#state.complete = false;
    return createDamage(offset, 'truncated', 'the log is cut off in the middle of a record');
  }

  /** Checks a record of this size. A message stores its length: if it is right, another record begins where the message ends. */
  #checkRecord(pos: number, size: number): 'good' | 'bad' | 'wait' {
    if (size === 0) return 'bad';
    const feed = this.#feed;
    if (this.#features.recordSize > 0 || feed.buf[pos + 1] !== RecordKind.MESSAGE) return 'good';
    if (!feed.isEnded && feed.remaining < size + 6) return 'wait';
    return feed.remaining > size && !isPlausibleSize(this.#recordSize(pos + size)) ? 'bad' : 'good';
  }

  /** Returns the size of the record at `pos` with its kind, bytes; 0 if it is not a record, -1 if more bytes are needed. */
  #recordSize(pos: number): number {
    const { recordSize } = this.#features;
    if (recordSize > 0) return recordSize;
    const { buf, end } = this.#feed;
    if (pos + 2 > end) return -1;
    if (buf[pos] !== 0) return 0;
    const kind = buf[pos + 1]!;
    if (kind !== RecordKind.MESSAGE) return this.#sizes.get(kind) ?? 0;
    if (pos + 6 > end) return -1;
    const length = readInt16(buf, pos + 4);
    return length >= 0 && length <= MAX_MESSAGE_BYTES ? 6 + length : 0;
  }

  /** Moves to the next plausible record. Returns false if it can be in bytes that have not arrived. */
  #findRecord(): boolean {
    const feed = this.#feed;
    const last = feed.isEnded ? feed.end : feed.end - MAX_CHAIN_BYTES;
    while (feed.pos < last) {
      if (feed.buf[feed.pos] === 0 && this.#isRecordChain(feed.pos)) return true;
      feed.pos++;
    }
    return feed.isEnded;
  }

  /** Whether {@link CHAIN_LENGTH} records with contents follow each other from `pos` on, or up to the end. */
  #isRecordChain(pos: number): boolean {
    const { end } = this.#feed;
    let at = pos;
    for (let i = 0; i < CHAIN_LENGTH; i++) {
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
  #readRecord(kind: number, at: number, size: number, offset: number): LogRecord | null {
    const { buf } = this.#feed;
    const state = this.#state;
    const { time } = state;
    switch (kind) {
      case RecordKind.SHOW:
        return this.#readShow(at, offset);
      case RecordKind.MESSAGE:
        return this.#readMessage(at, size, offset);
      case RecordKind.DRAW: {
        const shape = readDraw(buf, at);
        if (shape === null)
          return createDamage(
            offset,
            'bad-record',
            'the draw record has an unknown shape. Known: 0 clear, 1 point, 2 circle, 3 line',
          );
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
        return createTeamRecord(state, offset, time, 0);
      case RecordKind.SERVER_PARAM:
      case RecordKind.PLAYER_PARAM:
      case RecordKind.PLAYER_TYPE:
        return this.#readParams(kind, at, size, offset);
      default:
        return null;
    }
  }

  #readShow(at: number, offset: number): LogRecord {
    const { buf } = this.#feed;
    const frame = prepareFrame(this.#state);
    if (this.#features.details) readShortShowinfo2(buf, at, frame);
    else {
      readShowinfo(buf, at, frame);
      if (playModeOfId(buf[at]!) === undefined) frame.playMode = this.#state.playMode;
      clearScoreOfMissingTeam(frame.left);
      clearScoreOfMissingTeam(frame.right);
    }
    return createShowRecord(this.#state, offset, frame);
  }

  #readMessage(at: number, size: number, offset: number): LogRecord {
    const { time } = this.#state;
    const isFixedSize = this.#features.recordSize > 0;
    const board = readInt16(this.#feed.buf, at);
    const body = this.#readText(at + (isFixedSize ? 2 : 4), at - 2 + size);
    const text = isFixedSize ? trimText(body) : body;
    const graphic = text.startsWith('(team_graphic_') ? readTeamGraphicText(text) : null;
    if (graphic !== null) return { type: 'team_graphic', offset, time, stoppageTime: 0, ...graphic, text };
    return { type: 'msg', offset, time, stoppageTime: 0, board, text };
  }

  #readText(start: number, end: number): string {
    const { buf } = this.#feed;
    let stop = end;
    if (this.#features.recordSize > 0) {
      stop = start;
      while (stop < end && buf[stop] !== 0) stop++;
    } else if (stop > start && buf[stop - 1] === 0) stop--;
    return decodeLatin1(buf, start, stop);
  }

  #readParams(kind: ParamKind, at: number, size: number, offset: number): LogRecord | null {
    // A copy. `slice` would not copy the bytes of a Buffer of Node.
    const block = new Uint8Array(this.#feed.buf.subarray(at, at + size - 2));
    const decoded = decodeParamBlock(kind, block, this.#state.server);
    if (!decoded.ok) return createDamage(offset, 'bad-record', decoded.error.message);
    const { value } = decoded;
    switch (value.type) {
      case 'server_param':
        this.#state.server = value.params;
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

/** Returns the sizes of records with their kind, bytes, by kind. */
function createRecordSizes(features: LogFeatures): ReadonlyMap<number, number> {
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

/** Removes what follows the text of a message in version 1, which does not mark its end (spec 09 §5.2). */
function trimText(body: string): string {
  if (!body.startsWith('(team_graphic_')) return trimStrayBytes(body);
  // The closing parenthesis is missing in such messages: the last quote and parenthesis end the tile.
  const end = body.lastIndexOf('")') + 2;
  return end > 1 ? body.slice(0, end) : body;
}

/** Whether a record of this size can follow a message: the record has contents, or its bytes have not arrived. */
function isPlausibleSize(size: number): boolean {
  return size < 0 || size > 2;
}

/** Sets the score of a side without a team to 0: version 1 stores an undefined value (spec 09 §5.1). */
function clearScoreOfMissingTeam(team: FrameTeam): void {
  if (team.name === '') team.score = 0;
}
