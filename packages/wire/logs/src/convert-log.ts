/** Converts logs from one version to another (spec 09 §13.4, spec 11 §6.5). */
import { type Frame, type FrameTeam, PLAYER_COUNT } from '@rcss/core';
import {
  createDefaultPlayerType,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  type ServerParams,
} from '@rcss/params';
import { createLogEncoder } from './create-encoder.js';
import type { LogEncoder, LogHeader } from './log-encoder.js';
import { createLastWritten, type LastWritten, updatePlayMode, updateTeams } from './log-writer.js';
import type {
  LogRecord,
  PlayerParamRecord,
  PlayerTypeRecord,
  PlayModeRecord,
  ServerParamRecord,
  TeamRecord,
} from './record.js';
import { checkLogVersion, type LogFeatures, type LogVersion, logFeatures } from './version.js';

/** Server version in JSON logs from a source that has none; other converters write the same (spec 09 §13.4). */
const UNKNOWN_SERVER = 'unknown';

/**
 * Creates a converter to a version. It keeps the order of the records.
 *
 * - Values that the source does not store get defaults. Values that the target does not store are lost (see `logFeatures`).
 * - Versions 1 and 2 store play mode and teams in every show. For later versions, they become records where they change.
 * - A record without a time gets the time of the next show.
 * - Damaged places are left out.
 *
 * @param header Server version and start time for a JSON log from a source that is not JSON.
 * @throws RangeError if `version` is not a version of game logs.
 */
export function createLogConverter(version: LogVersion, header: LogHeader = {}): LogConverter {
  return new LogConverter(checkLogVersion(version), header);
}

/** Time and teams of the last record: the tail of a log repeats them. */
interface LastTeams {
  time: number;
  stoppageTime: number;
  left: FrameTeam;
  right: FrameTeam;
}

