/** A whole log in memory with random access: for viewers and log players. */
import type { Frame, FrameTeam } from '@rcss/core';
import { err, type Failure, ok, playModeId, playModeOfId, type Result } from '@rcss/core';
import {
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  defaultPlayerType,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { damage } from './decode-state.js';
import { unpack } from './gzip.js';
import { type DecodeOptions, LogDecoder } from './log-decoder.js';
import { createLogIndexer, type IndexPoint, type LogIndex, type LogIndexer } from './log-index.js';
import { type ByteSource, piecesOf } from './read-log.js';
import type { DrawRecord, LogRecord, MessageRecord, TeamGraphicRecord } from './record.js';
import { type LogFeatures, logFeatures } from './version.js';

/** How {@link openLog} reads. */
export interface OpenLogOptions extends Pick<DecodeOptions, 'strict'> {
  /** Number of frames that are kept; 512 by default. */
  readonly cache?: number;
}

/** A record with the number of the show that follows it. */
export type AtFrame<R> = R & { readonly frame: number };

/** A log that was read once from beginning to end. Frames are made anew from its bytes when they are asked for. */
export interface OpenLog extends LogIndex {
  readonly features: LogFeatures;
  /** Whether parameters are those of the log; otherwise it has none, and they are the defaults. */
  readonly hasParameters: boolean;
  readonly server: ServerParams;
  readonly player: PlayerParams;
  /** Player types by id; at least the default type. */
  readonly types: readonly PlayerType[];
  /** Version of the server and start time, of JSON logs only. */
  readonly serverVersion: string | null;
  readonly timestamp: string | null;
  readonly messages: readonly AtFrame<MessageRecord>[];
  readonly teamGraphics: readonly AtFrame<TeamGraphicRecord>[];
  readonly draws: readonly AtFrame<DrawRecord>[];
  /** The unpacked log. */
  readonly data: Uint8Array;
  /** Time of a show. */
  timeOf(frame: number): number;
  /** How many shows of the same time stand before a show: more than 0 while the time stands still. */
  stoppedOf(frame: number): number;
  /** Returns a show, which the caller must not change. Throws a RangeError if the show does not exist. */
  frame(frame: number): Frame;
  /** The first show of the time, or else the last one before it; 0 when there is none before. -1 in a log without shows. */
  frameAt(time: number): number;
}

/** Returns the point that is valid at a show: the last of `points` that does not begin after it, or undefined. */
export function pointAt<P extends IndexPoint>(points: readonly P[], frame: number): P | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** Numbers that are appended one by one. */
class Column {
  data: Float64Array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
}

/** Collects what {@link openLog} keeps of the records of a log. */
class LogContents {
  readonly indexer: LogIndexer = createLogIndexer();
  /** Offsets of shows, and of the records after them. */
  readonly offsets: Column = new Column();
  readonly ends: Column = new Column();
  readonly times: Column = new Column();
  readonly modes: Column = new Column();
  readonly messages: AtFrame<MessageRecord>[] = [];
  readonly teamGraphics: AtFrame<TeamGraphicRecord>[] = [];
  readonly draws: AtFrame<DrawRecord>[] = [];
  readonly types: PlayerType[] = [];
  server: ServerParams | null = null;
  player: PlayerParams = DEFAULT_PLAYER_PARAMS;
  serverVersion: string | null = null;
  timestamp: string | null = null;
  goodRecords = 0;
  firstDamage: Failure | null = null;
  #afterShow = false;

  add(record: LogRecord): void {
    // A show ends where the next record begins.
    if (this.#afterShow) this.ends.push(record.offset);
    this.#afterShow = record.type === 'show';
    this.indexer.add(record);
    if (record.type === 'damage') this.firstDamage ??= record;
    else if (record.type !== 'header' && record.type !== 'end') {
      this.#keep(record);
      this.goodRecords++;
    }
  }

  #keep(record: LogRecord): void {
    const frame = this.offsets.length;
    switch (record.type) {
      case 'show':
        this.offsets.push(record.offset);
        this.times.push(record.frame.time);
        this.modes.push(playModeId(record.frame.playMode));
        break;
      case 'server_param':
        this.server = record.params;
        break;
      case 'player_param':
        this.player = record.params;
        break;
      case 'player_type':
        this.types[record.playerType.id & 0xffff] = record.playerType;
        break;
      case 'server_version':
        this.serverVersion = record.text;
        break;
      case 'timestamp':
        this.timestamp = record.text;
        break;
      case 'msg':
        this.messages.push({ ...record, frame });
        break;
      case 'team_graphic':
        this.teamGraphics.push({ ...record, frame });
        break;
      case 'draw':
        this.draws.push({ ...record, frame });
        break;
      default:
    }
  }
}

function readContents(data: Uint8Array, failure: Failure | null, options: DecodeOptions): LogContents {
  const contents = new LogContents();
  const decoder = new LogDecoder({ ...options, reuseFrames: true });
  decoder.push(data);
  decoder.finish();
  for (let record = decoder.next(); record !== null; record = decoder.next()) {
    if (record.type === 'end' && failure !== null) {
      contents.add(damage(record.offset, failure.code, failure.message));
      contents.add({ ...record, complete: false });
    } else contents.add(record);
  }
  return contents;
}

/** Reads the shows of a log from its bytes when they are asked for, and keeps the last ones. */
class Shows {
  readonly #data: Uint8Array;
  readonly #contents: LogContents;
  readonly #index: LogIndex;
  readonly #limit: number;
  readonly #cache = new Map<number, Frame>();

  constructor(data: Uint8Array, contents: LogContents, index: LogIndex, limit: number) {
    this.#data = data;
    this.#contents = contents;
    this.#index = index;
    this.#limit = Math.max(1, limit);
  }

  timeOf(frame: number): number {
    this.#check(frame);
    return this.#contents.times.data[frame]!;
  }

  stoppedOf(frame: number): number {
    this.#check(frame);
    const times = this.#contents.times.data;
    let first = frame;
    while (first > 0 && times[first - 1] === times[frame]) first--;
    return frame - first;
  }

  frame(frame: number): Frame {
    const kept = this.#cache.get(frame);
    if (kept !== undefined) return kept;
    this.#check(frame);
    const loaded = this.#load(frame);
    if (this.#cache.size >= this.#limit) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(frame, loaded);
    return loaded;
  }

  frameAt(time: number): number {
    const { frameCount } = this.#index;
    const times = this.#contents.times.data;
    let low = 0;
    let high = frameCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[middle]! < time) low = middle + 1;
      else high = middle;
    }
    if (low < frameCount && times[low] === time) return low;
    return frameCount === 0 ? -1 : Math.max(0, low - 1);
  }

  #load(frame: number): Frame {
    const { offsets, ends, times, modes } = this.#contents;
    const offset = offsets.data[frame]!;
    const teams = pointAt(this.#index.teams, frame);
    const decoder = new LogDecoder({
      from: {
        version: this.#index.version,
        offset,
        time: times.data[frame]!,
        playMode: playModeOfId(modes.data[frame]!) ?? 'before_kick_off',
        left: teams?.left ?? NO_TEAM,
        right: teams?.right ?? NO_TEAM,
      },
    });
    decoder.push(this.#data.subarray(offset, ends.data[frame]));
    decoder.finish();
    const record = decoder.next();
    if (record?.type !== 'show') throw new Error(`the bytes of the log have changed at ${offset}`);
    return record.frame;
  }

  #check(frame: number): void {
    const { frameCount } = this.#index;
    if (!(frame >= 0 && frame < frameCount && Number.isInteger(frame))) {
      throw new RangeError(`there is no show ${frame} of ${frameCount}`);
    }
  }
}

