import {
  CHAR_CLASS,
  CLASS_ATOM,
  CLASS_BLANK,
  CLASS_CLOSE,
  CLASS_END,
  CLASS_OPEN,
  CLASS_QUOTE,
  DEFAULT_MAX_DEPTH,
} from './chars.js';
import { decodeLatin1 } from './latin1.js';
import { readStrtod, wrapInt32 } from './number-read.js';
import { type SexpErrorCode, type SexpResult, sexpError } from './result.js';

/** What stands next in the text: the beginning of an item, the `)` of the current list, or nothing more. */
export type SexpKind = 'list' | 'string' | 'atom' | 'close' | 'end';

const KINDS: readonly SexpKind[] = ['atom', 'end', 'list', 'close', 'string', 'end'];
const NO_BYTES: Uint8Array = new Uint8Array(0);
const POW10 = new Float64Array(Array.from({ length: 23 }, (_, power) => Number(`1e${power}`)));

/** Limits of a {@link SexpCursor}. */
export interface SexpCursorOptions {
  /** Deepest nesting that is read; 512 by default. */
  readonly maxDepth?: number;
}

/**
 * Reads S-expression text (spec 03, section 1.8) item by item, without building a tree.
 *
 * No input makes it throw. The first failure is kept in `error` and `errorOffset`; from then on `peekKind` says `end`,
 * `atEnd` is true and every reading method gives its empty value ('' or NaN or 0 or false), so that a reader may run on and ask once at
 * its end. A NUL in the source ends the text. The object can be reused with `reset`.
 */
export class SexpCursor {
  /** Offset of the next character to read. */
  pos = 0;
  /** Number of lists that are open at `pos`. */
  depth = 0;
  /** First failure, or null. */
  error: SexpErrorCode | null = null;
  /** Offset of the first failure, or -1. */
  errorOffset = -1;

  private text = '';
  private bytes: Uint8Array = NO_BYTES;
  private isText = true;
  private end = 0;
  private readonly maxDepth: number;

  constructor(source: string | Uint8Array = '', options: SexpCursorOptions = {}) {
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.reset(source);
  }

  /** Begin anew with `source[start, end)`; a byte is a Latin-1 character. Offsets count from the start of `source`. */
  reset(source: string | Uint8Array, start = 0, end: number = source.length): this {
    if (typeof source === 'string') {
      this.text = source;
      this.bytes = NO_BYTES;
      this.isText = true;
    } else {
      this.text = '';
      this.bytes = source;
      this.isText = false;
    }
    this.end = Math.min(Math.max(end, 0), source.length);
    this.pos = Math.min(Math.max(start, 0), this.end);
    this.depth = 0;
    this.error = null;
    this.errorOffset = -1;
    return this;
  }

  /** Go back to a place noted before (`pos` and `depth` of then). A failure since then stays. */
  rewind(pos: number, depth: number): void {
    this.pos = pos;
    this.depth = depth;
  }

  /** Note a failure, if it is the first one. Decoders use it for refusals of their own. Always false. */
  fail(code: SexpErrorCode, offset: number = this.pos): false {
    if (this.error === null) {
      this.error = code;
      this.errorOffset = offset;
    }
    return false;
  }

  /** `value` if nothing failed so far, otherwise the failure. */
  result<T>(value: T): SexpResult<T> {
    if (this.error === null) return { ok: true, value };
    return { ok: false, error: sexpError(this.error, this.errorOffset) };
  }

  /** Skip blanks and give the class of the next character, CLASS_END at the end. */
  private next(): number {
    if (this.error !== null) return CLASS_END;
    const end = this.end;
    let pos = this.pos;
    let kind = CLASS_END;
    if (this.isText) {
      const text = this.text;
      for (; pos < end; pos++) {
        const code = text.charCodeAt(pos);
        kind = code < 256 ? CHAR_CLASS[code]! : CLASS_ATOM;
        if (kind !== CLASS_BLANK) break;
      }
    } else {
      const bytes = this.bytes;
      for (; pos < end; pos++) {
        kind = CHAR_CLASS[bytes[pos]!]!;
        if (kind !== CLASS_BLANK) break;
      }
    }
    this.pos = pos;
    return pos < end ? kind : CLASS_END;
  }