/** Converts the records of a log one by one. */
export class LogConverter {
  /** Version of the log that is written. */
  readonly version: LogVersion;
  readonly #encoder: LogEncoder;
  readonly #target: LogFeatures;
  readonly #written: LastWritten = createLastWritten();
  readonly #last: LastTeams = {
    time: 0,
    stoppageTime: 0,
    left: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
    right: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
  };
  /** Changes without a time: they are written with the time of the next show. */
  readonly #pending: (PlayModeRecord | TeamRecord)[] = [];
  #source: LogFeatures;
  #hasBegun = false;
  #hasResult = false;
  #serverVersion: string;
  #timestamp: string | undefined;
  #server: ServerParams = DEFAULT_SERVER_PARAMS;

  constructor(version: LogVersion, header: LogHeader) {
    this.version = version;
    this.#encoder = createLogEncoder(version);
    this.#target = logFeatures(version);
    this.#source = this.#target;
    this.#serverVersion = header.serverVersion ?? UNKNOWN_SERVER;
    this.#timestamp = header.timestamp;
  }

  /** Returns the bytes to append for a record, often none. They are in a buffer that the next call reuses. */
  add(record: LogRecord): Uint8Array {
    const { out } = this.#encoder;
    out.reset();
    if (record.type === 'header') this.#source = logFeatures(record.version);
    else if (record.type === 'server_version') this.#serverVersion = record.text;
    else if (record.type === 'timestamp') this.#timestamp = record.text;
    else if (record.type !== 'damage') {
      if (!this.#hasBegun) this.#writeBeginning();
      this.#write(record);
    }
    return out.view();
  }

  /** Writes the header, and default parameters if only the target stores parameters. */
  #writeBeginning(): void {
    const encoder = this.#encoder;
    const timestamp = this.#timestamp;
    this.#hasBegun = true;
    encoder.writeHeader({
      serverVersion: this.#serverVersion,
      ...(timestamp !== undefined && { timestamp }),
    });
    if (!this.#target.parameters || this.#source.parameters) return;
    encoder.writeServerParam(this.#server);
    encoder.writePlayerParam(DEFAULT_PLAYER_PARAMS);
    const base = createDefaultPlayerType(this.#server);
    for (let id = 0; id < DEFAULT_PLAYER_PARAMS.player_types; id++) encoder.writePlayerType({ ...base, id });
  }

  #write(record: LogRecord): void {
    const encoder = this.#encoder;
    switch (record.type) {
      case 'server_param':
        this.#server = record.params;
        if (!this.#copyBlock(record)) encoder.writeServerParam(record.params);
        return;
      case 'player_param':
        if (!this.#copyBlock(record)) encoder.writePlayerParam(record.params);
        return;
      case 'player_type':
        if (!this.#copyBlock(record)) encoder.writePlayerType(record.playerType);
        return;
      case 'playmode':
      case 'team':
        if (this.#source.recordTimes) this.#writeChange(record, record.time);
        else this.#pending.push(record);
        return;
      case 'show':
        this.#writeShow(record.frame);
        return;
      default:
        this.#writePending(this.#last.time);
        this.#writeBetweenShows(record);
    }
  }

  #writeBetweenShows(record: LogRecord): void {
    const encoder = this.#encoder;
    switch (record.type) {
      case 'draw':
        encoder.writeDraw(record.time, record.shape);
        return;
      case 'team_graphic': {
        const { time, stoppageTime, side, tile, text } = record;
        if (text === null || this.#target.teamGraphics) {
          encoder.writeTeamGraphic(time, stoppageTime, side, tile);
        } else encoder.writeMessage(time, stoppageTime, 1, text);
        return;
      }
      case 'msg':
        this.#hasResult ||= record.board === 1 && record.text.startsWith('(result ');
        encoder.writeMessage(record.time, record.stoppageTime, record.board, record.text);
        return;
      case 'end': {
        // A log without a result comes from a server that was killed. Such a log has no tail.
        const { time, stoppageTime, left, right } = this.#last;
        const lacksTail = this.#target.tail && !this.#source.tail && this.#hasResult;
        if (lacksTail) encoder.writeTeams(time, stoppageTime, left, right);
        encoder.finish();
        return;
      }
      default:
    }
  }

  /** Copies the bytes of a parameter record if source and target have the same version. Returns whether it did. */
  #copyBlock(record: ServerParamRecord | PlayerParamRecord | PlayerTypeRecord): boolean {
    if (record.block === null || this.version !== this.#source.version) return false;
    this.#encoder.writeParameterBlock(record.type, record.block);
    return true;
  }

  #writeChange(record: PlayModeRecord | TeamRecord, time: number): void {
    if (record.type === 'playmode') {
      if (record.mode !== null) this.#encoder.writePlayMode(time, record.stoppageTime, record.mode);
      return;
    }
    const { left, right } = record;
    const last = this.#last;
    last.time = time;
    last.left = { ...left };
    last.right = { ...right };
    // Version 3 has team records only where the teams change, and no tail.
    if (updateTeams(this.#written, left, right) || this.#target.tail) {
      this.#encoder.writeTeams(time, record.stoppageTime, left, right);
    }
  }

  #writePending(time: number): void {
    for (const record of this.#pending) this.#writeChange(record, time);
    this.#pending.length = 0;
  }

  #writeShow(frame: Frame): void {
    const { time, stoppageTime, playMode, left, right } = frame;
    const encoder = this.#encoder;
    this.#writePending(time);
    const last = this.#last;
    last.time = time;
    last.stoppageTime = stoppageTime;
    if (!this.#source.parameters) {
      if (updatePlayMode(this.#written, playMode)) encoder.writePlayMode(time, stoppageTime, playMode);
      if (updateTeams(this.#written, left, right)) encoder.writeTeams(time, stoppageTime, left, right);
      last.left = { ...left };
      last.right = { ...right };
    }
    encoder.writeShow(this.#target.capacity ? withCapacity(frame, this.#server.stamina_capacity) : frame);
  }
}

/** Returns the frame with `capacity` for every player whose stamina capacity the source does not store. */
function withCapacity(frame: Frame, capacity: number): Frame {
  let isStored = true;
  for (let i = 0; isStored && i < PLAYER_COUNT; i++) isStored = frame.players[i]!.capacity >= 0;
  if (isStored) return frame;
  return {
    ...frame,
    players: frame.players.map((p) => (p.capacity < 0 ? { ...p, capacity } : p)),
  };
}

/**
 * Converts the records of a log to a log of `version`. Yields the bytes in pieces; each piece is a new array. If the records
 * have no `end` record, the log has no end either. See {@link createLogConverter} for what is kept and what is lost.
 *
 * @example
 * const json = Buffer.concat([...convertLog(readLogBytes(bytes), -1)]);
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

/** Converts the records of a log that is read in pieces, for example those of {@link readLog}. Otherwise like {@link convertLog}. */
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