const NO_TEAM: Readonly<FrameTeam> = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };

/**
 * Opens a log of any version, packed or not. With `strict` the first damaged place is a failure; otherwise damaged places
 * are listed in `damage` and left out. In both cases bytes that are not a log are a failure: too short, of an unknown
 * version, or without a single good record.
 */
export function openLog(bytes: Uint8Array, options: OpenLogOptions = {}): Result<OpenLog> {
  const { bytes: data, failure } = unpack(bytes);
  const contents = readContents(data, failure, options);
  const { firstDamage, goodRecords, server, player, serverVersion, timestamp } = contents;
  if (firstDamage !== null && (options.strict === true || goodRecords === 0)) return err(firstDamage);
  const index = contents.indexer.index();
  const shows = new Shows(data, contents, index, options.cache ?? 512);
  const parameters = server ?? DEFAULT_SERVER_PARAMS;
  return ok({
    ...index,
    features: logFeatures(index.version),
    hasParameters: server !== null,
    server: parameters,
    player,
    types: completeTypes(contents.types, parameters),
    serverVersion,
    timestamp,
    messages: contents.messages,
    teamGraphics: contents.teamGraphics,
    draws: contents.draws,
    data,
    timeOf: (frame) => shows.timeOf(frame),
    stoppedOf: (frame) => shows.stoppedOf(frame),
    frame: (frame) => shows.frame(frame),
    frameAt: (time) => shows.frameAt(time),
  });
}

/** Types without gaps: an id that the log does not have is like the default type. */
function completeTypes(types: readonly PlayerType[], server: ServerParams): PlayerType[] {
  const base = types[0] ?? defaultPlayerType(server);
  const all: PlayerType[] = [];
  // Numbers that no server gives would only make the list long.
  for (let id = 0; id < Math.max(1, Math.min(types.length, 1024)); id++)
    all.push(types[id] ?? { ...base, id });
  return all;
}

/** Open a log that arrives in pieces: a file of the browser, the body of a response. */
export async function loadLog(source: ByteSource, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of piecesOf(source)) {
    pieces.push(piece);
    size += piece.length;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return openLog(whole, options);
}
