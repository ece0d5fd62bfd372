/** Unfinished output files: their names, and their removal if a signal ends the program. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Threads have the same process id. */
const PREFIX = `.rcss-log-${process.pid}-`;
const SUFFIX = '.part';

const folders = new Set<string>();
let fileCount = 0;

/** Returns the name of another unfinished file, without folder. */
export function createUnfinishedName(): string {
  fileCount++;
  return `${PREFIX}${threadId}-${fileCount}${SUFFIX}`;
}

/**
 * Removes the unfinished files of all threads of this process in a folder if a signal ends the program. If something else handles the
 * signal, nothing is removed. Does nothing in worker threads, which receive no signals.
 */
export function removeUnfinishedOnSignal(folder: string): void {
  if (!isMainThread) return;
  if (folders.size === 0) for (const signal of SIGNALS) process.on(signal, endBySignal);
  folders.add(folder);
}

function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  for (const folder of folders) removeUnfinished(folder);
  process.off(signal, endBySignal);
  process.kill(process.pid, signal);
}

function removeUnfinished(folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) rmSync(join(folder, name), { force: true });
  } catch {
    // The folder was removed or cannot be read: the program ends in any case.
  }
}
