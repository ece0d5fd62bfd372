import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { closeInheritedFiles, findExecutableProblem, startGuarded } from '@rcss/core/node';
import { makeFolder } from '@rcss/kit/command-line';
import { signalTreeProcesses, type TreeIdentity } from './tree-processes.js';

/** A command to start: a program with arguments, or a line for the shell of the system. */
export interface StartCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The shell of the system reads `file`; `args` is empty. */
  readonly shell: boolean;
  /** Arguments are quoted already (Windows batch files). */
  readonly verbatim?: boolean;
  readonly cwd: string;
}

/** Path of the bin of another app, installed or in the repository. */
export function resolveBin(app: string, bin: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@rcss/${app}/package.json`);
  return join(dirname(manifest), 'bin', bin);
}

/** How a process ended; `status` is null after a signal. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Reason why it could not be started, or, with a signal, what it did that it was ended for; else empty. */
  readonly error: string;
  /** Seconds from the start to the end. */
  readonly seconds: number;
}

/** A started command with all processes that it starts. */
export interface ProcessTree {
  readonly child: ChildProcess;
  /** Mark of the tree in the environment of its processes. */
  readonly mark: string;
  /** How the first process ended; null while it runs. Others of the tree may run longer. */
  readonly end: ProcessEnd | null;
  /** Resolves if the first process has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the whole tree: SIGTERM, after `graceMs` SIGKILL. Resolves when none of its processes runs. */
  stop(graceMs?: number): Promise<void>;
}

/** Time that processes have to end after SIGTERM, ms. */
const GRACE_PERIOD_MS = 2000;
/** Time for the system to remove killed processes, ms. */
const KILL_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 20;
/** Time between two looks at the size of an output, ms. */
const OUTPUT_INTERVAL_MS = 200;

/** System calls of a tree; replaced in tests. */
export interface SystemCalls {
  readonly platform: NodeJS.Platform;
  /** As `process.kill`: throws if the process does not exist. */
  kill(pid: number, signal: NodeJS.Signals | 0): void;
  /** Runs a program without output; errors are ignored. */
  run(file: string, args: readonly string[]): Promise<void>;
}

const SYSTEM: SystemCalls = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (file, args) =>
    new Promise((resolve) => {
      const child = spawn(file, args, { stdio: 'ignore', windowsHide: true });
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    }),
};

/** Environment and output of a tree. */
export interface TreeOutput {
  readonly env: NodeJS.ProcessEnv;
  /** Path of the log file to which both output streams are appended, or `pipe`. */
  readonly output: string;
  /** Size of this file above which the tree is ended; default: 1 GiB. */
  readonly maxOutputBytes?: number | undefined;
}

/**
 * Starts a command as the first process of a tree that is ended as a whole, at the latest when this process ends. Interrupts of the terminal
 * do not reach it.
 */
export function startProcessTree(
  command: StartCommand,
  { env, output, maxOutputBytes = 2 ** 30 }: TreeOutput,
  system: SystemCalls = SYSTEM,
): ProcessTree {
  // A team gets no file of the shell, not even in a sandbox.
  closeInheritedFiles();
  if (output !== 'pipe') makeFolder(dirname(output));
  // The processes inherit the file, so that background processes write to it until they end.
  const log = output === 'pipe' ? output : openSync(output, 'a');
  const startedAt = performance.now();
  const { child, mark, release } = startGuarded((variables) =>
    spawn(command.file, command.args, {
      cwd: command.cwd,
      env: { ...env, ...variables },
      shell: command.shell,
      windowsVerbatimArguments: command.verbatim ?? false,
      // The process becomes the leader of a process group. Signals are sent to the whole group.
      detached: system.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', log, log],
    }),
  );
  if (typeof log === 'number') closeSync(log);
  let end: ProcessEnd | null = null;
  const watch = watchOutput(log === 'pipe' ? '' : output, maxOutputBytes, (error) => {
    end = { status: null, signal: 'SIGKILL', error, seconds: (performance.now() - startedAt) / 1000 };
    killWholeTree(child, mark, system);
  });
  const ended = new Promise<ProcessEnd>((resolve) => {
    const finish = (status: number | null, signal: NodeJS.Signals | null, error: string): void => {
      end ??= { status, signal, error, seconds: (performance.now() - startedAt) / 1000 };
      resolve(end);
    };
    child.once('error', ({ message }) =>
      finish(
        null,
        null,
        findExecutableProblem(command.shell ? '/bin/sh' : command.file, command.cwd) ?? message,
      ),
    );
    child.once('exit', (status, signal) => finish(status, signal, ''));
  });
  return {
    child,
    mark,
    get end() {
      return end;
    },
    ended,
    stop: async (graceMs = GRACE_PERIOD_MS) => {
      clearInterval(watch);
      if (child.pid === undefined) return;
      await endProcessTree(child.pid, () => end !== null, graceMs, system);
      if (system.platform === 'linux') await killRest({ group: child.pid, mark });
      release();
    },
  };
}

function killWholeTree(child: ChildProcess, mark: string, system: SystemCalls): void {
  if (child.pid === undefined || system.platform === 'win32') child.kill();
  else signalGroup(child.pid, 'SIGKILL', system);
  if (system.platform === 'linux') signalTreeProcesses({ group: child.pid ?? 0, mark }, 'SIGKILL');
}

/** Calls a function once when a file has more than `maxBytes`. The timer keeps no process alive; background processes may write until the end. */
function watchOutput(path: string, maxBytes: number, onExceeded: (reason: string) => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
    clearInterval(timer);
    onExceeded(`wrote more than ${Math.round(maxBytes / 2 ** 20)} MB to its output`);
  }, OUTPUT_INTERVAL_MS);
  return timer.unref();
}

/**
 * Ends a process and all that it started.
 *
 * POSIX: the process group of `pid` gets SIGTERM, and SIGKILL if a process of it still runs after `graceMs`.
 * Windows has neither groups nor signals: `taskkill` ends the tree by force.
 *
 * @param hasEnded Whether the first process has ended; on Windows its tree cannot be found then.
 */
export async function endProcessTree(
  pid: number,
  hasEnded: () => boolean,
  graceMs: number,
  system: SystemCalls,
): Promise<void> {
  if (system.platform === 'win32') {
    if (!hasEnded()) await system.run('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  if (!signalGroup(pid, 'SIGTERM', system)) return;
  if (await waitForGroupEnd(pid, graceMs, system)) return;
  signalGroup(pid, 'SIGKILL', system);
  await waitForGroupEnd(pid, KILL_TIMEOUT_MS, system);
}

/** Kills processes of a tree that have left its process group. */
async function killRest(tree: TreeIdentity): Promise<void> {
  const end = performance.now() + KILL_TIMEOUT_MS;
  while (signalTreeProcesses(tree, 'SIGKILL') > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
}

/** Sends a signal to a process group; false if none of its processes runs. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0, system: SystemCalls = SYSTEM): boolean {
  try {
    system.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Waits until no process of a group runs; false if one still runs after the time. */
export async function waitForGroupEnd(
  pid: number,
  timeoutMs: number,
  system: SystemCalls = SYSTEM,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (signalGroup(pid, 0, system)) {
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return true;
}
