import {
  type BigIntStats,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A new file that is open for writing. */
export interface CreatedFile {
  readonly fd: number;
  readonly path: string;
}

/** Number of names that are tried for a file. */
const MAX_NAMES = 100_000;

/**
 * Creates a file that did not exist: `BASE` + suffix, or the first free one of `BASE-2`, `BASE-3` and so on. Existing files and links
 * are neither opened nor replaced.
 *
 * @param base Path without suffix.
 * @throws the error of the file system.
 */
export function createNewFile(base: string, suffix: string): CreatedFile {
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}${suffix}`;
    try {
      return { fd: openSync(path, 'wx'), path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === MAX_NAMES) throw error;
    }
  }
}

/**
 * Renames a file to a name that did not exist, chosen like that of {@link createNewFile}. Returns the new path.
 *
 * @throws the error of the file system; the file then has its old name.
 */
export function renameToNewName(from: string, base: string, suffix: string): string {
  // The rename replaces the empty file, which reserves the name.
  const { fd, path } = createNewFile(base, suffix);
  closeSync(fd);
  try {
    renameSync(from, path);
    return path;
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
}

/**
 * Opens a file for writing whose name the user has chosen. The new file gets the name; an existing file is renamed
 * to `NAME-2.EXT`, `NAME-3.EXT` and so on. Devices and pipes are opened as they are. Paths below `/dev` and
 * `/proc`, such as `/dev/stdout`, are opened for appending; `/dev/shm` has usual files.
 *
 * @param overwrite Whether an existing file is replaced instead.
 * @throws the error of the file system.
 */
export function openNamedFile(path: string, overwrite: boolean): number {
  if (/^\/(?:dev\/(?!shm\/)|proc\/)/.test(resolve(path))) return openSync(path, 'a');
  if (overwrite) return openSync(path, 'w');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return openSync(path, 'wx');
  if (!found.isFile() && !found.isSymbolicLink()) return openSync(path, 'w');
  const [base, suffix] = splitSuffix(path);
  renameToNewName(path, base, suffix);
  return openSync(path, 'wx');
}

/**
 * Gives a file the name of another one, which stays under a free name such as `NAME-2.EXT`. A file with the name exists at any time, also
 * if the program is killed, where the file system has hard links.
 *
 * @throws the error of the file system; both files then have their old names.
 */
export function replaceAndKeep(from: string, path: string): void {
  const [base, suffix] = splitSuffix(path);
  for (let number = 2; ; number++) {
    try {
      linkSync(path, `${base}-${number}${suffix}`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' && number < MAX_NAMES) continue;
      if (code !== 'ENOENT') renameToNewName(path, base, suffix);
    }
    break;
  }
  renameSync(from, path);
}

/**
 * Checks that a program reads the named pipe at a path; other files are not checked. Opening a pipe without a reader would wait for one,
 * and the server could not end.
 *
 * @throws an error if no program reads the pipe.
 */
export function checkPipeReader(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return;
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    throw new Error(`no program reads the named pipe "${path}"; start one before the match ends`);
  }
}

/** Splits a path before its extension; `.gz` belongs to the extension before it. */
function splitSuffix(path: string): [base: string, suffix: string] {
  const name = basename(path);
  const suffix = /(?<=.)(?:\.[^.]+)?(?:\.gz)?$/.exec(name)?.[0] ?? '';
  return [join(dirname(path), name.slice(0, name.length - suffix.length)), suffix];
}

/** Whether a path is the file with this state. If the path is a link, the link is not followed. */
export function isSameFile(path: string, file: BigIntStats): boolean {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && found.ino === file.ino && found.dev === file.dev;
}
