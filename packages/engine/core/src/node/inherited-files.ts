import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** Flag of a file that a program which is started does not get, octal 2000000. */
const CLOSE_ON_EXEC = 0o2000000;
/** After the standard streams and the channel of a process that was forked. */
const FIRST = 4;

/**
 * Closes the files that this process has from the one that started it, so that programs which it starts do not get them. Node.js keeps back
 * those with low numbers only, not, for example, the lock of `flock 200`. On other systems than Linux nothing is closed.
 */
export function closeInheritedFiles(): void {
  // cspell:ignore fdinfo
  const folder = '/proc/self/fdinfo';
  if (process.platform !== 'linux') return;
  for (const file of readdirSync(folder).map(Number)) {
    if (file < FIRST) continue;
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`${folder}/${file}`, 'latin1'))?.[1];
      if (flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(file);
    } catch {
      // The file of the list itself.
    }
  }
}
