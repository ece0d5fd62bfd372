import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Priority of an ordinary process, as a nice value. */
const NORMAL_PRIORITY = 0;

/** Files of Linux about the automatic groups of the scheduler: one group per session. */
export interface AutogroupFiles {
  /** Contains `1` if the groups are in use. */
  readonly enabled: string;
  /** The group of this process: reads as `/autogroup-25 nice 0`; a nice value can be written. */
  readonly group: string;
}

const AUTOGROUP_FILES: AutogroupFiles = {
  enabled: '/proc/sys/kernel/sched_autogroup_enabled',
  group: '/proc/self/autogroup',
};

/**
 * Raises the scheduling priority of all threads of this process to a nice value. A higher priority stays. The main thread alone is not
 * enough: it waits for the threads of the engine that help it to collect garbage. If Linux shares the processors among sessions, the
 * priority of the session is raised too, until this process exits.
 *
 * @returns Why the operating system refuses, such as `EACCES`; null on success.
 */
export function raisePriority(niceValue: number, files: AutogroupFiles = AUTOGROUP_FILES): string | null {
  const refusal = raiseThreadPriorities(listThreads(), niceValue);
  if (refusal === null) process.once('exit', raiseSessionPriority(niceValue, files));
  return refusal;
}

/**
 * Raises the priority of the session of this process to a nice value, if Linux shares the processors among sessions. In this mode, the nice
 * value of a thread counts only within its session. A higher priority stays. Errors are ignored: without the files there are no groups, and
 * the right to write is the same as for the priority of a thread.
 *
 * @returns Restores the former priority of the session.
 */
export function raiseSessionPriority(niceValue: number, files: AutogroupFiles = AUTOGROUP_FILES): () => void {
  const nothing = () => {};
  try {
    if (readFileSync(files.enabled, 'latin1').trim() !== '1') return nothing;
    const former = / nice (-?\d+)/.exec(readFileSync(files.group, 'latin1'))?.[1];
    if (former === undefined || Number(former) <= niceValue) return nothing;
    writeFileSync(files.group, `${niceValue}`);
    return () => writeIgnoringErrors(files.group, former);
  } catch {
    return nothing;
  }
}

function writeIgnoringErrors(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch {
    // The priority of the session stays.
  }
}

/**
 * Raises the scheduling priority of threads of this process like {@link raisePriority}. A thread that has ended since the list was read is
 * skipped.
 *
 * @param threads Identifiers of the operating system; 0 is the calling thread or, except on Linux, this process.
 */
export function raiseThreadPriorities(threads: readonly number[], niceValue: number): string | null {
  for (const thread of threads) {
    try {
      if (getPriority(thread) > niceValue) setPriority(thread, niceValue);
    } catch (error) {
      const code = readErrorCode(error);
      if (code !== NO_SUCH_THREAD) return code;
    }
  }
  return null;
}

/** Code of the operating system for an identifier without a thread. */
const NO_SUCH_THREAD = 'ESRCH';

function readErrorCode(error: unknown): string {
  const { code, message, info } = error as NodeJS.ErrnoException & { info?: { code?: string } };
  return info?.code ?? code ?? message;
}

/** Linux has a priority for each thread, and its calls for processes accept the ids of threads. Elsewhere 0 means the whole process. */
function listThreads(): number[] {
  if (process.platform !== 'linux') return [0];
  return readdirSync('/proc/self/task').map(Number);
}

/**
 * Returns the arguments of `/bin/sh` for a command that shall run at normal priority, because a process inherits the priority of its parent.
 * Without the program `nice`, the command runs at the priority of this process. The id of the process stays that of the shell.
 */
export function createShellArguments(command: string): string[] {
  const raised = readPriority();
  if (raised >= NORMAL_PRIORITY) return ['-c', command];
  const niceness = NORMAL_PRIORITY - raised;
  return [
    '-c',
    `if command -v nice >/dev/null; then exec nice -n ${niceness} /bin/sh -c "$0"; fi; exec /bin/sh -c "$0"`,
    command,
  ];
}

function readPriority(): number {
  try {
    return getPriority();
  } catch {
    return NORMAL_PRIORITY;
  }
}
