import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { makeFolder } from '@rcss/kit/command-line';
import type { FileAccess } from './file-access.js';

/** Largest configuration file. A device such as /dev/zero has no end. */
const MAX_MEGABYTES = 16;
const MAX_BYTES = MAX_MEGABYTES * 1_000_000;

/** Reads a file or a pipe to its end; undefined: it is longer than {@link MAX_BYTES}. */
function readBounded(path: string): string | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(64 * 1024);
    let text = '';
    for (;;) {
      const count = readSync(descriptor, chunk);
      if (count === 0) return text;
      text += chunk.toString('latin1', 0, count);
      if (text.length > MAX_BYTES) return undefined;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Configuration files on the disk of this machine. */
export const hostFiles: FileAccess = {
  read(path) {
    try {
      const text = readBounded(path);
      if (text !== undefined) return { kind: 'text', text };
      return { kind: 'unreadable', reason: `it is longer than ${MAX_MEGABYTES} MB` };
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
