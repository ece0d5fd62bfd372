/** Opens a whole log in memory with random access to its shows: for viewers and log players. */
import type { Frame } from '@rcss/core';
import { err, type Failure, ok, playModeId, playModeOfId, type Result } from '@rcss/core';
import {
  createDefaultPlayerType,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { createDamage } from './decode-state.js';
import { createSizeFailure, decompress, limitUnpackedBytes } from './gzip.js';
import { type DecodeOptions, LogDecoder } from './log-decoder.js';
import { createLogIndexer, type IndexPoint, type LogIndex, type LogIndexer } from './log-index.js';
import { type ByteSource, readChunks } from './read-log.js';
import type { DrawRecord, LogRecord, MessageRecord, TeamGraphicRecord } from './record.js';
import { NO_TEAM } from './team.js';
import { type LogFeatures, logFeatures } from './version.js';

/** Options of {@link openLog}. */
export interface OpenLogOptions extends Pick<DecodeOptions, 'strict'> {
  /** Count of frames that are kept in memory; 512 by default. */
  readonly cacheSize?: number;
  /**
   * Largest size of the log without compression, bytes; a larger one is the failure `log-too-large`. 256 MiB by default. A compressed
   * log may have 64 MiB, or 200 times its compressed size if this is more.
   */
  readonly maxBytes?: number;
}

/** Many times the size of a usual match: 6000 cycles have 5 to 10 MiB. */
export const MAX_BYTES: number = 256 * 2 ** 20;

/** Messages, tiles and drawings that are kept; a log of a match has some thousands. */
const MAX_KEPT_RECORDS = 1_000_000;

/** A record with the index (`frame`) of the show that follows it; the count of shows if none follows. */
export type AtFrame<R> = R & { readonly frame: number };

/** A log in memory with random access. Only its index is kept: a show is decoded from the bytes when it is requested. */
export interface OpenLog extends LogIndex {
  /** What the version of the log stores. */
  readonly features: LogFeatures;
  /** Whether the log has parameters; otherwise `server`, `player` and `types` are defaults. */
  readonly hasParameters: boolean;
  /** Server parameters. */
  readonly server: ServerParams;
  /** Player parameters. */
  readonly player: PlayerParams;
  /** Player types by id; at least the default type. */
  readonly types: readonly PlayerType[];
  /** Version of the server; null if the log does not store it (all but JSON). */
  readonly serverVersion: string | null;
  /** Start time as `YYYY-MM-DDThh:mm:ss+hhmm`; null if the log does not store it (all but JSON). */
  readonly timestamp: string | null;
  /** Messages in order. */
  readonly messages: readonly AtFrame<MessageRecord>[];
  /** Tiles of team graphics in order. */
  readonly teamGraphics: readonly AtFrame<TeamGraphicRecord>[];
  /** Drawings in order. */
  readonly draws: readonly AtFrame<DrawRecord>[];
  /** Bytes of the uncompressed log. */
  readonly data: Uint8Array;
  /**
   * Returns the game time of a show, cycles.
   *
   * @throws RangeError if the show does not exist.
   */
  timeOf(frame: number): number;
  /**
   * Returns the stoppage time of a show: the count of shows with the same game time before it. 0 while the clock runs.
   *
   * @throws RangeError if the show does not exist.
   */
  stoppageTimeOf(frame: number): number;
  /**
   * Returns a show by its index, 0 to `frameCount` - 1. The caller must not change it.
   *
   * @throws RangeError if the show does not exist.
   */
  frame(frame: number): Frame;
  /**
   * Returns the index of the first show with the game time, or else of the last show before it; 0 if all shows are later, -1 if the
   * log has no shows.
   */
  frameAt(time: number): number;
}

/** Finds the point that is valid at a show: the last one that does not begin after it. Undefined if there is none. */
export function findPoint<P extends IndexPoint>(points: readonly P[], frame: number): P | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** Growing array of numbers. */
class NumberColumn {
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

/** Collects the contents of a log for {@link openLog}. */
class LogContents {
  readonly indexer: LogIndexer = createLogIndexer();
  /** Offset of each show. */
  readonly offsets: NumberColumn = new NumberColumn();
  /** Offset of the record after each show. */
  readonly ends: NumberColumn = new NumberColumn();
  readonly times: NumberColumn = new NumberColumn();
  readonly modes: NumberColumn = new NumberColumn();
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

  /** Whether the log has more records than can be kept. */
  get isTooLarge(): boolean {
    return this.messages.length + this.teamGraphics.length + this.draws.length > MAX_KEPT_RECORDS;
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
      contents.add(createDamage(record.offset, failure.code, failure.message));
      contents.add({ ...record, complete: false });
    } else contents.add(record);
    if (contents.isTooLarge) break;
  }
  return contents;
}

/** Decodes the shows of a log when they are requested, and keeps the last ones. */
class ShowReader {
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

  stoppageTimeOf(frame: number): number {
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
    const teams = findPoint(this.#index.teams, frame);
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
    if (record?.type !== 'show')
      throw new Error(`the show at offset ${offset} cannot be read: the bytes in \`data\` have changed`);
    return record.frame;
  }

  #check(frame: number): void {
    const { frameCount } = this.#index;
    if (!(frame >= 0 && frame < frameCount && Number.isInteger(frame))) {
      throw new RangeError(
        frameCount === 0
          ? `show ${frame} does not exist: the log has no shows`
          : `show ${frame} does not exist. Allowed: 0 to ${frameCount - 1}`,
      );
    }
  }
}

/**
 * Opens a log of any version, compressed with gzip or not. Damaged places are left out and listed in `damage`; with `strict` the
 * first one is a failure. Bytes that are not a log are always a failure: `log-too-short`, `unsupported-log-version`, or the code of
 * the first damaged place if no record can be read.
 *
 * @example
 * const opened = openLog(bytes);
 * if (opened.ok) draw(opened.value.frame(opened.value.frameAt(3000)));
 */
export function openLog(bytes: Uint8Array, options: OpenLogOptions = {}): Result<OpenLog> {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const { bytes: data, failure } = decompress(bytes, limitUnpackedBytes(bytes.length, maxBytes));
  if (failure?.code === 'log-too-large') return err(failure);
  if (data.length > maxBytes) return err(createSizeFailure(maxBytes));
  const contents = readContents(data, failure, options);
  if (contents.isTooLarge) {
    const message = `the log has more than ${MAX_KEPT_RECORDS} messages and drawings, the most that can be opened at once. Read it in pieces`;
    return err({ code: 'log-too-large', message });
  }
  const { firstDamage, goodRecords, server, player, serverVersion, timestamp } = contents;
  if (firstDamage !== null && (options.strict === true || goodRecords === 0)) return err(firstDamage);
  const index = contents.indexer.createIndex();
  const shows = new ShowReader(data, contents, index, options.cacheSize ?? 512);
  const parameters = server ?? DEFAULT_SERVER_PARAMS;
  return ok({
    ...index,
    features: logFeatures(index.version),
    hasParameters: server !== null,
    server: parameters,
    player,
    types: fillTypeGaps(contents.types, parameters),
    serverVersion,
    timestamp,
    messages: contents.messages,
    teamGraphics: contents.teamGraphics,
    draws: contents.draws,
    data,
    timeOf: (frame) => shows.timeOf(frame),
    stoppageTimeOf: (frame) => shows.stoppageTimeOf(frame),
    frame: (frame) => shows.frame(frame),
    frameAt: (time) => shows.frameAt(time),
  });
}

/** Returns types without gaps: an id that the log does not have gets the values of type 0. */
function fillTypeGaps(types: readonly PlayerType[], server: ServerParams): PlayerType[] {
  const base = types[0] ?? createDefaultPlayerType(server);
  const all: PlayerType[] = [];
  // A damaged log can have any id: the limit keeps the list short.
  for (let id = 0; id < Math.max(1, Math.min(types.length, 1024)); id++)
    all.push(types[id] ?? { ...base, id });
  return all;
}

/** Opens a log that arrives in pieces, for example a file of the browser or the body of a response. Like {@link openLog}. */
export async function loadLog(source: ByteSource, options: OpenLogOptions = {}): Promise<Result<OpenLog>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readChunks(source)) {
    pieces.push(piece);
    size += piece.length;
    const maxBytes = options.maxBytes ?? MAX_BYTES;
    if (size > maxBytes) return err(createSizeFailure(maxBytes));
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return openLog(whole, options);
}
