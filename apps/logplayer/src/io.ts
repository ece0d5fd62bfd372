import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';
import { CommandLineError } from '@rcss/command-line';

/** Standard streams of a verb. Tests pass other streams. */
export interface Io {
  /** The standard input. */
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** True if the standard error is a terminal. */
  readonly isErrTerminal: boolean;
  /** Writes to the standard output and resolves when more can be written. It rejects if the output was closed. */
  out(text: string | Uint8Array): Promise<void>;
  /** Writes to the standard error. */
  err(text: string): void;
}

/** The reader of the standard output has closed it. The program ends without an error. */
export class OutputClosedError extends Error {
  constructor() {
    super('the standard output is closed');
    this.name = 'OutputClosedError';
  }
}

let standardStreams: Io | null = null;

/** Returns the streams of this process. */
export function getProcessIo(): Io {
  standardStreams ??= createProcessIo(process.stdout);
  return standardStreams;
}

function createProcessIo(stdout: NodeJS.WriteStream): Io {
  let closed = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  });
  return {
    stdin: process.stdin,
    isErrTerminal: process.stderr.isTTY === true,
    async out(text) {
      if (closed) throw new OutputClosedError();
      if (stdout.write(text)) return;
      try {
        await once(stdout, 'drain');
      } catch (error) {
        throw closed ? new OutputClosedError() : error;
      }
    },
    err: (text) => void process.stderr.write(text),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'no such directory',
};

/** Creates the error for a failure of the file system: one line with the name of the file. */
export function createFileError(name: string, error: unknown): CommandLineError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandLineError(`${name}: ${REASONS[code ?? ''] ?? message}`);
}

/**
 * Reads the bytes of a file, or of the standard input for `-`. Calls `onProgress` with the count of bytes so far and the size of the
 * file (0 if it is unknown).
 */
export async function* readFileBytes(
  io: Io,
  name: string,
  onProgress: (bytes: number, of: number) => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  try {
    const size = name === '-' ? 0 : (await stat(name)).size;
    const source = name === '-' ? io.stdin : createReadStream(name, { highWaterMark: 1 << 18 });
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      done += piece.length;
      onProgress(done, size);
      yield piece;
    }
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw createFileError(name === '-' ? 'standard input' : name, error);
  }
}

/** Reads the whole text of a file in Latin-1, or of the standard input for `-`. */
export async function readText(io: Io, name: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readFileBytes(io, name)) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

/** Destination of a log or a table: a file, compressed if its name ends in `.gz`, or the standard output for `-`. */
export interface Output {
  write(bytes: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an output.
 *
 * @throws CommandLineError if the file cannot be created, or is one of `inputs`, which are still being read.
 */
export async function openOutput(io: Io, name: string, inputs: readonly string[] = []): Promise<Output> {
  if (name === '-') return { write: (bytes) => io.out(bytes), close: async () => {} };
  if (inputs.some((input) => input !== '-' && resolve(input) === resolve(name))) {
    throw new CommandLineError(`${name}: the output file is also an input file. Choose another name`);
  }
  const file = createWriteStream(name);
  const failed = new Promise<never>((_, reject) => {
    file.once('error', (error) => reject(createFileError(name, error)));
  });
  failed.catch(() => {});
  await Promise.race([new Promise<void>((resolve) => file.once('open', () => resolve())), failed]);
  const packer: Gzip | null = name.endsWith('.gz') ? createGzip({ level: 6 }) : null;
  if (packer !== null) packer.pipe(file);
  const sink: Gzip | WriteStream = packer ?? file;
  return {
    async write(bytes) {
      // A copy: encoders reuse their buffers, but a stream keeps the data that it gets.
      const own = typeof bytes === 'string' ? bytes : Buffer.from(bytes);
      if (!sink.write(own))
        await Promise.race([new Promise<void>((resolve) => sink.once('drain', () => resolve())), failed]);
    },
    async close() {
      sink.end();
      await Promise.race([new Promise<void>((resolve) => file.once('close', () => resolve())), failed]);
    },
  };
}