  /** Position behind the atom that begins at `pos`. */
  private atomEnd(pos: number): number {
    const end = this.end;
    let i = pos;
    if (this.isText) {
      const text = this.text;
      for (; i < end; i++) {
        const code = text.charCodeAt(i);
        if (code < 256 && CHAR_CLASS[code] !== CLASS_ATOM) break;
      }
    } else {
      const bytes = this.bytes;
      while (i < end && CHAR_CLASS[bytes[i]!] === CLASS_ATOM) i++;
    }
    return i;
  }

  /** Code of the character at `pos`, 0 outside of the source. */
  private code(pos: number): number {
    if (pos >= this.end) return 0;
    return this.isText ? this.text.charCodeAt(pos) : this.bytes[pos]!;
  }

  /** The source text between two offsets, as it is. */
  slice(start: number, end: number): string {
    const stop = Math.min(end, this.end);
    if (start >= stop) return '';
    return this.isText ? this.text.slice(start, stop) : decodeLatin1(this.bytes, start, stop);
  }

  /** What comes next, behind blanks. Nothing is consumed but the blanks. */
  peekKind(): SexpKind {
    return KINDS[this.next()]!;
  }

  /** True when the current list (or, outside of all lists, the text) has no further item, and after a failure. */
  atEnd(): boolean {
    const kind = this.next();
    return kind === CLASS_CLOSE || kind === CLASS_END;
  }

  /** Go into the list that comes next. Fails with `expected_list` or `too_deep`. */
  enterList(): boolean {
    if (this.next() !== CLASS_OPEN) return this.fail('expected_list');
    if (this.depth >= this.maxDepth) return this.fail('too_deep');
    this.depth++;
    this.pos++;
    return true;
  }

  /** Go into the next list if its first item is the atom `name`, behind which the cursor stands then; otherwise nothing moves or fails. */
  enterNamed(name: string): boolean {
    if (this.next() !== CLASS_OPEN || this.depth >= this.maxDepth) return false;
    const { pos } = this;
    this.pos++;
    this.depth++;
    if (this.takeAtom(name)) return true;
    this.pos = pos;
    this.depth--;
    return false;
  }

  /** Leave the current list: items not read yet are skipped. Fails with `unclosed_list` when the text ends before. */
  leaveList(): boolean {
    if (this.error !== null) return false;
    if (this.depth === 0) return this.fail('unexpected_close');
    return this.skipTo(this.depth - 1);
  }

  /** Leave the current list, which must have no further item (`expected_list_end`). */
  closeList(): boolean {
    const kind = this.next();
    if (this.error !== null) return false;
    if (kind === CLASS_END) return this.fail('unclosed_list');
    if (kind !== CLASS_CLOSE) return this.fail('expected_list_end');
    if (this.depth === 0) return this.fail('unexpected_close');
    this.depth--;
    this.pos++;
    return true;
  }

  /** Read on until the depth has fallen to `target`. */
  private skipTo(target: number): boolean {
    const end = this.end;
    let { pos, depth } = this;
    while (depth > target) {
      const code = this.code(pos);
      const kind = code < 256 ? CHAR_CLASS[code] : CLASS_ATOM;
      if (kind === CLASS_CLOSE) depth--;
      else if (kind === CLASS_OPEN) {
        if (depth >= this.maxDepth) return this.fail('too_deep', pos);
        depth++;
      } else if (kind === CLASS_QUOTE) {
        const close = this.quoteEnd(pos);
        if (close < 0) return this.fail('unclosed_string', pos);
        pos = close;
      } else if (kind === CLASS_END) return this.fail('unclosed_list', Math.min(pos, end));
      pos++;
    }
    this.pos = pos;
    this.depth = depth;
    return true;
  }

  /** Offset of the quote that closes the string which begins at `pos`, or -1. */
  private quoteEnd(pos: number): number {
    for (let i = pos + 1; i < this.end; i++) {
      const code = this.code(i);
      if (code === 0x22) return i;
      if (code === 0) return -1;
    }
    return -1;
  }

