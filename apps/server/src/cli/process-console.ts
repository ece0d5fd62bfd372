import type { ConsoleOutput } from '../console-output.js';

// If the reader of stdout or stderr closes it, the match continues.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** Prints to stdout and stderr of the process. */
export const processConsole: ConsoleOutput = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};
