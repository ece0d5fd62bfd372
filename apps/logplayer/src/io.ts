import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';

/** What a command has to do with the outside; tests put their own in its place. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly errTty: boolean;
  /** Write to the standard output; resolves when more can be written. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string): void;
}

/** Something that the user has to be told: one line, exit code 1. */
export class ToolError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The streams of this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  // A reader that has seen enough (`head`) is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
  return {
    stdin,
    errTty: stderr.isTTY === true,
    async out(text) {
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    err: (text) => void stderr.write(text),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'no such directory',
};

/** An error of the file system as one line that names the file. */
export function fileError(name: string, error: unknown): ToolError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ToolError(`${name}: ${REASONS[code ?? ''] ?? message}`);
}

/** Bytes of a file, or of the standard input for `-`; `seen` is told how many there were so far, of how many. */
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
    if (error instanceof ToolError) throw error;
    throw fileError(name === '-' ? 'standard input' : name, error);
  }
}

/** Where a command writes a log or a table: a file, packed when its name ends in `.gz`, or the standard output for `-`. */
export interface Output {
  write(bytes: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Open an output. Refuses to overwrite one of the `inputs`, which may still be read. */
export async function openOutput(io: Io, name: string, inputs: readonly string[] = []): Promise<Output> {
  if (name === '-') return { write: (bytes) => io.out(bytes), close: async () => {} };
  if (inputs.some((input) => input !== '-' && resolve(input) === resolve(name))) {
    throw new ToolError(`${name}: the output file is the same as the input file`);
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
      // Buffers of encoders are used again; a stream keeps what it is given.
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
