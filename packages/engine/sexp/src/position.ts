import { DEFAULT_MAX_DEPTH } from './chars.js';
import { copyText, decodeLatin1 } from './latin1.js';
import { createSexpError, type SexpErrorCode, type SexpResult } from './result.js';
import { isBlankCode } from './scan.js';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Limits of a {@link SexpCursor}. */
export interface SexpCursorOptions {
  /** Largest nesting depth; default 512. */
  readonly maxDepth?: number;
}

/** A position in a source, and the first failure: the base class of `SexpCursor`. */
export class SexpPosition {
  /** Number of lists that are open at `pos`. */
  depth = 0;
  /** The first failure, or null. */
  error: SexpErrorCode | null = null;
  /** Offset of the first failure, or -1. */
  errorOffset = -1;

  /** The bytes to read: the source itself, or the Latin-1 bytes of a text source from `base` on. */
  protected bytes: Uint8Array = NO_BYTES;
  /** Index of the next byte; `end` is the end of the bytes. */
  protected index = 0;
  protected end = 0;
  /** Offset in the source of `bytes[0]`. */
  #base = 0;
  /** The text source, or null. */
  #text: string | null = null;
  /** True if the text contains characters above U+00FF, for which the bytes are placeholders. */
  protected wide = false;
  /** Reused buffer for the bytes of text sources. Each character is read several times, and reading bytes is faster. */
  #scratch: Uint8Array = NO_BYTES;
  protected readonly maxDepth: number;

  constructor(source: string | Uint8Array = '', options: SexpCursorOptions = {}) {
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.reset(source);
  }

  /** Starts again with `source[start, end)`. A byte is a Latin-1 character. Offsets count from the start of `source`. */
  reset(source: string | Uint8Array, start = 0, end: number = source.length): this {
    const stop = Math.min(Math.max(end, 0), source.length);
    const begin = Math.min(Math.max(start, 0), stop);
    if (typeof source === 'string') this.#load(source, begin, stop);
    else {
      this.#text = null;
      this.wide = false;
      this.bytes = source;
      this.#base = 0;
      this.index = begin;
      this.end = stop;
    }
    this.depth = 0;
    this.error = null;
    this.errorOffset = -1;
    return this;
  }

  #load(text: string, begin: number, stop: number): void {
    const length = stop - begin;
    if (this.#scratch.length < length) this.#scratch = new Uint8Array(Math.max(1024, length * 2));
    this.#text = text;
    this.wide = copyText(text, begin, stop, this.#scratch);
    this.bytes = this.#scratch;
    this.#base = begin;
    this.index = 0;
    this.end = length;
  }

  /** Offset of the next character in the source. */
  get pos(): number {
    return this.index + this.#base;
  }

  /** Returns to an earlier position (`pos` and `depth` at that time). Does nothing after a failure. */
  rewind(pos: number, depth: number): void {
    if (this.error !== null) return;
    this.index = Math.min(Math.max(pos - this.#base, 0), this.end);
    this.depth = depth;
  }

  /** Records a failure at the offset, if it is the first one. Decoders use it for their own failures. Always returns false. */
  fail(byteAt: SexpErrorCode, offset: number = this.pos): false {
    if (this.error === null) {
      this.error = byteAt;
      this.errorOffset = offset;
      // The cursor is now at its end and reads nothing more. So no method needs to check for the error first.
      this.end = this.index;
    }
    return false;
  }

  /** Records the first failure at an index of `bytes`; returns false. */
  protected failAt(code: SexpErrorCode, index: number): false {
    return this.fail(code, index + this.#base);
  }

  /** Returns `value` if nothing has failed, otherwise the failure. */
  result<T>(value: T): SexpResult<T> {
    if (this.error === null) return { ok: true, value };
    return { ok: false, error: createSexpError(this.error, this.errorOffset) };
  }

  /** Skips blanks and returns the next character; 0 at the end. */
  protected peekCode(): number {
    const { index } = this;
    if (index >= this.end) return 0;
    // In most calls the cursor is already at an item, because an earlier call has skipped the blanks. This path is
    // small enough to be inlined.
    const code = this.bytes[index]!;
    return code > 0x20 ? code : this.#skipBlanks();
  }

  #skipBlanks(): number {
    const { bytes, end } = this;
    for (let i = this.index; i < end; i++) {
      const code = bytes[i]!;
      if (!isBlankCode(code)) {
        this.index = i;
        return code;
      }
    }
    this.index = end;
    return 0;
  }

  /** Returns the byte at `index`; 0 after the end. */
  protected code(index: number): number {
    return index < this.end ? this.bytes[index]! : 0;
  }

  /** Returns the text between two indices. */
  protected extract(begin: number, end: number): string {
    if (this.#text !== null) return this.#text.slice(begin + this.#base, end + this.#base);
    return decodeLatin1(this.bytes, begin, end);
  }

  /** Returns the source text between two offsets, unchanged. */
  slice(start: number, end: number): string {
    const begin = Math.max(start - this.#base, 0);
    const stop = Math.min(end - this.#base, this.end);
    return begin < stop ? this.extract(begin, stop) : '';
  }
}
