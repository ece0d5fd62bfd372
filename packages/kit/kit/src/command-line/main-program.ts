import { EXIT } from './exit.js';
import { describeOpenFiles } from './open-files.js';
import { ignoreInspectorSignal } from './signals.js';

/** The streams of a process; replaced in tests. */
export interface ProcessStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Runs a program as the main program of a process and returns its exit code. If the standard output cannot be written, for example to a
 * full disk, or the process may open no more files, it says so and returns {@link EXIT}`.failed`. A reader that closes a pipe, such as `head`, is not an error. The signal that opens the
 * inspector of Node.js (SIGUSR1) does nothing.
 *
 * @param name Name of the program in the message.
 */
export async function runMain(
  name: string,
  run: () => Promise<number>,
  { stdout, stderr }: ProcessStreams = process,
): Promise<number> {
  ignoreInspectorSignal();
  const failures: NodeJS.ErrnoException[] = [];
  stdout.on('error', (error: NodeJS.ErrnoException) => void failures.push(error));
  let code: number;
  try {
    code = await run();
  } catch (error) {
    const advice = describeOpenFiles(error);
    if (advice === null) throw error;
    stderr.write(`${name}: ${advice}\n`);
    return EXIT.failed;
  }
  await new Promise<void>((resolve) => stdout.write('', () => resolve()));
  // The stream reports an error of its last write after the callback.
  await new Promise<void>((resolve) => setImmediate(resolve));
  const [failure] = failures;
  // A program that has failed has said why.
  if (failure === undefined || failure.code === 'EPIPE' || code !== EXIT.ok) return code;
  const reason = failure.code === 'ENOSPC' ? 'no space left on device' : failure.message;
  stderr.write(`${name}: standard output: ${reason}\n`);
  return EXIT.failed;
}
