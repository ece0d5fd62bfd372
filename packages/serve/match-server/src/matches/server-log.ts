import { createWriteStream } from 'node:fs';
import type { ConsoleOutput } from '../console/console-output.js';

/** A file with the lines of a server. The match goes on without it, for example if the disk is full. */
export interface ServerLog {
  readonly output: ConsoleOutput;
  /** Problems of the file, one line each. */
  readonly problems: readonly string[];
  /** Resolves when all lines are written, or the file has failed. */
  close(): Promise<void>;
}

/** Opens the file for the lines of a server. */
export function openServerLog(path: string): ServerLog {
  const file = createWriteStream(path);
  const problems: string[] = [];
  file.on('error', ({ message }) => problems.push(`could not write to "${path}": ${message}`));
  const write = (line: string): void => void file.write(`${line}\n`);
  return {
    output: { out: write, err: write },
    problems,
    close: () =>
      new Promise((resolve) => {
        if (file.closed) return resolve();
        file.once('close', resolve);
        file.end();
      }),
  };
}
