import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { access, chmod, constants, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';
import { refusePipe } from '@rcss/core/node';
import { CommandLineError } from '@rcss/kit/command-line';
import { createUnfinishedName, removeUnfinishedOnSignal } from './unfinished-files.js';

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
  /** Name of the program at the beginning of errors; default: `rcss-log`. */
  readonly programName?: string;
}

/** Prints an error after which the program goes on, for example with the next log. */
export function reportError({ err, programName = 'rcss-log' }: Io, message: string): void {
  err(`${programName}: ${message}\n`);
}

/** Count of wrong lines of a list that are printed one by one. */
const MAX_PROBLEMS = 20;

/** Prints what is wrong with the lines of a list; of many lines only the first 20, cut to 200 characters, and the count. */
export function reportProblems({ err }: Io, problems: readonly string[]): void {
  for (const problem of problems.slice(0, MAX_PROBLEMS))
    err(`${problem.length > 200 ? `${problem.slice(0, 200)}…` : problem}\n`);
  if (problems.length > MAX_PROBLEMS) err(`${problems.length - MAX_PROBLEMS} more lines like these\n`);
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
  let failure: Error | null = null;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure ??=
      error.code === 'EPIPE' ? new OutputClosedError() : createLogFileError('standard output', error);
  });
  return {
    stdin: process.stdin,
    isErrTerminal: process.stderr.isTTY === true,
    async out(text) {
      if (failure !== null) throw failure;
      if (stdout.write(text)) return;
      try {
        await once(stdout, 'drain');
      } catch (error) {
        throw failure ?? error;
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
  ENOSPC: 'no space left on device',
};

/** Creates the error for a failure of the file system: one line with the name of the file. */
export function createLogFileError(name: string, error: unknown): CommandLineError {
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
    const stats = name === '-' ? null : await stat(name);
    if (stats !== null) refusePipe(name, stats);
    const size = stats?.size ?? 0;
    const source = name === '-' ? io.stdin : createReadStream(name, { highWaterMark: 1 << 18 });
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      done += piece.length;
      onProgress(done, size);
      yield piece;
    }
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw createLogFileError(name === '-' ? 'standard input' : name, error);
  }
}

/** Largest text that is read into memory, MiB. A list of teams or results has some kilobytes. */
const MAX_TEXT_MIB = 16;

/** Returns the time of the last change of a file; null for the standard input. */
export async function findModificationTime(name: string): Promise<Date | null> {
  return name === '-' ? null : (await stat(name)).mtime;
}

/**
 * Reads the whole text of a file in Latin-1, or of the standard input for `-`.
 *
 * @throws CommandLineError if it cannot be read or has more than 16 MiB.
 */
export async function readText(io: Io, name: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of readFileBytes(io, name)) {
    length += piece.length;
    if (length > MAX_TEXT_MIB * 2 ** 20)
      throw new CommandLineError(
        `${name === '-' ? 'standard input' : name}: the text has more than ${MAX_TEXT_MIB} MiB, the most that is read`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('latin1');
}

/** Destination of a log or a table: a file, compressed if its name ends in `.gz`, or the standard output for `-`. */
export interface FileOutput {
  write(bytes: string | Uint8Array): Promise<void>;
  /** Completes the output. A file gets its name only now, and replaces a file of this name. */
  close(): Promise<void>;
  /** Removes what was written. A file of this name stays as it was. */
  discard(): Promise<void>;
}

export interface OutputOptions {
  /**
   * Whether a file has its name from the beginning, so that it can be read while it grows and remains if the program is killed; false
   * by default.
   */
  readonly inPlace?: boolean;
}

/** Where a file is written, and which name it gets at the end. */
interface Target {
  readonly written: string;
  readonly final: string;
  /** Permission bits of the file that is replaced; null if there is none. */
  readonly mode: number | null;
}

/** Finds where a file is written: beside its final name, unless `name` is a device, a pipe or a folder. */
async function findTarget(name: string): Promise<Target> {
  let final = name;
  let mode: number | null = null;
  try {
    final = await realpath(name);
    const found = await stat(final);
    if (!found.isFile()) return { written: name, final: name, mode: null };
    await access(final, constants.W_OK);
    mode = found.mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const folder = dirname(final);
  removeUnfinishedOnSignal(folder);
  return { written: join(folder, createUnfinishedName()), final, mode };
}

/**
 * Opens an output. A file is written under another name in the same folder and gets its name when it is closed, so that a program
 * that fails or is ended by a signal does not destroy a file and leaves no other.
 *
 * @throws CommandLineError if the file cannot be created, or is one of `inputs`, which are still being read.
 */
export async function openOutput(
  io: Io,
  name: string,
  inputs: readonly string[] = [],
  { inPlace = false }: OutputOptions = {},
): Promise<FileOutput> {
  if (name === '-') {
    return { write: (bytes) => io.out(bytes), close: async () => {}, discard: async () => {} };
  }
  if (inputs.some((input) => input !== '-' && resolve(input) === resolve(name))) {
    throw new CommandLineError(`${name}: the output file is also an input file. Choose another name`);
  }
  try {
    const target = inPlace ? { written: name, final: name, mode: null } : await findTarget(name);
    return await openFile(name, target);
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new CommandLineError(
        `${name}: cannot be created: there is no folder ${dirname(name)}, or it takes no files`,
      );
    throw createLogFileError(name, error);
  }
}

async function openFile(name: string, { written, final, mode }: Target): Promise<FileOutput> {
  const file = createWriteStream(written);
  const failed = new Promise<never>((_, reject) => {
    file.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? error : createLogFileError(name, error)),
    );
  });
  failed.catch(() => {});
  await Promise.race([new Promise<void>((resolve) => file.once('open', () => resolve())), failed]);
  const packer: Gzip | null = name.endsWith('.gz') ? createGzip({ level: 6 }) : null;
  if (packer !== null) packer.pipe(file);
  const sink: Gzip | WriteStream = packer ?? file;
  const remove = async () => {
    if (written !== final) await rm(written, { force: true });
  };
  return {
    async write(bytes) {
      // A copy: encoders reuse their buffers, but a stream keeps the data that it gets.
      const own = typeof bytes === 'string' ? bytes : Buffer.from(bytes);
      if (!sink.write(own))
        await Promise.race([new Promise<void>((resolve) => sink.once('drain', () => resolve())), failed]);
    },
    async close() {
      sink.end();
      try {
        await Promise.race([new Promise<void>((resolve) => file.once('close', () => resolve())), failed]);
      } catch (error) {
        await remove();
        throw error;
      }
      if (written === final) return;
      try {
        if (mode !== null) await chmod(written, mode);
        await rename(written, final);
      } catch (error) {
        await remove();
        throw createLogFileError(name, error);
      }
    },
    async discard() {
      packer?.destroy();
      if (!file.closed) {
        const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
        file.destroy();
        await closed;
      }
      await remove();
    },
  };
}

/**
 * Writes an output with `write` and closes it. If `write` fails, nothing remains of the output, and a file of its name stays as it
 * was.
 */
export async function writeOutput<T>(
  io: Io,
  name: string,
  inputs: readonly string[],
  write: (output: FileOutput) => Promise<T>,
): Promise<T> {
  const output = await openOutput(io, name, inputs);
  let result: T;
  try {
    result = await write(output);
  } catch (error) {
    await output.discard();
    throw error;
  }
  await output.close();
  return result;
}
