import { createInterface } from 'node:readline';
import { resolveHost } from '@rcss/agent/node';
import { openLineLink } from './line-link.js';

export interface PipeOptions {
  readonly host: string;
  readonly port: number;
  readonly input: NodeJS.ReadableStream;
  /** Prints a line of the input or of the server, without its line feed. */
  readonly write: (line: string) => void;
  /** Prints a note for the user, which is neither input nor a message. */
  readonly note: (line: string) => void;
  /** Resolves when the user ends the program. */
  readonly stop: Promise<unknown>;
  /** Milliseconds without an answer to the first line, after which the user gets a note; 3000 by default. */
  readonly answerTimeoutMs?: number;
}

export const ANSWER_TIMEOUT_MS = 3000;

/** Text for the case that the server does not answer. */
export function describeSilence(host: string, port: number, timeoutMs: number): string {
  return `no answer from ${host}:${port} after ${timeoutMs / 1000} s; check that a server runs there`;
}

/**
 * Runs the command line client without a screen: every line of the input goes to the server as one datagram and is
 * echoed, every datagram is printed as one line. The end of the input does not end the client, unless the server has not
 * answered.
 *
 * @returns `stopped` if the user ended the client, `silent` if the input ended and the server has not answered.
 * @throws TeamConnectionError if the host is unknown or the port of the server is closed.
 */
export async function runPipe(options: PipeOptions): Promise<'stopped' | 'silent'> {
  const { host, port, input, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const address = await resolveHost(host);
  const { promise, resolve, reject } = createDeferred<'stopped' | 'silent'>();
  let inputEnded = false;
  let silent = false;
  const link = openLineLink({
    address,
    port,
    answerTimeoutMs,
    onMessage: (text) => options.write(text),
    onSilence() {
      silent = true;
      options.note(describeSilence(host, port, answerTimeoutMs));
      if (inputEnded) resolve('silent');
    },
    onFailure: reject,
  });
  options.note('Hit Ctrl-C to exit.');
  const lines = createInterface({ input: input.setEncoding('latin1') as NodeJS.ReadableStream });
  lines.on('line', (line) => {
    link.send(line);
    options.write(line);
  });
  lines.on('close', () => {
    inputEnded = true;
    if (silent) resolve('silent');
  });
  void options.stop.then(() => resolve('stopped'));
  try {
    return await promise;
  } finally {
    link.close();
    lines.close();
  }
}

function createDeferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
