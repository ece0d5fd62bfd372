/**
 * Set-up of the unit tests (`vitest.config.ts`): a test that starts a process, a thread or a TCP socket fails, because its result can then
 * depend on the load of the machine. UDP sockets are those of `memory-dgram.ts`. Tests that need the real ones are named `NAME.e2e.ts`.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads from 'node:worker_threads';
import { needsRealSockets } from './real-sockets.js';

// Files share a worker and its modules: the functions are replaced once, and each call looks which file runs.
const REPLACED = Symbol.for('rcss.onlyMemory');

function guard(holder: object, name: string, what: string): void {
  const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
  Reflect.set(holder, name, function (this: unknown, ...args: unknown[]): unknown {
    if (!needsRealSockets())
      throw new Error(
        `A unit test must not ${what}. Name a test that needs this NAME.e2e.ts, and wait for states.`,
      );
    return new.target === undefined ? Reflect.apply(original, this, args) : Reflect.construct(original, args);
  });
}

if (Reflect.get(globalThis, REPLACED) === undefined) {
  Reflect.set(globalThis, REPLACED, true);
  guard(net.Server.prototype, 'listen', 'listen on a TCP port');
  guard(net.Socket.prototype, 'connect', 'open a TCP connection');
  guard(childProcess.ChildProcess.prototype, 'spawn', 'start a process');
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) guard(childProcess, name, 'start a process');
  guard(threads, 'Worker', 'start a thread');
  syncBuiltinESMExports();
}
