import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { exitStatusOf, treeKill } from './platform.mjs';

/** Time that a child process has to end after a signal, ms. */
const GRACE_MS = 5000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends a child process and all that it started; errors mean that it has already ended. */
function endTree(child, signal) {
  const { kill, command } = treeKill(child.pid, signal);
  try {
    if (kill !== undefined) process.kill(...kill);
    else spawn(command[0], command.slice(1), { stdio: 'ignore' }).on('error', () => {});
  } catch {
    // The process group has ended.
  }
}

/** Resolves with the exit status of the child; signals of this process end the child by `end(signal)` first. */
function waitForExit(child, end) {
  return new Promise((resolve, reject) => {
    let received;
    let force;
    const onSignal = (signal) => {
      received ??= signal;
      end(signal);
      force ??= setTimeout(() => end('SIGKILL'), GRACE_MS);
    };
    const release = () => {
      clearTimeout(force);
      for (const signal of SIGNALS) process.off(signal, onSignal);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (status, signal) => {
      release();
      const interruptedBy = received ?? (signal === 'SIGINT' ? signal : undefined);
      resolve({ status: status ?? exitStatusOf(signal), interruptedBy });
    });
  });
}

/**
 * Runs a command in a process group of its own. Its output goes to a log file.
 *
 * @param command `{ file, args, shell }`
 * @param options `{ cwd, env, log, onLine }`: path of the log file, called for every line of output
 * @returns `{ status, interruptedBy }`: the exit status, and the signal that this process received meanwhile
 */
export async function runLogged({ file, args, shell }, { cwd, env, log, onLine }) {
  mkdirSync(dirname(log), { recursive: true });
  const stream = createWriteStream(log);
  const child = spawn(file, args, {
    cwd,
    env,
    shell,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (bytes) => stream.write(bytes));
    createInterface({ input: output }).on('line', onLine);
  }
  try {
    return await waitForExit(child, (signal) => endTree(child, signal));
  } finally {
    await new Promise((resolve) => stream.end(resolve));
  }
}

/** Runs a command that uses this terminal. It receives the signals of this process and cleans up by itself. */
export function runAttached({ file, args }, { cwd, env }) {
  const child = spawn(file, args, { cwd, env, stdio: 'inherit' });
  return waitForExit(child, (signal) => child.kill(signal));
}

/** The last lines of a log, without colors and empty lines. */
export function lastLines(text, count = 15) {
  return text
    .replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-count);
}
