/** Converts logs from one version to another (spec 09 §13.4, spec 11 §6.5). */
import { type Frame, type FrameTeam, PLAYER_COUNT } from '@rcss/core';
import {
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  defaultPlayerType,
  type ServerParams,
} from '@rcss/params';
import { createLogEncoder } from './encoder.js';
import type { LogHeader } from './log-encoder.js';
import { createChangeMemory } from './log-writer.js';
import type {
  LogRecord,
  PlayerParamRecord,
  PlayerTypeRecord,
  PlayModeRecord,
  ServerParamRecord,
  TeamRecord,
} from './record.js';
import { type LogFeatures, type LogVersion, logFeatures } from './version.js';

/** Server version written if the source has none, as in other converters (spec 09 §13.4). */
const UNKNOWN_SERVER = 'unknown';

/** Takes the records of a log one by one. */
export interface LogConverter {
  readonly version: LogVersion;
  /** Returns the bytes to append for a record, often none. They are in a buffer that the next call reuses. */
  add(record: LogRecord): Uint8Array;
}

/**
 * Creates a converter to a version. Values that the source does not have get defaults; values that the target does not store are
 * lost (see `logFeatures` of both). The order of records is kept. Play modes and teams, which versions 1 and 2 have in every show,
 * become records where they change. Records without time get that of the next show. Damaged places are left out. `header` is
 * for JSON output of a source that is not JSON.
 */
export function createLogConverter(version: LogVersion, header: LogHeader = {}): LogConverter {
  const encoder = createLogEncoder(version);
  const { out } = encoder;
  const target = logFeatures(version);
  const memory = createChangeMemory();
  let source: LogFeatures = target;
  let begun = false;
  let serverVersion = header.serverVersion ?? UNKNOWN_SERVER;
  let timestamp = header.timestamp;
  let server: ServerParams = DEFAULT_SERVER_PARAMS;
  let result = false;
  const waiting: (PlayModeRecord | TeamRecord)[] = [];
  let last: { time: number; stoppageTime: number; left: FrameTeam; right: FrameTeam } = {
    time: 0,
    stoppageTime: 0,
    left: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
    right: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
  };

  const begin = (): void => {
    begun = true;
    encoder.header({ serverVersion, ...(timestamp !== undefined && { timestamp }) });
    if (!target.parameters || source.parameters) return;
    encoder.serverParam(server);
    encoder.playerParam(DEFAULT_PLAYER_PARAMS);
    const base = defaultPlayerType(server);
    for (let id = 0; id < DEFAULT_PLAYER_PARAMS.player_types; id++) encoder.playerType({ ...base, id });
  };

  const writeChange = (record: PlayModeRecord | TeamRecord, time: number): void => {
    if (record.type === 'playmode') {
      if (record.mode !== null) encoder.playMode(time, record.stoppageTime, record.mode);
      return;
    }
    last = { ...last, time, left: { ...record.left }, right: { ...record.right } };
    // Version 3 has no tail, only changes.
    if (memory.teams(record.left, record.right) || target.tail) {
      encoder.teams(time, record.stoppageTime, record.left, record.right);
    }
  };

  const flush = (time: number): void => {
    for (const record of waiting) writeChange(record, time);
    waiting.length = 0;
  };

  const show = (frame: Frame): void => {
    flush(frame.time);
    if (!source.parameters) {
      const { time, stoppageTime, left, right } = frame;
      if (memory.playMode(frame.playMode)) encoder.playMode(time, stoppageTime, frame.playMode);
      if (memory.teams(left, right)) encoder.teams(time, stoppageTime, left, right);
      last = { time, stoppageTime, left: { ...left }, right: { ...right } };
    } else {
      last.time = frame.time;
      last.stoppageTime = frame.stoppageTime;
    }
    encoder.show(target.capacity ? withCapacity(frame, server.stamina_capacity) : frame);
  };

  /** Whether a block could stay as it is. */
  const kept = (record: ServerParamRecord | PlayerParamRecord | PlayerTypeRecord): boolean => {
    if (record.block === null || target.version !== source.version) return false;
    encoder.parameterBlock(record.type, record.block);
    return true;
  };

  const rest = (record: LogRecord): void => {
    switch (record.type) {
      case 'server_param':
        server = record.params;
        if (kept(record)) return;
        encoder.serverParam(record.params);
        return;
      case 'player_param':
        if (kept(record)) return;
        encoder.playerParam(record.params);
        return;
      case 'player_type':
        if (kept(record)) return;
        encoder.playerType(record.playerType);
        return;
      case 'playmode':
      case 'team':
        if (source.recordTimes) writeChange(record, record.time);
        else waiting.push(record);
        return;
      case 'show':
        show(record.frame);
        return;
      case 'draw':
        flush(last.time);
        encoder.draw(record.time, record.shape);
        return;
      case 'team_graphic':
        flush(last.time);
        if (record.text === null || target.teamGraphics) {
          encoder.teamGraphic(record.time, record.stoppageTime, record.side, record.tile);
        } else encoder.message(record.time, record.stoppageTime, 1, record.text);
        return;
      case 'msg':
        flush(last.time);
        result ||= record.board === 1 && record.text.startsWith('(result ');
        encoder.message(record.time, record.stoppageTime, record.board, record.text);
        return;
      case 'end':
        flush(last.time);
        // A log without a result is of a server that was killed; it has no tail either.
        if (target.tail && !source.tail && result)
          encoder.teams(last.time, last.stoppageTime, last.left, last.right);
        encoder.close();
    }
  };

  return {
    version,
    add(record) {
      out.reset();
      switch (record.type) {
        case 'header':
          source = logFeatures(record.version);
          return out.view();
        case 'server_version':
          serverVersion = record.text;
          return out.view();
        case 'timestamp':
          timestamp = record.text;
          return out.view();
        case 'damage':
          return out.view();
      }
      if (!begun) begin();
      rest(record);
      return out.view();
    },
  };
}

/** Returns the frame with a value for every capacity that its version does not store. */
function withCapacity(frame: Frame, capacity: number): Frame {
  let told = true;
  for (let i = 0; told && i < PLAYER_COUNT; i++) told = frame.players[i]!.capacity >= 0;
  if (told) return frame;
  return {
    ...frame,
    players: frame.players.map((p) => (p.capacity < 0 ? { ...p, capacity } : p)),
  };
}

/**
 * The records of a log as a log of another version, piece by piece. Every piece is a buffer of its own. A record list without an
 * `end` gives an unfinished log.
 */
export function* convertLog(
  records: Iterable<LogRecord>,
  version: LogVersion,
  header: LogHeader = {},
): Generator<Uint8Array, void, undefined> {
  const converter = createLogConverter(version, header);
  for (const record of records) {
    const bytes = converter.add(record);
    if (bytes.length > 0) yield bytes.slice();
  }
}

/** Like {@link convertLog}, from records as {@link readLog} gives them. */
export async function* convertLogStream(
  records: AsyncIterable<LogRecord>,
  version: LogVersion,
  header: LogHeader = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const converter = createLogConverter(version, header);
  for await (const record of records) {
    const bytes = converter.add(record);
    if (bytes.length > 0) yield bytes.slice();
  }
}
