/**
 * Finds the processes of a started command, also those that have left its process group.
 *
 * A process leaves the group with `setsid`, and its parent may end, so that neither group nor parents lead to it. Every process therefore
 * inherits an environment variable with a mark of the tree (`@rcss/core/node`). A program that clears its environment before it leaves is not found, unless its
 * parent is known: only a process namespace holds programs that try to escape.
 */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** Unit of processor times in `/proc`. */
const TICKS_PER_SECOND = 100;
/** Fields of `/proc/PID/stat` after the name of the program. */
const FIELD = { parent: 1, group: 2, userTime: 11, systemTime: 12, memory: 21 } as const;

/** A tree of processes: its process group, and the mark in the environment. */
export interface TreeIdentity {
  readonly group: number;
  readonly mark: string;
}

export interface TreeProcess {
  readonly pid: number;
  /** Resident memory, bytes. */
  readonly memoryBytes: number;
  /** Processor time so far, s. */
  readonly processorSeconds: number;
}

/** Lists the processes of a tree that run now; none where the system does not report them (only Linux does). */
export function listTreeProcesses({ group, mark }: TreeIdentity): TreeProcess[] {
  const entries = [...readProcesses()];
  const members = new Set(
    entries
      .filter(
        (entry) => entry.group === group || readTextOrEmpty(`/proc/${entry.pid}/environ`).includes(mark),
      )
      .map(({ pid }) => pid),
  );
  for (let size = -1; size !== members.size; ) {
    size = members.size;
    for (const { pid, parent } of entries) if (members.has(parent)) members.add(pid);
  }
  return entries.filter(({ pid }) => members.has(pid));
}

/** Sends a signal to the processes of a tree; returns how many there were. */
export function signalTreeProcesses(tree: TreeIdentity, signal: NodeJS.Signals): number {
  const processes = listTreeProcesses(tree);
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
  return processes.length;
}

/** Whether a process runs, of this user or of another one. */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads the processes of the system, without those that have ended and wait for their parent. */
function* readProcesses(): Generator<TreeProcess & { readonly parent: number; readonly group: number }> {
  for (const name of readNames()) {
    const stat = readTextOrEmpty(`/proc/${name}/stat`);
    // The name of the program, in parentheses, may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat === '' || fields[0] === 'Z') continue;
    const read = (field: keyof typeof FIELD): number => Number(fields[FIELD[field]]);
    yield {
      pid: Number(name),
      parent: read('parent'),
      group: read('group'),
      memoryBytes: read('memory') * PAGE_BYTES,
      processorSeconds: (read('userTime') + read('systemTime')) / TICKS_PER_SECOND,
    };
  }
}

function readNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Returns the bytes of a file, one character each; empty if it cannot be read, such as that of a process that has ended or is of another user. */
export function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
