import { err, type Failure, ok, type Result } from '@rcss/core';
import { exactJson, parseExactJson, quoteValue } from '../exact-json.js';
import type { RecordedEntry, RecordingHeader } from '../recorded-input.js';
import { readMatchSpec } from '../spec/match-spec.js';
import { BinaryReader, BinaryWriter, EndOfBytesError, InvalidBytesError } from './byte-stream.js';
import {
  booleanCodec,
  clientRefField,
  coachCommandField,
  enumField,
  monitorCommandField,
  numberCodec,
  objectCodec,
  orConstant,
  playerCommandField,
  playerIndexCodec,
  sceneCodec,
  sideField,
  snapshotField,
  textCodec,
  trainerCommandField,
  type ValueCodec,
  variantField,
  wordCodec,
} from './input-fields.js';

/**
 * The file format of recordings: one line of JSON (format and the spec of the match), a newline, then the entries in
 * binary form, one after the other. A writer can append entries as they occur; a truncated file is valid up to
 * its last complete entry.
 */

const FORMAT = 'rcss-recording';
const VERSION = 2;
const NEWLINE = 10;
const START_TIME = /^[-+:.\w]{0,32}$/;

/** The position in this table is the stored number of an entry kind: add new kinds at the end. */
const entryField: ValueCodec<RecordedEntry> = variantField<'do', RecordedEntry>('do', {
  step: { digest: wordCodec, wall: orConstant(numberCodec, undefined) as ValueCodec<number> },
  player: { index: playerIndexCodec, command: playerCommandField },
  sense: {},
  vision: { synchronous: booleanCodec },
  auto: {},
  audio: {},
  received: { line: textCodec },
  trainer: { from: clientRefField, command: trainerCommandField },
  coach: { side: sideField, command: coachCommandField },
  monitor: { command: monitorCommandField },
  connect_player: { entry: objectCodec({ team: textCodec, version: numberCodec, goalie: booleanCodec }) },
  reconnect_player: { team: textCodec, unum: numberCodec },
  remove_player: {
    index: playerIndexCodec,
    reason: enumField<'bye' | 'lost' | 'discarded'>('bye', 'lost', 'discarded'),
  },
  connect_coach: { team: textCodec, name: textCodec, version: numberCodec },
  disconnect_coach: { side: sideField },
  connect_trainer: { version: numberCodec },
  disconnect_trainer: {},
  kick_off: {},
  end: { log: textCodec },
  release_coach: { side: sideField },
  scene: { scene: sceneCodec },
  reset: { from: snapshotField },
  continue: { from: snapshotField, keepsRandom: booleanCodec },
});

/** Encodes a recording while it is made. */
export interface RecordingWriter {
  /** Adds an entry to the bytes that the next `take` returns. */
  add(recorded: RecordedEntry): void;
  /** Returns all bytes since the last call; the first call starts with the header. */
  takeBytes(): Uint8Array;
}

/** Creates a writer whose first bytes are the header. */
export function createRecordingWriter(header: RecordingHeader): RecordingWriter {
  const bytes = new BinaryWriter();
  const head = exactJson({ format: FORMAT, version: VERSION, ...header });
  for (const byte of new TextEncoder().encode(head)) bytes.writeByte(byte);
  bytes.writeByte(NEWLINE);
  return {
    add: (recorded) => entryField.write(bytes, recorded),
    takeBytes: () => bytes.takeBytes(),
  };
}

/** Decodes a recording. */
export interface RecordingReader {
  readonly header: RecordingHeader;
  /** Returns the next entry, or null if there is none; `outcome` then contains the reason. */
  nextEntry(): RecordedEntry | null;
  /**
   * Result of reading: `complete` after the last entry of a match that ended in order, `truncated` if the file
   * ends before, or a failure with its position. Null while entries follow.
   */
  readonly outcome: 'complete' | 'truncated' | Failure | null;
  /** Ends reading with a failure: the last entry cannot be executed. */
  refuse(reason: string): void;
}

/**
 * Opens a recording. `bytes` is the whole uncompressed file or its beginning.
 *
 * Error codes: `no_recording` (not a recording), `unknown_version`, `bad_header`.
 */
