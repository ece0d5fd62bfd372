import { type BigIntStats, closeSync, fstatSync, readdirSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { makeFolder } from '@rcss/kit/command-line';
import { ByteWriter } from '@rcss/sexp';
import { createNewFile, isSameFile, openNamedFile, renameToNewName } from '../files/exclusive-file.js';

/** How a log is named and compressed (spec 02 §10). */
export interface LogFileOptions {
  readonly dir: string;
  readonly suffix: string;
  readonly fixed: boolean;
  readonly fixedName: string;
  /** gzip level; 0 and below: not compressed. */
  readonly compression: number;
  /** Whether a log with a fixed name replaces an existing file; otherwise the existing file is renamed. */
  readonly overwrite: boolean;
}

const DISCARD_OPTIONS: LogFileOptions = {
  dir: '',
  suffix: '',
  fixed: true,
  fixedName: '',
  compression: 0,
  overwrite: false,
};

/** Name of a log without a fixed name while the match runs. */
export const INCOMPLETE = 'incomplete';

/** A log cannot be opened; the message names directory or file. */
export class LogFileError extends Error {}

/**
 * A log on disk. Writes are collected until `flush`, once per step, so that a crash loses at most the current step. If the disk
 * fails later, the match continues: the error is reported once, and the rest of the log is dropped. Existing files are not
 * changed: a log that finds its name taken gets another one.
 */
export class LogFile {
  #path: string;
  readonly #dir: string;
  readonly #options: LogFileOptions;
  readonly #report: (message: string) => void;
  readonly #suffix: string;
  /** null: all bytes are discarded. */
  readonly #fd: number | null;
  #gzip: Gzip | null = null;
  readonly #pending = new ByteWriter();
  #hasFailed = false;
  #isOpen = true;

  /**
   * Opens the fixed name, or `incomplete` + suffix; if that exists, `incomplete-2` + suffix and so on.
   *
   * @param options null: a log whose bytes are discarded.
   * @param report Takes a line for each error that leaves the log incomplete or without its name.
   * @throws {LogFileError} if the folder or the file cannot be created.
   */
  constructor(options: LogFileOptions | null, report: (message: string) => void) {
    this.#options = options ?? DISCARD_OPTIONS;
    this.#report = report;
    if (options === null) {
      this.#dir = '';
      this.#suffix = '';
      this.#path = '';
      this.#fd = null;
      return;
    }
    const dir = options.dir === '' ? './' : options.dir;
    this.#dir = dir.endsWith('/') ? dir : `${dir}/`;
    this.#suffix = options.suffix + (options.compression > 0 ? '.gz' : '');
    try {
      makeFolder(this.#dir);
    } catch (error) {
      throw new LogFileError(`could not create directory "${this.#dir}": ${(error as Error).message}`);
    }
    this.#path = `${this.#dir}${options.fixed ? options.fixedName : INCOMPLETE}${this.#suffix}`;
    try {
      if (options.fixed) this.#fd = openNamedFile(this.#path, options.overwrite);
      else ({ fd: this.#fd, path: this.#path } = createNewFile(`${this.#dir}${INCOMPLETE}`, this.#suffix));
    } catch (error) {
      throw new LogFileError(`could not open file "${this.#path}": ${(error as Error).message}`);
    }
    if (options.compression > 0) {
      this.#gzip = createGzip({ level: Math.min(9, options.compression) });
      this.#gzip.on('data', (bytes: Buffer) => this.#writeToDisk(bytes));
      this.#gzip.on('error', (error) => this.#fail(error));
    }
  }

  /** Path of the file; it changes when the log is closed. */
  get path(): string {
    return this.#path;
  }

  /** Adds bytes or Latin-1 text. Bytes are copied. */
  write(data: Uint8Array | string): void {
    if (!this.#isOpen || this.#hasFailed) return;
    if (typeof data === 'string') this.#pending.ascii(data);
    else this.#pending.bytes(data);
  }

  /** Buffer for the next bytes of the log; null if the log is closed or has failed. */
  get writer(): ByteWriter | null {
    return this.#isOpen && !this.#hasFailed ? this.#pending : null;
  }

  /** Hands all collected bytes to the system. */
  flush(): void {
    if (!this.#isOpen || this.#pending.length === 0) return;
    if (this.#gzip !== null) {
      this.#gzip.write(this.#pending.copy());
      this.#gzip.flush(constants.Z_SYNC_FLUSH);
    } else this.#writeToDisk(this.#pending.view());
    this.#pending.reset();
  }

  #writeToDisk(bytes: Uint8Array): void {
    if (this.#hasFailed || this.#fd === null) return;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#pending.reset();
    this.#report(
      `Error: could not write to "${this.#path}": ${error.message}; the match continues without this log`,
    );
  }

  /** Closes and removes the file of a match that does not begin. */
  discard(): void {
    this.#isOpen = false;
    this.#gzip?.destroy();
    if (this.#fd === null) return;
    const file = fstatSync(this.#fd, { bigint: true });
    closeSync(this.#fd);
    if (file.isFile() && isSameFile(this.#path, file)) unlinkSync(this.#path);
  }

  /**
   * Completes the log. Without a fixed name it is renamed to `dir/NAME` + suffix; if that exists, to `dir/NAME-2` + suffix and so on.
   *
   * @param finalName Name of the log; it may contain folders, which are created.
   * @returns The path of the finished log.
   */
  async close(finalName: string): Promise<string> {
    if (!this.#isOpen) return this.#path;
    this.flush();
    if (this.#gzip !== null) {
      const gzip = this.#gzip;
      await new Promise<void>((resolve) => {
        gzip.once('end', resolve);
        gzip.once('error', () => resolve());
        gzip.end();
      });
    }
    this.#isOpen = false;
    if (this.#fd === null) return this.#path;
    const file = fstatSync(this.#fd, { bigint: true });
    try {
      closeSync(this.#fd);
    } catch (error) {
      this.#fail(error as Error);
    }
    if (!file.isFile() || !this.#findFile(file) || this.#options.fixed) return this.#path;
    this.#rename(`${this.#dir}${finalName}`);
    return this.#path;
  }

  /** Updates the path if another program has renamed the file. Returns false, and reports it, if the file is not in its folder. */
  #findFile(file: BigIntStats): boolean {
    if (isSameFile(this.#path, file)) return true;
    try {
      const path = readdirSync(this.#dir)
        .map((name) => `${this.#dir}${name}`)
        .find((candidate) => isSameFile(candidate, file));
      if (path !== undefined) this.#path = path;
      else this.#report(`Error: the log "${this.#path}" was removed while the match ran`);
      return path !== undefined;
    } catch (error) {
      this.#report(`Error: could not find the log "${this.#path}": ${(error as Error).message}`);
      return false;
    }
  }

  #rename(base: string): void {
    try {
      makeFolder(dirname(base));
      this.#path = renameToNewName(this.#path, base, this.#suffix);
    } catch (error) {
      const path = `${base}${this.#suffix}`;
      this.#report(`Error: could not rename "${this.#path}" to "${path}": ${(error as Error).message}`);
    }
  }
}
