import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLineError } from '@rcss/kit/command-line';
import { createLogFileError } from './io.js';

/**
 * Finds the game logs in a folder and its subfolders, sorted by path. A file is returned as it is.
 *
 * @throws CommandLineError if the folder cannot be read or has no game logs.
 */
export async function findLogs(path: string): Promise<string[]> {
  const found = path === '-' ? null : await stat(path).catch(() => null);
  // A file that does not exist is reported when it is read, as any other that cannot be read.
  if (found === null || !found.isDirectory()) return [path];
  try {
    const names = await readdir(path, { recursive: true });
    const logs = names.filter((name) => /\.rcg(\.gz)?$/.test(name)).sort();
    if (logs.length === 0) throw new CommandLineError(`${path}: the folder has no .rcg or .rcg.gz files`);
    return logs.map((name) => join(path, name));
  } catch (error) {
    throw error instanceof CommandLineError ? error : createLogFileError(path, error);
  }
}
