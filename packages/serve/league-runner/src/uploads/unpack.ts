// cspell:ignore linkpath libfoo
/**
 * Unpacks archives of strangers. Every entry is checked before anything is written; what is written has the names that were checked, is never
 * below a link, and is bounded in number and size, also while it is decompressed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Duplex, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { startGuarded } from '@rcss/core/node';
import { Parser, type ReadEntry } from 'tar';

/** Bounds of an archive. */
export interface UploadLimits {
  readonly archiveBytes: number;
  /** Of the archive when it is decompressed. */
  readonly bytes: number;
  /** Files, folders and links. */
  readonly entries: number;
}

export const UPLOAD_LIMITS: UploadLimits = { archiveBytes: 256 << 20, bytes: 1 << 30, entries: 20_000 };
/** Longest path, bytes; systems have names of at most 255. */
const MAX_PATH = 240;
const MAX_DEPTH = 24;
/** Longest extended header, bytes: the library ignores longer ones, and so they are refused. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Why an archive is refused, as a sentence for the team. */
export class UploadProblem extends Error {
  override readonly name = 'UploadProblem';
}

/**
 * Returns the reason for the team; the message of a file system has paths of the server.
 *
 * @param otherwise The reason if it is an error of another kind, which is returned unchanged without it.
 */
export function toUploadProblem(error: Error, otherwise?: string): Error {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof UploadProblem) return error;
  if (syscall !== undefined) return new UploadProblem(`the server cannot write the files: ${code}`);
  return otherwise === undefined ? error : new UploadProblem(otherwise);
}

const shown = (path: string): string => JSON.stringify(path.slice(0, 100));
const megabytes = (bytes: number): string => `${Math.round(bytes / (1 << 20))} MB`;

/** Yields chunks of which the first has at least four bytes, and counts them. */
async function* takeChunks(
  source: AsyncIterable<Uint8Array>,
  most: number,
  what: string,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  let count = 0;
  for await (const chunk of source) {
    count += chunk.length;
    if (count > most) throw new UploadProblem(`${what} is larger than ${megabytes(most)}`);
    if (head === null) yield Buffer.from(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < 4) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null) throw new UploadProblem(`${what} has only ${count} bytes`);
}

/** How an archive with this beginning is compressed. */
function findCompression(head: Buffer): 'gzip' | 'zstd' | null {
  const magic = head.readUInt32BE(0);
  if (magic >>> 16 === 0x1f8b) return 'gzip';
  return magic === 0x28b52ffd ? 'zstd' : null;
}

/** Most memory for the window of zstd, MiB; that of `zstd -19`, and of `--long`. */
const ZSTD_WINDOW_MB = 128;

/** Decompresses with the program zstd: Node.js has it from 22.15 on only. */
async function* decompressByProgram(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const args = ['-dcq', '--single-thread', `--memory=${ZSTD_WINDOW_MB}MB`];
  const { child, release } = startGuarded((variables) =>
    spawn('zstd', args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...variables } }),
  );
  const ended = once(child, 'close') as Promise<[number | null]>;
  let message = '';
  child.stderr.on('data', (bytes: Buffer) => (message = `${message}${bytes}`.slice(0, 200)));
  // Both fail where the program is missing or has refused the beginning; `ended` has the reason.
  ended.catch(() => {});
  pipeline(source, child.stdin).catch(() => {});
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [code] = await ended;
    if (code !== 0) throw new Error(message.trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall?.startsWith('spawn') !== true) throw error;
    throw new UploadProblem(
      'the server cannot decompress .tar.zst (it needs the program zstd or Node.js 22.15); send .tar.gz',
    );
  } finally {
    child.kill('SIGKILL');
    release();
  }
}

/** Returns what decompresses a file with this beginning. */
function chooseDecompression(head: Buffer): Duplex | typeof decompressByProgram {
  const compression = findCompression(head);
  if (compression === null) return new PassThrough();
  if (compression === 'gzip') return zlib.createGunzip();
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Duplex };
  return createZstdDecompress?.() ?? decompressByProgram;
}

