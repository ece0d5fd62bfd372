import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';
import { CommandLineError } from '@rcss/command-line';

/** The standard streams of a verb. Tests pass their own. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly errTty: boolean;
  /** Writes to the standard output and resolves when more can be written. Rejects with {@link OutputClosedError}. */
  out(text: string | Uint8Array): Promise<void>;
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

/** The streams of this process. */
export function processIo(): Io {
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
    errTty: process.stderr.isTTY === true,
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

/** An error of the file system as one line that names the file. */
export function fileError(name: string, error: unknown): CommandLineError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandLineError(`${name}: ${REASONS[code ?? ''] ?? message}`);
}

/** Bytes of a file, or of the standard input for `-`. Calls `seen` with the number of bytes so far and the size (0: unknown). */
export async function* fileBytes(
  io: Io,
  name: string,
  seen: (bytes: number, of: number) => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  try {
    const size = name === '-' ? 0 : (await stat(name)).size;
    const source = name === '-' ? io.stdin : createReadStream(name, { highWaterMark: 1 << 18 });
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      done += piece.length;
      seen(done, size);
      yield piece;
    }
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw fileError(name === '-' ? 'standard input' : name, error);
  }
}

/** The whole text of a file in Latin-1, or of the standard input for `-`. */
export async function readText(io: Io, name: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of fileBytes(io, name)) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

/** Destination of a log or a table: a file, packed when its name ends in `.gz`, or the standard output for `-`. */
export interface Output {
  write(bytes: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Opens an output. Refuses to overwrite one of the `inputs`, which may still be read. */
export async function openOutput(io: Io, name: string, inputs: readonly string[] = []): Promise<Output> {
  if (name === '-') return { write: (bytes) => io.out(bytes), close: async () => {} };
  if (inputs.some((input) => input !== '-' && resolve(input) === resolve(name))) {
    throw new CommandLineError(`${name}: the output file is the same as the input file`);
  }
  const file = createWriteStream(name);
  const failed = new Promise<never>((_, reject) => {
    file.once('error', (error) => reject(fileError(name, error)));
  });
  failed.catch(() => {});
  await Promise.race([new Promise<void>((resolve) => file.once('open', () => resolve())), failed]);
  const packer: Gzip | null = name.endsWith('.gz') ? createGzip({ level: 6 }) : null;
  if (packer !== null) packer.pipe(file);
  const sink: Gzip | WriteStream = packer ?? file;
  return {
    async write(bytes) {
      // Encoders reuse their buffers, but a stream keeps the data passed to it, so a copy is written.
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
