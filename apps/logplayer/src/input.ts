import { CommandLineError } from '@rcss/command-line';
import { type LogRecord, type LogVersion, logFeatures, type OpenLog, openLog, readLog } from '@rcss/logs';
import type { DamageRecord } from '@rcss/logs/records';
import { fileBytes, type Io } from './io.js';
import { createProgress } from './progress.js';

/** How a log is read. */
export interface ReadOptions {
  /** Stop with an error at the first damaged place. */
  readonly strict?: boolean;
  /** One frame object for all shows, for callers that use a show at once. */
  readonly reuseFrames?: boolean;
  /** Return damaged places and the end as records instead of reporting them on the standard error. */
  readonly raw?: boolean;
}

/** Damaged places that are reported one by one; of further ones only the count. */
const MAX_REPORTED = 5;

/** `FILE: offset N: what is wrong`. */
export function damageLine(name: string, damage: Pick<DamageRecord, 'offset' | 'message'>): string {
  return `${name}: offset ${damage.offset}: ${damage.message}`;
}

/**
 * Reads the records of a log file of any version (`-`: the standard input), with progress on the terminal. Damage is reported
 * on the standard error. Rejects with a CommandLineError for data that are not a log and for files that cannot be read.
 */
export async function* readRecords(
  io: Io,
  name: string,
  options: ReadOptions = {},
): AsyncGenerator<LogRecord, void, undefined> {
  const progress = createProgress(io, `reading ${name}`);
  let good = 0;
  let damages = 0;
  try {
    const bytes = fileBytes(io, name, (done, of) => progress.step(done, of));
    const { reuseFrames = false, strict = false, raw = false } = options;
    for await (const record of readLog(bytes, { reuseFrames })) {
      if (record.type === 'damage') {
        if (strict || (good === 0 && record.offset < 4)) throw new CommandLineError(damageLine(name, record));
        damages++;
        if (raw) yield record;
        else if (damages <= MAX_REPORTED) {
          progress.done();
          io.err(`${damageLine(name, record)}\n`);
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
  } finally {
    progress.done();
  }
}

/** A log with random access; it is read into memory. */
export async function openLogOf(io: Io, name: string): Promise<OpenLog> {
  const progress = createProgress(io, `reading ${name}`);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of fileBytes(io, name, (done, of) => progress.step(done, of))) pieces.push(piece);
    const opened = openLog(Buffer.concat(pieces));
    if (!opened.ok) {
      const { offset = 0, message } = opened.error;
      throw new CommandLineError(damageLine(name, { offset, message }));
    }
    return opened.value;
  } finally {
    progress.done();
  }
}

/** Returns the version of a log as it is written in options: `json` or a number. */
export function versionName(version: LogVersion): string {
  return logFeatures(version).encoding === 'json' ? 'json' : String(version);
}
