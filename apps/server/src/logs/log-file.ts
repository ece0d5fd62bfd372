import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { ByteWriter } from '@rcss/sexp';

/** How a log is named and compressed (spec 02 §10). */
export interface LogFileOptions {
  readonly dir: string;
  readonly suffix: string;
  readonly fixed: boolean;
  readonly fixedName: string;
  /** gzip level; 0 and below: not compressed. */
  readonly compression: number;
}

const DISCARD_OPTIONS: LogFileOptions = { dir: '', suffix: '', fixed: true, fixedName: '', compression: 0 };

/** A log cannot be opened; the message names directory or file. */
export class LogFileError extends Error {}

/**
 * A log on disk. Writes are collected until `flush`, once per step, so that a crash loses at most the current step. If the disk
 * fails later, the match continues: the error is reported once, and the rest of the log is dropped.
 */
export class LogFile {
  readonly path: string;
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
   * Opens `incomplete` + suffix, or the fixed name.
   *
   * @param options null: a log whose bytes are discarded.
   * @throws {LogFileError} if the folder or the file cannot be created.
   */
  constructor(options: LogFileOptions | null, report: (message: string) => void) {
    this.#options = options ?? DISCARD_OPTIONS;
    this.#report = report;
    if (options === null) {
      this.#dir = '';
      this.#suffix = '';
      this.path = '';
      this.#fd = null;
      return;
    }
    const dir = options.dir === '' ? './' : options.dir;
    this.#dir = dir.endsWith('/') ? dir : `${dir}/`;
    this.#suffix = options.suffix + (options.compression > 0 ? '.gz' : '');
    try {
      mkdirSync(this.#dir, { recursive: true });
    } catch (error) {
      throw new LogFileError(`could not create directory "${this.#dir}": ${(error as Error).message}`);
    }
    this.path = `${this.#dir}${options.fixed ? options.fixedName : 'incomplete'}${this.#suffix}`;
    try {
      this.#fd = openSync(this.path, 'w');
    } catch (error) {
      throw new LogFileError(`could not open file "${this.path}": ${(error as Error).message}`);
    }
    if (options.compression > 0) {
      this.#gzip = createGzip({ level: Math.min(9, options.compression) });
      this.#gzip.on('data', (bytes: Buffer) => this.#writeToDisk(bytes));
      this.#gzip.on('error', (error) => this.#fail(error));
    }
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
      `Error: could not write to "${this.path}": ${error.message}; the match continues without this log`,
    );
  }

  /**
   * Completes the log. Without a fixed name it is renamed to `dir/NAME` + suffix; an existing file of that name is replaced.
   *
   * @returns The path of the finished log.
   */
  async close(finalName: string): Promise<string> {
    if (!this.#isOpen) return this.path;
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
    if (this.#fd === null) return this.path;
    closeSync(this.#fd);
    if (this.#options.fixed) return this.path;
    const path = `${this.#dir}${finalName}${this.#suffix}`;
    try {
      renameSync(this.path, path);
      return path;
    } catch (error) {
      this.#report(`Error: could not rename "${this.path}" to "${path}": ${(error as Error).message}`);
      return this.path;
    }
  }
}