/**
 * Unpacks an archive, `.tar`, `.tar.gz` or, with Node.js 22.15 or the program zstd, `.tar.zst`, into an empty folder.
 *
 * @returns SHA-256 of the archive.
 * @throws {UploadProblem} if it is not such an archive, or has what is not allowed; the folder may then have a part of it.
 */
export async function unpackArchive(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  limits: UploadLimits = UPLOAD_LIMITS,
): Promise<string> {
  const hash = createHash('sha256');
  const chunks = takeChunks(source, limits.archiveBytes, 'the archive');
  const first = await chunks.next();
  async function* read(): AsyncGenerator<Buffer> {
    for (let next = first; next.done !== true; next = await chunks.next()) {
      hash.update(next.value);
      yield next.value;
    }
  }
  const files = new ArchiveFolder(folder, limits.entries);
  try {
    // A step of a pipeline is a stream or a generator; the types have no union of both.
    const decompress = chooseDecompression(first.value as Buffer) as Duplex;
    await pipeline(Readable.from(read()), decompress, (plain: AsyncIterable<Buffer>) =>
      files.write(takeChunks(plain, limits.bytes, 'the unpacked archive')),
    );
  } catch (error) {
    // The streams report that they were ended.
    const cause = files.problem ?? (error as Error);
    throw toUploadProblem(
      cause,
      `the file is not a tar archive, or is damaged: ${cause.message.slice(0, 200)}`,
    );
  } finally {
    files.close();
  }
  return hash.digest('hex');
}

type EntryKind = 'file' | 'folder' | 'link';

/** The folder of an archive with what is in it. */
class ArchiveFolder {
  readonly #folder: string;
  readonly #most: number;
  /** Kinds and paths by the name that file systems without case and Unicode forms see. */
  readonly #entries = new Map<string, { readonly path: string; readonly kind: EntryKind }>();
  /** The first one. */
  problem: Error | null = null;
  #file: number | null = null;
  /** A link to the place of the archive that its only folder leaves when it moves. */
  #toRoot: string | null = null;

  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Reads a tar archive. */
  async write(chunks: AsyncIterable<Buffer>): Promise<void> {
    await this.#read(chunks).catch((error: Error) => {
      this.problem ??= error;
      throw error;
    });
  }

  async #read(chunks: AsyncIterable<Buffer>): Promise<void> {
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: MAX_HEADER_BYTES,
      onReadEntry: (entry) => this.#attempt(() => this.#add(entry)),
    });
    const refuse = (problem: Error): void => {
      this.problem ??= problem;
    };
    parser.on('error', refuse);
    parser.on('ignoredEntry', ({ path, type }: ReadEntry) =>
      refuse(new UploadProblem(`${shown(path)} is of the type ${type}, or its header is too long`)),
    );
    let isFirst = true;
    let isOver = false;
    parser.on('eof', () => (isOver = true));
    for await (const chunk of chunks) {
      // The library would decompress it, without a bound.
      if (isFirst && findCompression(chunk) !== null)
        throw new UploadProblem('the archive is compressed twice');
      isFirst = false;
      // The library would keep and copy all that follows the end.
      if (!isOver) parser.write(chunk);
      if (this.problem !== null) throw this.problem;
    }
    parser.end();
    if (this.problem !== null) throw this.problem;
    const top = [...this.#entries.values()].filter((entry) => !entry.path.includes('/'));
    if (top.length === 0) throw new UploadProblem('the archive has no files');
    if (top.length === 1 && top[0]!.kind === 'folder' && this.#toRoot !== null)
      throw new UploadProblem(`${shown(this.#toRoot)} is a link out of the only folder of the archive`);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #attempt(call: () => void): void {
    try {
      if (this.problem === null) call();
    } catch (error) {
      this.problem = error as Error;
    }
  }

  #add(entry: ReadEntry): void {
    const { path, type, mode = 0, linkpath = '' } = entry;
    const kind = readKind(type);
    if (kind === null)
      throw new UploadProblem(
        `${shown(path)} is of the type ${type}; allowed are files, folders and symbolic links`,
      );
    const parts = splitPath(path);
    if (parts.length > 0) {
      for (let depth = 1; depth < parts.length; depth++) this.#addFolder(parts.slice(0, depth));
      if (kind === 'folder') this.#addFolder(parts);
      else if (kind === 'link') {
        checkTarget(path, linkpath, parts.length - 1);
        if (countUps(linkpath) === parts.length - 1) this.#toRoot ??= path;
        symlinkSync(linkpath, this.#register(parts, kind));
      } else this.#file = openSync(this.#register(parts, kind), 'wx', (mode & 0o111) === 0 ? 0o644 : 0o755);
    }
    entry.on('data', (bytes: Buffer) =>
      this.#attempt(() => {
        if (this.#file === null) throw new UploadProblem(`${shown(path)} has contents and is not a file`);
        for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
      }),
    );
    entry.on('end', () => this.close());
  }

  #addFolder(parts: readonly string[]): void {
    const known = this.#entries.get(foldCase(parts));
    if (known?.kind === 'folder' && known.path === parts.join('/')) return;
    mkdirSync(this.#register(parts, 'folder'), 0o755);
  }

  /** Returns where a new entry is written. */
  #register(parts: readonly string[], kind: EntryKind): string {
    const path = parts.join('/');
    const known = this.#entries.get(foldCase(parts));
    if (known !== undefined)
      throw new UploadProblem(
        known.path === path
          ? `${shown(path)} comes twice, or something is below a file or a link`
          : `${shown(path)} and ${shown(known.path)} differ only by case or by the form of their letters`,
      );
    if (this.#entries.size >= this.#most)
      throw new UploadProblem(`the archive has more than ${this.#most} files, folders and links`);
    this.#entries.set(foldCase(parts), { path, kind });
    return join(this.#folder, ...parts);
  }
}

