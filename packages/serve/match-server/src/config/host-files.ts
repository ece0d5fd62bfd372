import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { readInputFile } from '@rcss/core/node';
import { makeFolder } from '@rcss/kit/command-line';
import type { FileAccess } from './file-access.js';

/** Largest configuration file. */
const MAX_MEGABYTES = 16;

/** Configuration files on the disk of this machine. */
export const hostFiles: FileAccess = {
  read(path) {
    try {
      return { kind: 'text', text: readInputFile(path, MAX_MEGABYTES, true).toString('latin1') };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
      if (code === 'EISDIR') return { kind: 'directory' };
      return { kind: 'unreadable', reason: message };
    }
  },
  makeDirectory(path) {
    try {
      makeFolder(path);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  },
  create(path, text) {
    try {
      writeFileSync(path, text, { encoding: 'latin1', flag: 'wx' });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  },
  homeOf(user) {
    const self = findSelf();
    if (user === undefined || user === self?.username) return self?.homedir;
    try {
      const line = readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((entry) => entry.startsWith(`${user}:`));
      return line?.split(':')[5];
    } catch {
      return undefined;
    }
  },
};

/** The user of this process; undefined if its number has no name, as in a container that runs as any user. */
function findSelf(): { readonly username: string; readonly homedir: string } | undefined {
  try {
    return userInfo();
  } catch {
    return undefined;
  }
}