  /** Skip one item of any kind. Fails with `expected_item` when there is none. */
  skip(): boolean {
    const kind = this.next();
    if (kind === CLASS_ATOM) {
      this.pos = this.atomEnd(this.pos);
      return true;
    }
    if (kind === CLASS_OPEN) {
      const { depth } = this;
      if (depth >= this.maxDepth) return this.fail('too_deep');
      this.depth++;
      this.pos++;
      return this.skipTo(depth);
    }
    if (kind === CLASS_QUOTE) {
      const close = this.quoteEnd(this.pos);
      if (close < 0) return this.fail('unclosed_string');
      this.pos = close + 1;
      return true;
    }
    return this.fail('expected_item');
  }

  /** True when the next item is the atom `name`. Nothing is consumed. */
  atomEquals(name: string): boolean {
    if (this.next() !== CLASS_ATOM) return false;
    const { pos } = this;
    const { length } = name;
    if (pos + length > this.end) return false;
    if (this.isText) {
      if (!this.text.startsWith(name, pos)) return false;
    } else {
      const bytes = this.bytes;
      for (let i = 0; i < length; i++) if (bytes[pos + i] !== name.charCodeAt(i)) return false;
    }
    const after = this.code(pos + length);
    return after < 256 && CHAR_CLASS[after] !== CLASS_ATOM;
  }

  /** Consume the next item if it is the atom `name`; nothing fails otherwise. */
  takeAtom(name: string): boolean {
    if (!this.atomEquals(name)) return false;
    this.pos += name.length;
    return true;
  }

  /** The next item, which must be an atom (`expected_atom`). */
  readAtom(): string {
    if (this.next() !== CLASS_ATOM) {
      this.fail('expected_atom');
      return '';
    }
    const begin = this.pos;
    this.pos = this.atomEnd(begin);
    return this.slice(begin, this.pos);
  }

  /** The next item, which must be a quoted string (`expected_string`, `unclosed_string`), without its quotes. */
  readQuoted(): string {
    const kind = this.next();
    if (kind !== CLASS_QUOTE) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.pos;
    const close = this.quoteEnd(begin);
    if (close < 0) {
      this.fail('unclosed_string');
      return '';
    }
    this.pos = close + 1;
    return this.slice(begin + 1, close);
  }

  /** The next item, an atom or a quoted string: names are the one or the other by protocol version (`expected_atom`). */
  readText(): string {
    return this.next() === CLASS_QUOTE ? this.readQuoted() : this.readAtom();
  }

  /**
   * The next item as a number: the whole atom must be what C `strtod` takes, `-0`, `inf` and `-nan` included
   * (spec 03, section 1.8). Otherwise `expected_number` and NaN, which is why a NaN alone does not tell of a failure.
   */
  readNumber(): number {
    if (this.next() !== CLASS_ATOM) {
      this.fail('expected_number');
      return Number.NaN;
    }
    const begin = this.pos;
    // Up to 15 digits and 22 decimals: mantissa and power of ten are exact, so that one division rounds correctly.
    let i = begin;
    let code = this.code(i);
    const negative = code === 0x2d;
    if (negative || code === 0x2b) code = this.code(++i);
    let mantissa = 0;
    let digits = 0;
    while (code >= 0x30 && code <= 0x39) {
      mantissa = mantissa * 10 + (code - 0x30);
      digits++;
      code = this.code(++i);
    }
    let decimals = 0;
    if (code === 0x2e) {
      code = this.code(++i);
      while (code >= 0x30 && code <= 0x39) {
        mantissa = mantissa * 10 + (code - 0x30);
        decimals++;
        code = this.code(++i);
      }
      digits += decimals;
    }
    if (digits > 0 && digits <= 15 && code < 256 && CHAR_CLASS[code] !== CLASS_ATOM) {
      this.pos = i;
      const value = decimals === 0 ? mantissa : mantissa / POW10[decimals]!;
      return negative ? -value : value;
    }
    const atom = this.slice(begin, this.atomEnd(begin));
    const scan = readStrtod(atom);
    if (scan.end !== atom.length || isSpace(atom.charCodeAt(0))) {
      this.fail('expected_number', begin);
      return Number.NaN;
    }
    this.pos = begin + scan.end;
    return scan.value;
  }

