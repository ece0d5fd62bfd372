/** A whole log in memory with random access: for viewers and log players. */
import type { Frame } from '@rcss/core';
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
import { createLogIndexer, type IndexPoint, type LogIndex } from './log-index.js';
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
  /** A show; the caller must not change it. Throws a RangeError when there is no such show. */
  frame(frame: number): Frame;
  /** The first show of the time, or else the last one before it; 0 when there is none before. -1 in a log without shows. */
  frameAt(time: number): number;
}

/** What holds at a show: the last of `points` that does not begin behind it, or undefined. */
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

/**
 * Open a log of any version, packed or not. With `strict` the first damaged place is a failure; otherwise damaged places are told by `damage` and
 * left out. Bytes that are no log at all are a failure in both cases: too short, of an unknown version, or without a single good record.
 */
export function openLog(bytes: Uint8Array, options: OpenLogOptions = {}): Result<OpenLog> {
  const { bytes: data, failure } = unpack(bytes);
  const indexer = createLogIndexer();
  const offsets = new Column();
  const ends = new Column();
  const times = new Column();
  const modes = new Column();
  const messages: AtFrame<MessageRecord>[] = [];
  const teamGraphics: AtFrame<TeamGraphicRecord>[] = [];
  const draws: AtFrame<DrawRecord>[] = [];
  const types: PlayerType[] = [];
  let server: ServerParams | null = null;
  let player: PlayerParams = DEFAULT_PLAYER_PARAMS;
  let serverVersion: string | null = null;
  let timestamp: string | null = null;
  let good = 0;
  let firstDamage: Failure | null = null;

  const take = (record: LogRecord): void => {
    const frame = offsets.length;
    switch (record.type) {
      case 'show':
        offsets.push(record.offset);
        times.push(record.frame.time);
        modes.push(playModeId(record.frame.playMode));
        break;
      case 'server_param':
        server = record.params;
        break;
      case 'player_param':
        player = record.params;
        break;
      case 'player_type':
        types[record.playerType.id & 0xffff] = record.playerType;
        break;
      case 'server_version':
        serverVersion = record.text;
        break;
      case 'timestamp':
        timestamp = record.text;
        break;
      case 'msg':
        messages.push({ ...record, frame });
        break;
      case 'team_graphic':
        teamGraphics.push({ ...record, frame });
        break;
      case 'draw':
        draws.push({ ...record, frame });
        break;
      case 'damage':
        firstDamage ??= record;
        return;
      case 'header':
      case 'end':
        return;
    }
    good++;
  };

  const decoder = new LogDecoder({ ...options, reuseFrames: true });
  decoder.push(data);
  decoder.finish();
  let last = -1;
  for (let record = decoder.next(); record !== null; record = decoder.next()) {
    // A show ends where the next record begins.
    if (last >= 0) ends.push(record.offset);
    last = record.type === 'show' ? offsets.length : -1;
    if (record.type === 'end' && failure !== null) {
      const cut = damage(record.offset, failure.code, failure.message);
      take(cut);
      indexer.add(cut);
      indexer.add({ ...record, complete: false });
      continue;
    }
    take(record);
    indexer.add(record);
  }
  const broken = firstDamage as Failure | null;
  if (broken !== null && (options.strict === true || good === 0)) return err(broken);

  const index = indexer.index();
  const features = logFeatures(index.version);
  const parameters = (server as ServerParams | null) ?? DEFAULT_SERVER_PARAMS;
  const limit = Math.max(1, options.cache ?? 512);
  const cache = new Map<number, Frame>();

  const load = (frame: number): Frame => {
    const offset = offsets.data[frame]!;
    const teams = pointAt(index.teams, frame);
    const none = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
    const one = new LogDecoder({
      from: {
        version: index.version,
        offset,
        time: times.data[frame]!,
        playMode: playModeOfId(modes.data[frame]!) ?? 'before_kick_off',
        left: teams?.left ?? none,
        right: teams?.right ?? none,
      },
    });
    one.push(data.subarray(offset, ends.data[frame]));
    one.finish();
    const record = one.next();
    if (record?.type !== 'show') throw new Error(`the bytes of the log have changed at ${offset}`);
    return record.frame;
  };

  const check = (frame: number): void => {
    if (!(frame >= 0 && frame < index.frameCount && Number.isInteger(frame)))
      throw new RangeError(`there is no show ${frame} of ${index.frameCount}`);
  };

  return ok({
    ...index,
    features,
    hasParameters: server !== null,
    server: parameters,
    player,
    types: completeTypes(types, parameters),
    serverVersion,
    timestamp,
    messages,
    teamGraphics,
    draws,
    data,
    timeOf(frame) {
      check(frame);
      return times.data[frame]!;
    },
    stoppedOf(frame) {
      check(frame);
      let first = frame;
      while (first > 0 && times.data[first - 1] === times.data[frame]) first--;
      return frame - first;
    },
    frame(frame) {
      const kept = cache.get(frame);
      if (kept !== undefined) return kept;
      check(frame);
      const loaded = load(frame);
      if (cache.size >= limit) cache.delete(cache.keys().next().value!);
      cache.set(frame, loaded);
      return loaded;
    },
    frameAt(time) {
      let low = 0;
      let high = index.frameCount;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (times.data[middle]! < time) low = middle + 1;
        else high = middle;
      }
      if (low < index.frameCount && times.data[low] === time) return low;
      return index.frameCount === 0 ? -1 : Math.max(0, low - 1);
    },
  });
}

/** Types without gaps: an id that the log does not tell is like the default type. */
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
