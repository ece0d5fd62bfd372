import { readFileSync } from 'node:fs';

/** Bytes of a page of memory in /proc/PID/statm; larger pages only make a limit stricter on machines that have them. */
const PAGE_BYTES = 4096;

/** Resident memory of a process, with or without that of its children, bytes; 0 where /proc does not say it. */
export function readMemory(pid: number | string | undefined, hasChildren = false): number {
  try {
    const own = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
    if (!hasChildren) return own;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    if (children === '') return own;
    return children.split(' ').reduce((sum, child) => sum + readMemory(child, true), own);
  } catch {
    return 0;
  }
}