  /**
   * The next item as an integer: an optional sign and digits (`expected_int` otherwise, and 0). Values that need more
   * than 32 bits wrap as in C `atoi` (spec 03, section 6).
   */
  readInt(): number {
    if (this.next() !== CLASS_ATOM) {
      this.fail('expected_int');
      return 0;
    }
    const begin = this.pos;
    let i = begin;
    let code = this.code(i);
    const negative = code === 0x2d;
    if (negative || code === 0x2b) code = this.code(++i);
    const digitsBegin = i;
    let value = 0;
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30);
      code = this.code(++i);
    }
    if (i === digitsBegin || (code >= 256 ? true : CHAR_CLASS[code] === CLASS_ATOM)) {
      this.fail('expected_int', begin);
      return 0;
    }
    this.pos = i;
    if (i - digitsBegin < 10) return negative ? 0 - value : value;
    return wrapInt32(this.slice(begin, i));
  }

  /**
   * Everything up to the last `)` of the text, the way messages with unquoted contents are read (spec 03, section 1.8).
   * Leading blanks are dropped only up to the first one (the separator); the `)` is consumed and closes the current list, behind
   * which nothing is left. Fails with `unclosed_list` when there is no `)`.
   */
  restUntilLastParen(): string {
    if (this.error !== null) return '';
    const begin = this.afterSeparator();
    const close = this.lastBefore(this.textEnd(begin), 0x29, begin);
    if (close < 0) {
      this.fail('unclosed_list', this.textEnd(begin));
      return '';
    }
    this.finish(close);
    return this.slice(begin, close);
  }

  /**
   * Text between the next `"` and the last `"` that stands before the last `)` with nothing but blanks between the two: contents with
   * inner quotes, and team graphics that lack a parenthesis (spec 03, section 1.8). The rest of the text is consumed as in
   * `restUntilLastParen`. Fails with `expected_string` or `unclosed_string`.
   */
  outerQuotedRest(): string {
    if (this.next() !== CLASS_QUOTE) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.pos;
    const stop = this.textEnd(begin);
    for (let close = this.lastBefore(stop, 0x29, begin); close >= 0; ) {
      let quote = close - 1;
      while (quote > begin && isSpace(this.code(quote))) quote--;
      if (quote > begin && this.code(quote) === 0x22) {
        this.finish(close);
        return this.slice(begin + 1, quote);
      }
      close = this.lastBefore(close, 0x29, begin);
    }
    this.fail('unclosed_string', begin);
    return '';
  }

  /**
   * `count` characters (bytes of a byte source) behind the one blank that comes next, whatever they are, NUL included. Fails with
   * `unexpected_text` when fewer are there.
   */
  readRaw(count: number): string {
    if (this.error !== null) return '';
    const begin = this.afterSeparator();
    if (!(count >= 0) || begin + count > this.end) {
      this.fail('unexpected_text', begin);
      return '';
    }
    this.pos = begin + count;
    return this.slice(begin, this.pos);
  }

  /** Position behind the single blank that may come next. */
  private afterSeparator(): number {
    return isSpace(this.code(this.pos)) ? this.pos + 1 : this.pos;
  }

  /** Where the text ends: the first NUL from `pos` on, or the end of the source. */
  private textEnd(pos: number): number {
    const nul = this.isText ? this.text.indexOf('\0', pos) : this.bytes.indexOf(0, pos);
    return nul >= 0 && nul < this.end ? nul : this.end;
  }

  /** The last place of `code` in [begin, stop), or -1. */
  private lastBefore(stop: number, code: number, begin: number): number {
    for (let i = stop - 1; i >= begin; i--) if (this.code(i) === code) return i;
    return -1;
  }

  /** Stand behind the `)` at `close` with the current list left. */
  private finish(close: number): void {
    this.pos = close + 1;
    if (this.depth > 0) this.depth--;
  }
}

function isSpace(code: number): boolean {
  return code < 256 && CHAR_CLASS[code] === CLASS_BLANK;
}
