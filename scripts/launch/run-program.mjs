import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in this terminal, or with its output in the file `log`. Signals of this process are passed on to it.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { log?: string }} options
 * @returns {Promise<number>} its exit status; 128 plus the number of the signal that ended it
 */
export function runProgram(file, args, { log, ...options }) {
  if (log !== undefined) mkdirSync(dirname(log), { recursive: true });
  const output = log === undefined ? 'inherit' : openSync(log, 'w');
  const child = spawn(file, args, { ...options, stdio: ['inherit', output, output] });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });
}
