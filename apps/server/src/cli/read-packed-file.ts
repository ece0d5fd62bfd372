import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { decompress } from '@rcss/logs/codec';
import type { ConsoleOutput } from '@rcss/match-server/program';
import { type RecordingReader, readRecording } from '@rcss/simulator/recording';

/**
 * Reads a recording or a log, compressed with gzip or not. Of damaged data, the part before the damage is returned, and the damage is
 * reported on the standard error.
 *
 * @throws {CommandLineError} if the file cannot be read, or would fill the memory.
 */
export function readPackedFile(path: string, { err }: Pick<ConsoleOutput, 'err'>): Uint8Array {
  let packed: Uint8Array;
  try {
    packed = readInputFile(path);
  } catch (error) {
    throw new CommandLineError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
  const { bytes, failure } = decompress(packed);
  if (failure?.code === 'log-too-large')
    throw new CommandLineError(`${path}: ${failure.message}`, EXIT.usage);
  if (failure !== null) err(`${path}: offset ${bytes.length}: ${failure.message}`);
  return bytes;
}

/**
 * Opens a recording, compressed or not.
 *
 * @throws {CommandLineError} if the file cannot be read or is not a recording.
 */
export function openRecording(path: string, console: Pick<ConsoleOutput, 'err'>): RecordingReader {
  const opened = readRecording(readPackedFile(path, console));
  if (!opened.ok) throw new CommandLineError(`${path}: ${opened.error.message}`, EXIT.usage);
  return opened.value;
}
