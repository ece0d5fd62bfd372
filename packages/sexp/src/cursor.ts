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
import { hexDigit, readStrtod, wrapInt32 } from './number-read.js';
import { type SexpErrorCode, type SexpResult, sexpError } from './result.js';

/** What stands next in the text: the beginning of an item, the `)` of the current list, or nothing more. */
export type SexpKind = 'list' | 'string' | 'atom' | 'close' | 'end';

const KINDS: readonly SexpKind[] = ['atom', 'end', 'list', 'close', 'string', 'end'];
const NO_BYTES: Uint8Array = new Uint8Array(0);
/** Stands for a character above U+00FF: an atom character. */
const PLACE_HOLDER = 0xff;
const POW10 = new Float64Array([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]);

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
  /** Number of lists that are open at `pos`. */
  depth = 0;
  /** First failure, or null. */
  error: SexpErrorCode | null = null;
  /** Offset of the first failure, or -1. */
  errorOffset = -1;

  /** What is read: the source itself, or the Latin-1 bytes of a text source from `base` on. */
  private bytes: Uint8Array = NO_BYTES;
  /** Next byte to read, and the end of the bytes. */
  private index = 0;
  private end = 0;
  /** Offset in the source of `bytes[0]`. */
  private base = 0;
  /** The text source, or null. */
  private text: string | null = null;
  /** True when the text holds characters above U+00FF, for which the bytes are only place holders. */
  private wide = false;
  /** Bytes of text sources, used again: every character is looked at several times, and bytes are quicker to look at. */
  private scratch: Uint8Array = NO_BYTES;
  private readonly maxDepth: number;

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
    const { scratch } = this;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(begin + i);
      all |= code;
      scratch[i] = code < 256 ? code : PLACE_HOLDER;
    }
    this.text = text;
    this.wide = all > 255;
    this.bytes = scratch;
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

  private failAt(code: SexpErrorCode, index: number): false {
    return this.fail(code, index + this.base);
  }

  /** `value` if nothing failed so far, otherwise the failure. */
  result<T>(value: T): SexpResult<T> {
    if (this.error === null) return { ok: true, value };
    return { ok: false, error: sexpError(this.error, this.errorOffset) };
  }

  /** Skip blanks and give the class of the next character, CLASS_END at the end. */
  private next(): number {
    const { bytes, end } = this;
    let { index } = this;
    while (index < end) {
      const kind = CHAR_CLASS[bytes[index]!]!;
      if (kind !== CLASS_BLANK) {
        this.index = index;
        return kind;
      }
      index++;
    }
    this.index = index;
    return CLASS_END;
  }

  /** Index behind the atom that begins at `index`. */
  private atomEnd(index: number): number {
    const { bytes, end } = this;
    let i = index;
    while (i < end && CHAR_CLASS[bytes[i]!] === CLASS_ATOM) i++;
    return i;
  }

  /** The byte at `index`, 0 behind the end. */
  private code(index: number): number {
    return index < this.end ? this.bytes[index]! : 0;
  }

  /** The text between two indices. */
  private cut(begin: number, end: number): string {
    if (this.text !== null) return this.text.slice(begin + this.base, end + this.base);
    return decodeLatin1(this.bytes, begin, end);
  }

  /** The source text between two offsets, as it is. */
  slice(start: number, end: number): string {
    const begin = Math.max(start - this.base, 0);
    const stop = Math.min(end - this.base, this.end);
    return begin < stop ? this.cut(begin, stop) : '';
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
    this.index++;
    return true;
  }

  /**
   * Go into the next list if its first item is the atom `name`, behind which the cursor stands then; otherwise nothing
   * moves or fails.
   */
  enterNamed(name: string): boolean {
    if (this.next() !== CLASS_OPEN || this.depth >= this.maxDepth) return false;
    const { index } = this;
    this.index++;
    if (this.takeAtom(name)) {
      this.depth++;
      return true;
    }
    this.index = index;
    return false;
  }

  /** Leave the current list: items not read yet are skipped. Fails with `unclosed_list` when the text ends before. */
  leaveList(): boolean {
    const kind = this.next();
    if (this.error !== null) return false;
    if (this.depth === 0) return this.fail('unexpected_close');
    if (kind !== CLASS_CLOSE) return this.skipTo(this.depth - 1);
    this.depth--;
    this.index++;
    return true;
  }

  /** Leave the current list, which must have no further item (`expected_list_end`). */
  closeList(): boolean {
    const kind = this.next();
    if (this.error !== null) return false;
    if (kind === CLASS_END) return this.fail('unclosed_list');
    if (kind !== CLASS_CLOSE) return this.fail('expected_list_end');
    if (this.depth === 0) return this.fail('unexpected_close');
    this.depth--;
    this.index++;
    return true;
  }

  /** Read on until the depth has fallen to `target`. */
  private skipTo(target: number): boolean {
    const { bytes, end, maxDepth } = this;
    let { index, depth } = this;
    while (depth > target) {
      const kind = index < end ? CHAR_CLASS[bytes[index]!]! : CLASS_END;
      if (kind >= CLASS_OPEN) {
        if (kind === CLASS_CLOSE) depth--;
        else if (kind === CLASS_OPEN) {
          if (depth >= maxDepth) return this.failAt('too_deep', index);
          depth++;
        } else if (kind === CLASS_QUOTE) {
          const close = this.quoteEnd(index);
          if (close < 0) return this.failAt('unclosed_string', index);
          index = close;
        } else return this.failAt('unclosed_list', index);
      }
      index++;
    }
    this.index = index;
    this.depth = depth;
    return true;
  }

  /** Index of the quote that closes the string which begins at `index`, or -1. */
  private quoteEnd(index: number): number {
    const { bytes, end } = this;
    for (let i = index + 1; i < end; i++) {
      const code = bytes[i];
      if (code === 0x22) return i;
      if (code === 0) return -1;
    }
    return -1;
  }

  /** Skip one item of any kind. Fails with `expected_item` when there is none. */
  skip(): boolean {
    const kind = this.next();
    if (kind === CLASS_ATOM) {
      this.index = this.atomEnd(this.index);
      return true;
    }
    if (kind === CLASS_OPEN) {
      if (this.depth >= this.maxDepth) return this.fail('too_deep');
      this.depth++;
      this.index++;
      return this.skipTo(this.depth - 1);
    }
    if (kind === CLASS_QUOTE) {
      const close = this.quoteEnd(this.index);
      if (close < 0) return this.fail('unclosed_string');
      this.index = close + 1;
      return true;
    }
    return this.fail('expected_item');
  }

  /** True when the next item is the atom `name`. Nothing is consumed. */
  atomEquals(name: string): boolean {
    if (this.next() !== CLASS_ATOM) return false;
    const { bytes, index } = this;
    const { length } = name;
    const after = index + length;
    if (after > this.end) return false;
    if (this.wide) {
      if (this.cut(index, after) !== name) return false;
    } else {
      for (let i = 0; i < length; i++) if (bytes[index + i] !== name.charCodeAt(i)) return false;
    }
    return after === this.end || CHAR_CLASS[bytes[after]!] !== CLASS_ATOM;
  }

  /** Consume the next item if it is the atom `name`; nothing fails otherwise. */
  takeAtom(name: string): boolean {
    if (!this.atomEquals(name)) return false;
    this.index += name.length;
    return true;
  }

  /** The next item, which must be an atom (`expected_atom`). */
  readAtom(): string {
    if (this.next() !== CLASS_ATOM) {
      this.fail('expected_atom');
      return '';
    }
    const begin = this.index;
    this.index = this.atomEnd(begin);
    return this.cut(begin, this.index);
  }

  /** The next item, which must be a quoted string (`expected_string`, `unclosed_string`), without its quotes. */
  readQuoted(): string {
    if (this.next() !== CLASS_QUOTE) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    const close = this.quoteEnd(begin);
    if (close < 0) {
      this.fail('unclosed_string');
      return '';
    }
    this.index = close + 1;
    return this.cut(begin + 1, close);
  }

  /** The next item, an atom or a quoted string: names are the one or the other by protocol version (`expected_atom`). */
  readText(): string {
    return this.next() === CLASS_QUOTE ? this.readQuoted() : this.readAtom();
  }

  /**
   * True when the next item is an atom that begins like a decimal number: a digit, or a sign or point before a digit.
   * Nothing is consumed.
   */
  peekNumeric(): boolean {
    if (this.next() !== CLASS_ATOM) return false;
    let { index } = this;
    let code = this.bytes[index]!;
    if (code >= 0x30 && code <= 0x39) return true;
    if (code === 0x2d || code === 0x2b) code = this.code(++index);
    if (code === 0x2e) code = this.code(++index);
    return code >= 0x30 && code <= 0x39;
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
    // Up to 9 digits: the mantissa is a small integer and the power of ten exact, so that one division rounds correctly.
    const { bytes, end, index: begin } = this;
    let i = begin;
    let code = bytes[i]!;
    const negative = code === 0x2d;
    if (negative || code === 0x2b) code = ++i < end ? bytes[i]! : 0;
    let mantissa = 0;
    let digits = 0;
    while (code >= 0x30 && code <= 0x39 && digits < 9) {
      mantissa = (Math.imul(mantissa, 10) + (code - 0x30)) | 0;
      digits++;
      code = ++i < end ? bytes[i]! : 0;
    }
    let decimals = 0;
    if (code === 0x2e) {
      code = ++i < end ? bytes[i]! : 0;
      while (code >= 0x30 && code <= 0x39 && digits < 9) {
        mantissa = (Math.imul(mantissa, 10) + (code - 0x30)) | 0;
        digits++;
        decimals++;
        code = ++i < end ? bytes[i]! : 0;
      }
    }
    if (digits > 0 && CHAR_CLASS[code] !== CLASS_ATOM) {
      this.index = i;
      const value = decimals === 0 ? mantissa : mantissa / POW10[decimals]!;
      return negative ? -value : value;
    }
    const atom = this.cut(begin, this.atomEnd(begin));
    const scan = readStrtod(atom);
    if (scan.end !== atom.length || isCSpace(atom.charCodeAt(0))) {
      this.fail('expected_number');
      return Number.NaN;
    }
    this.index = begin + scan.end;
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
    const begin = this.index;
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
    if (i === digitsBegin || CHAR_CLASS[code] === CLASS_ATOM) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    if (i - digitsBegin < 10) return negative ? 0 - value : value;
    return wrapInt32(this.cut(begin, i));
  }

  /**
   * The next item as a 32-bit integer with hexadecimal digits behind `0x`, or decimal ones without: the state bits of
   * players in text logs and shows (spec 09, section 8.4). Fails with `expected_int`.
   */
  readFlags(): number {
    if (this.next() !== CLASS_ATOM) {
      this.fail('expected_int');
      return 0;
    }
    const begin = this.index;
    if (this.code(begin) !== 0x30 || (this.code(begin + 1) | 0x20) !== 0x78) return this.readInt();
    let i = begin + 2;
    let value = 0;
    for (let digit = hexDigit(this.code(i)); digit >= 0; digit = hexDigit(this.code(i))) {
      value = (value << 4) | digit;
      i++;
    }
    if (i === begin + 2 || CHAR_CLASS[this.code(i)] === CLASS_ATOM) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    return value;
  }

  /**
   * Everything up to the last `)` of the text, the way messages with unquoted contents are read (spec 03, section 1.8).
   * One leading blank is the separator and is dropped; the `)` is consumed and closes the current list. Fails with
   * `unclosed_list` when there is no `)`.
   */
  restUntilLastParen(): string {
    if (this.error !== null) return '';
    const begin = this.afterSeparator();
    const stop = this.textEnd(begin);
    const close = this.lastClose(stop, begin);
    if (close < 0) {
      this.failAt('unclosed_list', stop);
      return '';
    }
    this.finish(close);
    return this.cut(begin, close);
  }

  /**
   * Text between the next `"` and the last `"` that only blanks part from a `)` behind it: contents with inner quotes, and
   * team graphics that lack a parenthesis (spec 03, section 1.8). That `)` is consumed and closes the current list. Fails
   * with `expected_string` or `unclosed_string`.
   */
  outerQuotedRest(): string {
    if (this.next() !== CLASS_QUOTE) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    let close = this.lastClose(this.textEnd(begin), begin);
    while (close >= 0) {
      let quote = close - 1;
      while (quote > begin && CHAR_CLASS[this.code(quote)] === CLASS_BLANK) quote--;
      if (quote > begin && this.code(quote) === 0x22) {
        this.finish(close);
        return this.cut(begin + 1, quote);
      }
      close = this.lastClose(close, begin);
    }
    this.fail('unclosed_string');
    return '';
  }

  /**
   * `count` characters (bytes of a byte source) behind the one blank that comes next, whatever they are, NUL included.
   * Fails with `unexpected_text` when fewer are there.
   */
  readRaw(count: number): string {
    if (this.error !== null) return '';
    const begin = this.afterSeparator();
    if (!(count >= 0) || begin + count > this.end) {
      this.failAt('unexpected_text', begin);
      return '';
    }
    this.index = begin + count;
    return this.cut(begin, this.index);
  }

  /** Index behind the single blank that may come next. */
  private afterSeparator(): number {
    return CHAR_CLASS[this.code(this.index)] === CLASS_BLANK ? this.index + 1 : this.index;
  }

  /** Where the text ends: the first NUL from `index` on, or the end of the source. */
  private textEnd(index: number): number {
    let i = index;
    while (i < this.end && this.bytes[i] !== 0) i++;
    return i;
  }

  /** The last `)` in [begin, stop), or -1. */
  private lastClose(stop: number, begin: number): number {
    let i = stop - 1;
    while (i >= begin && this.bytes[i] !== 0x29) i--;
    return i >= begin ? i : -1;
  }

  /** Stand behind the `)` at `close` with the current list left. */
  private finish(close: number): void {
    this.index = close + 1;
    if (this.depth > 0) this.depth--;
  }
}

/** White space that C skips before a number but that is no blank of ours. */
function isCSpace(code: number): boolean {
  return code === 0x0b || code === 0x0c;
}
