/**
 * The work folder: the only place in which tools read and write files of the caller.
 *
 * Names are relative paths of plain parts, so `..` cannot occur. No part of a path may be a symbolic link: a link that is in the folder could
 * lead out of it. Files are opened with O_NOFOLLOW where the system has it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createUnknownNameError, ToolError } from './tool-error.js';

const PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$/;
const MAX_PARTS = 4;

/** Files of the caller in one folder. */
export class WorkFolder {
  readonly path: string;

  /** @param path Folder; it is created. */
  constructor(path: string) {
    mkdirSync(path, { recursive: true });
    this.path = realpathSync(path);
  }

  /**
   * Returns the path of a name in the folder.
   *
   * @throws {ToolError} if the name leads out of the folder
   */
  resolve(name: string): string {
    const parts = name.split('/');
    if (parts.length > MAX_PARTS || !parts.every((part) => PART.test(part)))
      throw new ToolError(
        `${JSON.stringify(name.slice(0, 120))} is not a name in the work folder. Allowed: relative paths of letters, digits, "_", "-" and ".", such as logs/final.rcg.gz; no "..", no absolute path.`,
      );
    let path = this.path;
    for (const part of parts) {
      path = join(path, part);
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new ToolError(
          `${name}: ${part} is a symbolic link; files of the work folder must not be links.`,
        );
    }
    return path;
  }

  /**
   * Reads a file.
   *
   * @throws {ToolError} if there is none, or if it is too large
   */
  read(name: string, maxBytes: number): Buffer {
    const path = this.resolve(name);
    let file: number;
    try {
      file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw createUnknownNameError('file', name, this.list(folderOf(name)));
      throw new ToolError(`${name} cannot be read: ${describeFileError(error)}`);
    }
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new ToolError(`${name} is not a file.`);
      if (stats.size > maxBytes)
        throw new ToolError(`${name} has ${stats.size} bytes; at most ${maxBytes} are read.`);
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  }

  /**
   * Writes a file; a file with this name is replaced as a whole.
   *
   * @throws {ToolError} if the system does not allow it
   */
  write(name: string, contents: string | Uint8Array): void {
    const path = this.resolve(name);
    const folder = folderOf(name);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      if (folder !== '') mkdirSync(this.resolve(folder), { recursive: true });
      // One that a process left that was ended, or a link: replaced, never followed.
      rmSync(temporary, { force: true });
      writeFileSync(temporary, contents, { flag: 'wx' });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      if (error instanceof ToolError) throw error;
      throw new ToolError(`${name} cannot be written: ${describeFileError(error)}`);
    }
  }

  /** Names of the files in a folder of the work folder, sorted; empty if it does not exist. */
  list(folder: string): string[] {
    const path = folder === '' ? this.path : this.resolve(folder);
    try {
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isFile() && PART.test(entry.name) && !entry.name.endsWith('.tmp'))
        .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
        .sort();
    } catch {
      return [];
    }
  }
}

function folderOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

/** The reason without the path, which contains folders outside. */
function describeFileError(error: unknown): string {
  return (error as Error).message.replace(/, \w+( '.*)?$/s, '');
}
