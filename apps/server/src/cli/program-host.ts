import { escapeText } from '@rcss/kit/command-line';
import { type ConsoleOutput, type FileAccess, hostFiles, raisePriority } from '@rcss/match-server/program';

/** The parts of its process that the program uses. Tests pass their own object. */
export interface ProgramHost {
  /** Arguments without the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileAccess;
  readonly console: ConsoleOutput;
  /** Registers a handler for the signals that end the process; it gets the name of the signal. */
  onSignal(handler: (signal?: NodeJS.Signals) => void): void;
  /** Registers a handler for the signal with which a room server takes no more matches. Absent: there is none. */
  onDrainSignal?(handler: () => void): void;
  /** Raises the priority of the thread to a nice value; returns why the system refuses, or null. */
  raisePriority(niceValue: number): string | null;
  /** Waits until stdout is written. Returns why it is incomplete, or null. Default: it is complete. */
  findOutputError?(): Promise<string | null>;
}

/** Prints to stdout and stderr of the process. Control characters of names and messages of clients are escaped. */
const processConsole: ConsoleOutput = {
  out: (line) => process.stdout.write(`${escapeText(line)}\n`),
  err: (line) => process.stderr.write(`${escapeText(line)}\n`),
};

/** Creates the host of a program that runs in this process. */
export function createProcessHost(argv: readonly string[]): ProgramHost {
  const errors: NodeJS.ErrnoException[] = [];
  // If the reader of stdout or stderr closes it, or its disk is full, the match continues.
  process.stdout.on('error', (error) => errors.push(error));
  process.stderr.on('error', () => {});
  return {
    argv,
    env: process.env,
    files: hostFiles,
    console: processConsole,
    onSignal: (handler) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handler);
    },
    // Windows does not have the signal; SIGUSR1 starts the inspector of Node.js.
    ...(process.platform !== 'win32' && {
      onDrainSignal: (handler: () => void) => void process.on('SIGUSR2', handler),
    }),
    raisePriority,
    async findOutputError() {
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
      // The stream reports an error of its last write after the callback.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const [error] = errors;
      // A reader that has closed the pipe, such as `head`, and a closed terminal need no more output.
      const isEnded = error === undefined || error.code === 'EPIPE' || error.code === 'EIO';
      return isEnded ? null : error.message;
    },
  };
}
