import { err, type Failure, ok, type Result } from '@rcss/core';
import { DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { BadBytes, ByteCursor, ByteSink, OutOfBytes } from './byte-sink.js';
import { exactJson, parseExactJson } from './exact-json.js';
import {
  clientRef,
  coachCommand,
  type Field,
  flag,
  monitorCommand,
  num,
  object,
  oneOf,
  orElse,
  playerCommand,
  side,
  text,
  trainerCommand,
  variants,
  word,
} from './input-fields.js';
import type { RecordedEntry, RecordingHeader } from './recording.js';

/**
 * The file format of recordings: one line of JSON (format, parameters, seed), a newline, then the entries in
 * binary form, one after the other. A writer can append entries as they occur; a truncated file is valid up to
 * its last complete entry.
 */

const FORMAT = 'rcss-recording';
const VERSION = 1;
const NEWLINE = 10;

/** The position in this table is the stored number of an entry kind: add new kinds at the end. */
const entry: Field<RecordedEntry> = variants<'do', RecordedEntry>('do', {
  step: { digest: word, wall: orElse(num, undefined) as Field<number> },
  player: { index: num, command: playerCommand },
  sense: {},
  vision: { synchronous: flag },
  auto: {},
  audio: {},
  received: { line: text },
  trainer: { from: clientRef, command: trainerCommand },
  coach: { side, command: coachCommand },
  monitor: { command: monitorCommand },
  connect_player: { entry: object({ team: text, version: num, goalie: flag }) },
  reconnect_player: { team: text, unum: num },
  remove_player: { index: num, reason: oneOf<'bye' | 'lost' | 'discarded'>('bye', 'lost', 'discarded') },
  connect_coach: { team: text, name: text, version: num },
  disconnect_coach: { side },
  connect_trainer: { version: num },
  disconnect_trainer: {},
  kick_off: {},
  end: { log: text },
  release_coach: { side },
});

/** Encodes a recording while it is made. */
export interface RecordingWriter {
  /** Adds an entry to the bytes that the next `take` returns. */
  add(recorded: RecordedEntry): void;
  /** Returns all bytes since the last call; the first call starts with the header. */
  take(): Uint8Array;
}

export function createRecordingWriter(header: RecordingHeader): RecordingWriter {
  const sink = new ByteSink();
  const head = exactJson({ format: FORMAT, version: VERSION, ...header });
  for (const byte of new TextEncoder().encode(head)) sink.byte(byte);
  sink.byte(NEWLINE);
  return {
    add: (recorded) => entry.write(sink, recorded),
    take: () => sink.take(),
  };
}

/** Decodes a recording. */
export interface RecordingReader {
  readonly header: RecordingHeader;
  /** Returns the next entry, or null if there is none; `outcome` then contains the reason. */
  next(): RecordedEntry | null;
  /**
   * Result of reading: `complete` after the last entry of a match that ended in order, `truncated` if the file
   * ends before, or a failure with its position. Null while entries follow.
   */
  readonly outcome: 'complete' | 'truncated' | Failure | null;
}

/** Opens a recording. `bytes` is the whole uncompressed file or its beginning. */
export function readRecording(bytes: Uint8Array): Result<RecordingReader, Failure> {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) return err({ code: 'no_recording', message: 'this is no recording of a match' });
  const header = readHeader(new TextDecoder().decode(bytes.subarray(0, end)));
  if (!header.ok) return header;
  return ok(new EntryReader(header.value, bytes, end + 1));
}

class EntryReader implements RecordingReader {
  readonly header: RecordingHeader;
  readonly #cursor: ByteCursor;
  #outcome: 'complete' | 'truncated' | Failure | null = null;

  constructor(header: RecordingHeader, bytes: Uint8Array, start: number) {
    this.header = header;
    this.#cursor = new ByteCursor(bytes);
    this.#cursor.offset = start;
  }

  get outcome(): 'complete' | 'truncated' | Failure | null {
    return this.#outcome;
  }

  next(): RecordedEntry | null {
    if (this.#outcome !== null) return null;
    const start = this.#cursor.offset;
    try {
      if (this.#cursor.done) throw new OutOfBytes();
      const recorded = entry.read(this.#cursor);
      if (recorded.do === 'end') this.#outcome = 'complete';
      return recorded;
    } catch (error) {
      if (error instanceof OutOfBytes) this.#outcome = 'truncated';
      else if (error instanceof BadBytes)
        this.#outcome = { code: 'bad_entry', message: error.message, offset: start };
      else throw error;
      return null;
    }
  }
}

function readHeader(line: string): Result<RecordingHeader, Failure> {
  let data: Record<string, unknown>;
  try {
    data = (parseExactJson(line) ?? {}) as Record<string, unknown>;
  } catch {
    return err({ code: 'no_recording', message: 'this is no recording of a match' });
  }
  if (data.format !== FORMAT)
    return err({ code: 'no_recording', message: 'this is no recording of a match' });
  if (data.version !== VERSION) {
    return err({
      code: 'unknown_version',
      message: `recordings of version ${String(data.version)} are not known`,
    });
  }
  const server = parameters(DEFAULT_SERVER_PARAMS, data.server);
  const player = parameters(DEFAULT_PLAYER_PARAMS, data.player);
  const start = (data.start ?? {}) as Record<string, unknown>;
  if (
    server === null ||
    player === null ||
    typeof data.seed !== 'number' ||
    typeof start.log !== 'string' ||
    typeof start.result !== 'string'
  ) {
    return err({ code: 'bad_header', message: 'the head of the recording is damaged' });
  }
  return ok({
    program: String(data.program),
    seed: data.seed,
    server,
    player,
    start: { log: start.log, result: start.result },
  });
}

/**
 * Returns the defaults with recorded values applied, or null if a value has another type. Unknown names are
 * ignored.
 */
function parameters<P extends object>(defaults: P, recorded: unknown): P | null {
  if (recorded === null || typeof recorded !== 'object') return null;
  const out = { ...defaults } as Record<string, unknown>;
  for (const name of Object.keys(out)) {
    const value = (recorded as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (typeof value !== typeof out[name]) return null;
    out[name] = value;
  }
  return Object.freeze(out) as P;
}
