import { readFileSync } from 'node:fs';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { decompress } from '@rcss/logs/codec';
import type { ConsoleOutput } from '@rcss/match-server/program';

/**
 * Reads a recording or a log, compressed with gzip or not. Of damaged data, the part before the damage is returned, and the damage is
 * reported on the standard error.
 *
 * @throws {CommandLineError} if the file cannot be read.
 */
export function readPackedFile(path: string, { err }: Pick<ConsoleOutput, 'err'>): Uint8Array {
  let packed: Uint8Array;
  try {
    packed = readFileSync(path);
  } catch (error) {
    throw new CommandLineError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
  const { bytes, failure } = decompress(packed);
  if (failure !== null) err(`${path}: offset ${bytes.length}: ${failure.message}`);
  return bytes;
}