export function readRecording(bytes: Uint8Array): Result<RecordingReader, Failure> {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) return err(notRecording('it has no line end'));
  const header = readHeader(new TextDecoder().decode(bytes.subarray(0, end)));
  if (!header.ok) return header;
  return ok(new EntryReader(header.value, bytes, end + 1));
}

class EntryReader implements RecordingReader {
  readonly header: RecordingHeader;
  readonly #cursor: BinaryReader;
  #outcome: 'complete' | 'truncated' | Failure | null = null;
  #start = 0;

  constructor(header: RecordingHeader, bytes: Uint8Array, start: number) {
    this.header = header;
    this.#cursor = new BinaryReader(bytes);
    this.#cursor.offset = start;
  }

  get outcome(): 'complete' | 'truncated' | Failure | null {
    return this.#outcome;
  }

  nextEntry(): RecordedEntry | null {
    if (this.#outcome !== null) return null;
    this.#start = this.#cursor.offset;
    try {
      if (this.#cursor.isDone) throw new EndOfBytesError();
      const recorded = entryField.read(this.#cursor);
      if (recorded.do === 'end') this.#outcome = 'complete';
      return recorded;
    } catch (error) {
      if (error instanceof EndOfBytesError) this.#outcome = 'truncated';
      else if (error instanceof InvalidBytesError) this.refuse(error.message);
      else throw error;
      return null;
    }
  }

  refuse(message: string): void {
    this.#outcome = { code: 'bad_entry', message, offset: this.#start };
  }
}

function notRecording(reason: string): Failure {
  return { code: 'no_recording', message: `the file is not a recording of a match: ${reason}` };
}

function readHeader(line: string): Result<RecordingHeader, Failure> {
  let data: Record<string, unknown>;
  try {
    data = (parseExactJson(line) ?? {}) as Record<string, unknown>;
  } catch {
    return err(notRecording('its first line is not JSON'));
  }
  if (data.format !== FORMAT) {
    const found = data.format === undefined ? 'missing' : `${quoteValue(data.format)}, not "${FORMAT}"`;
    return err(notRecording(`"format" in its first line is ${found}`));
  }
  const toSpec = SPEC_READERS.get(data.version);
  if (toSpec === undefined) {
    return err({
      code: 'unknown_version',
      message: `the recording has version ${quoteValue(data.version)}; this program reads the versions ${[...SPEC_READERS.keys()].join(' and ')}`,
    });
  }
  const start = (data.start ?? {}) as Record<string, unknown>;
  // They become a part of lines of the game log.
  for (const name of ['log', 'result'] as const)
    if (typeof start[name] !== 'string' || !START_TIME.test(start[name]))
      return err(
        badHeader(
          `start: ${name}: ${quoteValue(start[name])} is not a time, such as ${name === 'log' ? '2026-11-20T15:00:00+0100' : '202611201500'}`,
        ),
      );
  const spec = readMatchSpec(toSpec(data));
  if (!spec.ok) return err(badHeader(spec.error.message));
  return ok({
    ...spec.value,
    program: typeof data.program === 'string' ? data.program : '',
    start: start as RecordingHeader['start'],
  });
}

function badHeader(reason: string): Failure {
  return { code: 'bad_header', message: `the first line of the recording is damaged: ${reason}` };
}

/** Returns the spec of a recording of version 1, whose header had the parameters and the corrections as fields of their own. */
function convertFirstVersion({ seed, server, player, corrections }: Record<string, unknown>): object {
  const names = Object.entries((corrections ?? {}) as object).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const values = (server ?? null) as Record<string, unknown> | null;
  return {
    seed,
    clock: values?.synch_mode === true ? 'synchronous' : 'real-time',
    rules: { server: values && { ...values, corrections: names.join(',') }, player },
  };
}

/** How the first line of each version of the format is read. */
const SPEC_READERS: ReadonlyMap<unknown, (data: Record<string, unknown>) => unknown> = new Map([
  [1, convertFirstVersion],
  [VERSION, (data) => data],
]);
