import { DEFAULT_MAX_DEPTH } from './chars.js';
import { decodeLatin1 } from './latin1.js';
import { type SexpErrorCode, type SexpResult, sexpError } from './result.js';
import { isBlankCode } from './scan.js';
import { loadText } from './text-bytes.js';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Limits of a {@link SexpCursor}. */
export interface SexpCursorOptions {
  /** Deepest nesting that is read; 512 by default. */
  readonly maxDepth?: number;
}

/** A place in a source, and the first failure: what `SexpCursor` reads items with. */
export class SexpPlace {
  /** Number of lists that are open at `pos`. */
  depth = 0;
  /** First failure, or null. */
  error: SexpErrorCode | null = null;
  /** Offset of the first failure, or -1. */
  errorOffset = -1;

  /** What is read: the source itself, or the Latin-1 bytes of a text source from `base` on. */
  protected bytes: Uint8Array = NO_BYTES;
  /** Next byte to read, and the end of the bytes. */
  protected index = 0;
  protected end = 0;
  /** Offset in the source of `bytes[0]`. */
  private base = 0;
  /** The text source, or null. */
  private text: string | null = null;
  /** True when the text holds characters above U+00FF, for which the bytes are only place holders. */
  protected wide = false;
  /** Bytes of text sources, used again: every character is looked at several times, and bytes are quicker to look at. */
  private scratch: Uint8Array = NO_BYTES;
  protected readonly maxDepth: number;

  constructor(source: string | Uint8Array = '', options: SexpCursorOptions = {}) {
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.reset(source);
  }

  /** Begin anew with `source[start, end)`; a byte is a Latin-1 character. Offsets count from the start of `source`. */
  reset(source: string | Uint8Array, start = 0, end: number = source.length): this {
    const stop = Math.min(Math.max(end, 0), source.length);
    const begin = Math.min(Math.max(start, 0), stop);
    if (typeof source === 'string') this.load(source, begin, stop);
    else {
      this.text = null;
      this.wide = false;
      this.bytes = source;
      this.base = 0;
      this.index = begin;
      this.end = stop;
    }
    this.depth = 0;
    this.error = null;
    this.errorOffset = -1;
    return this;
  }

  private load(text: string, begin: number, stop: number): void {
    const length = stop - begin;
    if (this.scratch.length < length) this.scratch = new Uint8Array(Math.max(1024, length * 2));
    this.text = text;
    this.wide = loadText(text, begin, stop, this.scratch);
    this.bytes = this.scratch;
    this.base = begin;
    this.index = 0;
    this.end = length;
  }

  /** Offset in the source of the next character to read. */
  get pos(): number {
    return this.index + this.base;
  }

  /** Go back to a place noted before (`pos` and `depth` of then). After a failure nothing happens. */
  rewind(pos: number, depth: number): void {
    if (this.error !== null) return;
    this.index = Math.min(Math.max(pos - this.base, 0), this.end);
    this.depth = depth;
  }

  /** Note a failure at the offset, if it is the first one. Decoders use it for refusals of their own. Always false. */
  fail(code: SexpErrorCode, offset: number = this.pos): false {
    if (this.error === null) {
      this.error = code;
      this.errorOffset = offset;
      // Nothing is read any more: no method has to ask for the error first.
      this.end = this.index;
    }
    return false;
  }

  protected failAt(code: SexpErrorCode, index: number): false {
    return this.fail(code, index + this.base);
  }

  /** `value` if nothing failed so far, otherwise the failure. */
  result<T>(value: T): SexpResult<T> {
    if (this.error === null) return { ok: true, value };
    return { ok: false, error: sexpError(this.error, this.errorOffset) };
  }

  /** Skip blanks and give the character that comes next; 0 at the end. */
  protected next(): number {
    const { index } = this;
    if (index >= this.end) return 0;
    // Most calls find the cursor on an item, because a peek went before: that path is small enough to be inlined.
    const code = this.bytes[index]!;
    return code > 0x20 ? code : this.nextBehindBlanks();
  }

  private nextBehindBlanks(): number {
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

  /** The byte at `index`, 0 behind the end. */
  protected code(index: number): number {
    return index < this.end ? this.bytes[index]! : 0;
  }

  /** The text between two indices. */
  protected cut(begin: number, end: number): string {
    if (this.text !== null) return this.text.slice(begin + this.base, end + this.base);
    return decodeLatin1(this.bytes, begin, end);
  }

  /** The source text between two offsets, as it is. */
  slice(start: number, end: number): string {
    const begin = Math.max(start - this.base, 0);
    const stop = Math.min(end - this.base, this.end);
    return begin < stop ? this.cut(begin, stop) : '';
  }
}
