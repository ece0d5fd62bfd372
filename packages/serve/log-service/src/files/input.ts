import { CommandLineError } from '@rcss/kit/command-line';
import { type LogRecord, loadLog, type OpenLog, readLogPieces } from '@rcss/logs';
import type { DamageRecord } from '@rcss/logs/records';
import { type Io, readFileBytes } from './io.js';
import { createLogProgress } from './progress.js';

export interface ReadOptions {
  /** Whether to stop with an error at the first damaged place; false by default. */
  readonly strict?: boolean;
  /** Whether all shows use one frame object, for callers that use a show at once; false by default. */
  readonly reuseFrames?: boolean;
  /** Whether damaged places are yielded as records instead of reported on the standard error; false by default. */
  readonly raw?: boolean;
}

/** Count of damaged places that are reported one by one; of the others only the count is reported. */
export const MAX_REPORTED = 5;

/** Formats damage as `FILE: offset N: MESSAGE`. */
export function formatDamage(name: string, damage: Pick<DamageRecord, 'offset' | 'message'>): string {
  return `${name}: offset ${damage.offset}: ${damage.message}`;
}

/** Creates the error for a file without a single record of a game log. */
function createForeignFileError(name: string, { code, message }: DamageRecord): CommandLineError {
  const advice = code === 'text-log' ? `. Use "rcss-log commands ${name}"` : '';
  // Logs of version 1 have no header, so that every other file is read as one of them.
  const isVersion1 = /in the middle of a record$|^unknown record kind/.test(message);
  const reason = isVersion1 ? `it has no header such as ULG6, and ${message}` : message;
  return new CommandLineError(`${name}: not a game log: ${reason}${advice}`);
}

/**
 * Reads the records of a log file of any version (`-` is the standard input) and shows the progress on the terminal. Damage is
 * reported on the standard error.
 *
 * @throws CommandLineError if the file cannot be read or is not a log.
 */
export async function* readRecords(
  io: Io,
  name: string,
  options: ReadOptions = {},
): AsyncGenerator<LogRecord, void, undefined> {
  for await (const records of readRecordPieces(io, name, options)) for (const record of records) yield record;
}

/**
 * Reads the records of a log file like {@link readRecords}, those of each piece of the file together: a reader of whole matches waits
 * once for a piece and not once for a record. Use up the records of a piece before the next one is requested.
 *
 * @throws CommandLineError if the file cannot be read or is not a log.
 */
export async function* readRecordPieces(
  io: Io,
  name: string,
  { reuseFrames = false, strict = false, raw = false }: ReadOptions = {},
): AsyncGenerator<Iterable<LogRecord>, void, undefined> {
  const progress = createLogProgress(io, `reading ${name}`);
  let good = 0;
  let damages = 0;
  function* report(records: Iterable<LogRecord>): Generator<LogRecord, void, undefined> {
    for (const record of records) {
      if (record.type === 'damage') {
        if (good === 0 && record.offset < 4) throw createForeignFileError(name, record);
        if (strict) throw new CommandLineError(formatDamage(name, record));
        damages++;
        if (raw) yield record;
        else if (damages <= MAX_REPORTED) {
          progress.done();
          io.err(`${formatDamage(name, record)}\n`);
        }
        continue;
      }
      if (record.type === 'end') {
        progress.done();
        if (!raw && damages > MAX_REPORTED)
          io.err(`${name}: ${damages - MAX_REPORTED} more damaged places\n`);
        if (!record.complete && !raw) {
          const line = `${name}: cut off at offset ${record.offset}`;
          if (strict) throw new CommandLineError(line);
          io.err(`${line}\n`);
        }
      } else if (record.type !== 'header') good++;
      yield record;
    }
  }
  try {
    const bytes = readFileBytes(io, name, (done, of) => progress.step(done, of));
    for await (const records of readLogPieces(bytes, { reuseFrames })) yield report(records);
  } finally {
    progress.done();
  }
}

/** Reads a log into memory and opens it with random access. Calls `onPiece` with each piece of the file. */
export async function openLogInput(
  io: Io,
  name: string,
  onPiece: (piece: Uint8Array) => void = () => {},
): Promise<OpenLog> {
  const progress = createLogProgress(io, `reading ${name}`);
  const pieces = async function* () {
    for await (const piece of readFileBytes(io, name, (done, of) => progress.step(done, of))) {
      onPiece(piece);
      yield piece;
    }
  };
  try {
    const opened = await loadLog(pieces());
    if (!opened.ok) {
      const { code, offset = 0, message } = opened.error;
      if (code === 'log-too-large') throw new CommandLineError(`${name}: ${message}`);
      if (offset < 4) throw createForeignFileError(name, { type: 'damage', code, offset, message });
      throw new CommandLineError(formatDamage(name, { offset, message }));
    }
    return opened.value;
  } finally {
    progress.done();
  }
}
