import { closeSync, openSync, writeSync } from 'node:fs';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { formatDebugHeader, formatDebugRecord } from '@rcss/logs/debug';
import { type ConsoleOutput, replayMessages } from '@rcss/match-server/program';
import { InvalidArgumentError } from 'commander';
import { openRecording } from './read-packed-file.js';

/** Lines that are written at once. */
const LINES_PER_WRITE = 256;

/** Options of the verb `messages`. */
export interface MessagesOptions {
  /** File that is written. */
  readonly out: string;
  /** Indices of players, 0 to 21; absent: all. */
  readonly player?: readonly number[];
}

/** Parses players as `l7,r1`; returns their indices, 0 to 21. */
export function parsePlayers(text: string): readonly number[] {
  return text.split(',').map((word) => {
    const found = /^([lr])(\d{1,2})$/.exec(word.trim());
    const unum = Number(found?.[2]);
    if (found === null || unum < 1 || unum > 11)
      throw new InvalidArgumentError(
        `'${word}' is not a player. Allowed: l1 to l11 and r1 to r11, with commas.`,
      );
    return (found[1] === 'l' ? -1 : 10) + unum;
  });
}

/**
 * Replays a recording and writes the messages between server and players as debug records (docs/use/team/debug-channel.md).
 *
 * @throws {CommandLineError} if a file cannot be read or written.
 */
export function writeMessages(
  path: string,
  { out, player }: MessagesOptions,
  console: ConsoleOutput,
): (typeof EXIT)['ok' | 'failed'] {
  const reader = openRecording(path, console);
  const file = openNewFile(out);
  const wanted = player === undefined ? null : new Set(player);
  let lines = [formatDebugHeader()];
  const flush = (): void => {
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  };
  try {
    const { recordCount, divergence } = replayMessages(
      reader,
      (index) => wanted === null || wanted.has(index),
      (record) => {
        lines.push(formatDebugRecord(record));
        if (lines.length >= LINES_PER_WRITE) flush();
      },
    );
    flush();
    console.out(`${out}: ${recordCount} records`);
    if (divergence !== null) {
      console.err(
        `The replay differs from the recording at cycle ${divergence.time}; the messages end there. Use the version that recorded it: ${reader.header.program}`,
      );
      return EXIT.failed;
    }
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    const place = error instanceof RangeError ? path : out;
    throw new CommandLineError(`${place}: ${(error as Error).message}`, EXIT.failed);
  } finally {
    closeSync(file);
  }
  return EXIT.ok;
}

/** Opens a file that does not exist yet. */
function openNewFile(path: string): number {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'the file exists already; choose another name or remove it' : message;
    throw new CommandLineError(`${path}: ${reason}`, EXIT.usage);
  }
}
