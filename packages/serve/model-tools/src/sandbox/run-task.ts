/**
 * Runs tasks with matches, each in a process of its own, which is killed when it makes no progress or takes too long. It has the referee and
 * the log; code of strangers runs in further processes, one for each team (see team-process.ts).
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Side } from '@rcss/core';
import { startGuarded } from '@rcss/core/node';
import type { CallLimits } from '../limits.js';
import { ToolError } from '../tool-error.js';
import { findIsolation, listInspectorArguments } from './isolation.js';
import { readMemory } from './process-memory.js';
import type { SandboxReply, SandboxResult, SandboxTask } from './tasks.js';

const WATCH_INTERVAL_MS = 200;
/** A team without an answer is found by the process of the match, which names it. */
const STALL_RESERVE_SECONDS = 10;
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
    const { child, release } = startGuarded((env) =>
      fork(program, [], {
        execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings', ...listInspectorArguments()],
        env,
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
    let slow: Side | null = null;
    let isSettled = false;
    const settle = (action: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearInterval(timer);
      signal?.removeEventListener('abort', cancel);
      child.kill('SIGKILL');
      action();
    };
    const fail = (message: string, side: Side | null = null): void =>
      settle(() => reject(new ToolError(message, side)));
    const cancel = (): void => fail('the call was cancelled');
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - startedAt > seconds * 1000)
        fail(
          `the work did not end in ${seconds} s, the limit of this server; ask for fewer cycles or continuations`,
          slow,
        );
      else if (hasBegun && now - progressAt > (stallSeconds + STALL_RESERVE_SECONDS) * 1000)
        fail(`the match makes no progress after cycle ${done}. Its process was ended.`);
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
          ? `the match uses more than ${memoryMb} MB of memory, the limit of this server`
          : `the process of the match ended (${killed ?? status}): ${lastError.trim().split('\n').slice(0, 5).join(' ')}`,
      );
    });
    child.on('message', (reply: SandboxReply) => {
      if (reply.type === 'progress') {
        hasBegun = true;
        progressAt = performance.now();
        ({ done, slow } = reply);
        onProgress?.(reply.done, reply.total);
      } else if (reply.type === 'result')
        settle(() => resolve(reply.result as Extract<SandboxResult, { type: Type }>));
      else {
        const lines = [reply.message, ...reply.printed.map((line) => `printed: ${line}`)];
        settle(() => reject(new ToolError(lines.join('\n'), reply.side)));
      }
    });
    child.send({ task, limits: { seconds, stallSeconds, memoryMb, isolation: findIsolation().kind } });
  });
}
