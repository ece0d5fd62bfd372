/**
 * Runs tasks with the code of teams, each in a process of its own. The code is a stranger's: the process has no files (reading only its own
 * program), starts no processes and threads, has a limit of memory, and is killed when it makes no progress or takes too long, and when
 * this process ends.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGuarded } from '@rcss/core/child-processes';
import type { CallLimits } from '../limits.js';
import { ToolError } from '../tool-error.js';
import type { SandboxReply, SandboxResult, SandboxTask } from './tasks.js';

const WATCH_INTERVAL_MS = 200;
/** Bytes of a page of memory in /proc/PID/statm; larger pages only make the limit stricter on machines that have them. */
const PAGE_BYTES = 4096;

/** Characters of the standard error that are kept: Node writes a long stack after the line about a full heap. */
const MAX_ERROR_LENGTH = 20_000;

/** What a task may use, and who listens. */
export interface TaskOptions {
  readonly limits: Pick<CallLimits, 'seconds' | 'stallSeconds' | 'memoryMb'>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Program of the process; replaced in tests that run from source. */
  readonly program?: string;
}

const DEFAULT_PROGRAM = fileURLToPath(new URL('./sandbox/host.js', import.meta.url));

/** Arguments of Node for a process without rights. */
export function createSandboxArguments(program: string, memoryMb: number): string[] {
  // Node 20 and the first versions of 22 have the flag under its first name.
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  return [
    flag,
    `--allow-fs-read=${dirname(program)}/*`,
    `--max-old-space-size=${memoryMb}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
}

/**
 * Performs a task and returns its result.
 *
 * @throws {ToolError} if it fails: by its input, by the code of a team, by a limit, or because `signal` is aborted
 */
export function runTask<Type extends SandboxTask['type']>(
  task: Extract<SandboxTask, { type: Type }>,
  { limits, signal, onProgress, program = DEFAULT_PROGRAM }: TaskOptions,
): Promise<Extract<SandboxResult, { type: Type }>> {
  const { seconds, stallSeconds, memoryMb } = limits;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ToolError('the call was cancelled'));
    const { child, release } = startGuarded((variables) =>
      fork(program, [], {
        execArgv: createSandboxArguments(program, memoryMb),
        env: variables,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        serialization: 'advanced',
      }),
    );
    child.once('exit', release);
    let lastError = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastError = (lastError + text).slice(-MAX_ERROR_LENGTH);
    });
    const startedAt = performance.now();
    let progressAt = startedAt;
    let hasBegun = false;
    let done = 0;
    let isSettled = false;
    const settle = (action: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearInterval(timer);
      signal?.removeEventListener('abort', cancel);
      child.kill('SIGKILL');
      action();
    };
    const fail = (message: string): void => settle(() => reject(new ToolError(message)));
    const cancel = (): void => fail('the call was cancelled');
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - startedAt > seconds * 1000)
        fail(
          `the work did not end in ${seconds} s, the limit of this server; ask for fewer cycles or continuations`,
        );
      else if (hasBegun && now - progressAt > stallSeconds * 1000)
        fail(
          `no progress for ${stallSeconds} s after cycle ${done}: the code of a team does not return, perhaps an endless loop. The process was ended.`,
        );
      else if (readMemory(child.pid) > memoryMb * 1.5 * 1e6)
        fail(`the match uses more than ${Math.round(memoryMb * 1.5)} MB of memory, the limit of this server`);
    }, WATCH_INTERVAL_MS);
    signal?.addEventListener('abort', cancel);
    child.once('error', ({ message }) => fail(`the process of the match cannot be started: ${message}`));
    // Unlike "exit", it comes after the last text of the standard error.
    child.once('close', (status, killed) => {
      const isFull = /heap out of memory/.test(lastError);
      fail(
        isFull
          ? `the code of a team uses more than ${memoryMb} MB of memory, the limit of this server`
          : `the process of the match ended (${killed ?? status}): ${lastError.trim().split('\n').slice(0, 5).join(' ')}`,
      );
    });
    child.on('message', (reply: SandboxReply) => {
      if (reply.type === 'progress') {
        hasBegun = true;
        progressAt = performance.now();
        done = reply.done;
        onProgress?.(reply.done, reply.total);
      } else if (reply.type === 'result')
        settle(() => resolve(reply.result as Extract<SandboxResult, { type: Type }>));
      else fail([reply.message, ...reply.printed.map((line) => `printed: ${line}`)].join('\n'));
    });
    child.send(task);
  });
}

/** Resident memory of a process, bytes; 0 where /proc does not say it. */
function readMemory(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
