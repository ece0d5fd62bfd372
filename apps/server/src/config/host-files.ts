import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { makeFolder } from '@rcss/command-line';
import type { FileAccess } from './file-access.js';

/** Configuration files on the disk of this machine. */
export const hostFiles: FileAccess = {
  read(path) {
    try {
      const found = statSync(path);
      if (found.isDirectory()) return { kind: 'directory' };
      if (!found.isFile()) return { kind: 'irregular' };
      return { kind: 'text', text: readFileSync(path, 'latin1') };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
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
    const self = userInfo();
    if (user === undefined || user === self.username) return self.homedir;
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
