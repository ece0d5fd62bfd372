import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { startGuarded } from './start-guarded.mjs';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Windows has no process groups. */
export const HAS_GROUPS = process.platform !== 'win32';

/**
 * Sends a signal to a process that was spawned with `detached: HAS_GROUPS` and to all that it has started: a test runner that is killed alone
 * leaves its workers.
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a program in this terminal, or with its output in the file `log`. Signals of this process are passed on to it; when a signal has ended
 * it, processes that it has left are killed. At a terminal, the program stays in the group that reads the keyboard, and Ctrl-C reaches all.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { log?: string }} options
 * @returns {Promise<number>} its exit status; 128 plus the number of the signal that ended it
 */
export async function runProgram(file, args, { log, env = process.env, ...options }) {
  if (log !== undefined) mkdirSync(dirname(log), { recursive: true });
  const output = log === undefined ? 'inherit' : openSync(log, 'w');
  const detached = HAS_GROUPS && !process.stdin.isTTY;
  const child = await startGuarded((variables) =>
    spawn(file, args, {
      ...options,
      detached,
      env: { ...env, ...variables },
      stdio: ['inherit', output, output],
    }),
  );
  let isEnded = false;
  const pass = (signal) => {
    isEnded = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      if (detached && isEnded) signalGroup(child, 'SIGKILL');
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });
}