function readKind(type: string): EntryKind | null {
  if (type === 'File' || type === 'OldFile') return 'file';
  if (type === 'Directory') return 'folder';
  return type === 'SymbolicLink' ? 'link' : null;
}

const foldCase = (parts: readonly string[]): string =>
  parts.join('/').normalize('NFKC').toUpperCase().toLowerCase();

/** Returns the names of a path. */
function splitPath(path: string): string[] {
  const fail = (what: string): never => {
    throw new UploadProblem(`${shown(path)}: ${what}`);
  };
  if (/[\p{Cc}\p{Cs}\\\ufffd]/u.test(path))
    fail('names have no backslash and no control characters, and are UTF-8');
  if (/^\/|^[a-z]:/i.test(path)) fail('paths are relative to the archive');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) fail('paths do not leave the archive');
  if (Buffer.byteLength(path) > MAX_PATH) fail(`paths have at most ${MAX_PATH} bytes`);
  if (parts.length > MAX_DEPTH) fail(`folders are at most ${MAX_DEPTH} deep`);
  return parts;
}

/** Folders that a link goes up. */
const countUps = (target: string): number => target.split('/').filter((part) => part === '..').length;

/** Checks where a link leads: down from a folder of the archive, which `depth` folders are above. */
function checkTarget(path: string, target: string, depth: number): void {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const ups = countUps(target);
  // After a name, `..` is relative to where another link leads.
  const isInside = parts.slice(0, ups).every((part) => part === '..') && ups <= depth;
  if (
    target === '' ||
    target.length > MAX_PATH ||
    /[\p{Cc}\\]/u.test(target) ||
    target.startsWith('/') ||
    !isInside
  )
    throw new UploadProblem(
      `${shown(path)} is a link to ${shown(target)}; links lead to a place in the archive`,
    );
}
