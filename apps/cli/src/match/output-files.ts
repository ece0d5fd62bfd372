import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SideName } from '@rcss/core';
import { CommandLineError, makeFolderOf } from '@rcss/kit/command-line';

/** Files with the output of the programs of one match. */
export interface OutputFiles {
  /** Path of the file for the output of the server. */
  readonly server: string;
  /** Path for a recording, which is not created. */
  readonly recording: string;
  /** Creates the file for the output of a team; returns its path. */
  createTeamFile(side: SideName, name: string): string;
}

/** Number of names that are tried for a file. */
const MAX_NAMES = 100_000;

/**
 * Creates a file that did not exist: `BASE.log`, or the first free one of `BASE-2.log`, `BASE-3.log` and so on.
 *
 * @throws {CommandLineError} if no file can be created in the folder.
 */
function createFile(base: string): string {
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.log`;
    try {
      closeSync(openSync(path, 'wx'));
      return path;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' || number === MAX_NAMES)
        throw new CommandLineError(`--logs: ${path} cannot be created: ${message}`);
    }
  }
}

/** Formats the local time as 14 digits, like the names of game logs. */
function formatTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  return `${date}${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
}

/**
 * Creates the output files of a match in a folder: `TIME-server.log`, and `TIME-left-NAME.log` and `TIME-right-NAME.log` for the teams.
 * The files of another match are never written over.
 *
 * @throws {CommandLineError} if the folder or a file cannot be created.
 */
export function createOutputFiles(folder: string, start: Date): OutputFiles {
  makeFolderOf('--logs', folder);
  const base = join(folder, formatTime(start));
  const server = createFile(`${base}-server`);
  return {
    server,
    recording: server.replace(/\.log$/, '.rec.gz'),
    createTeamFile: (side, name) => createFile(`${base}-${side}-${name}`),
  };
}

/** Gives a recording the name of its game log, if there is one. Returns its path; null if it was not written. */
export function finishRecording(recording: string, gameLog: string | undefined): string | null {
  if (!existsSync(recording)) return null;
  const path = gameLog === undefined ? recording : gameLog.replace(/(\.rcg)?(\.gz)?$/, '.rec.gz');
  renameSync(recording, path);
  return path;
}
