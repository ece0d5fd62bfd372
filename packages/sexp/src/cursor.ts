import { decimalValue } from './number-bytes.js';
import { hexDigit, readStrtod, wrapInt32 } from './number-read.js';
import { SexpPlace } from './place.js';
import { atomEnd, isAtomCode, isBlankCode, lastClose, quoteEnd, textEnd } from './scan.js';

// Codes of characters are literals here: 0x22 ", 0x28 (, 0x29 ), 0x2d -, 0x30 0, 0x39 9. Named ones are variables to the engine when
// modules are bundled, and are then looked up for every character.

/** What stands next in the text: the beginning of an item, the `)` of the current list, or nothing more. */
export type SexpKind = 'list' | 'string' | 'atom' | 'close' | 'end';

/**
 * Reads S-expression text (spec 03 §1.8) item by item, without building a tree.
 *
 * No input makes it throw. The first failure is kept in `error` and `errorOffset`; from then on `peekKind` says `end`,
 * `atEnd` is true and every reading method gives its empty value ('' or NaN or 0 or false), so that a reader may run on and ask once at
 * its end. A NUL in the source ends the text. The object can be reused with `reset`.
 */
export class SexpCursor extends SexpPlace {
  /** What comes next, behind blanks. Nothing is consumed but the blanks. */
  peekKind(): SexpKind {
    const code = this.next();
    if (code > 0x29) return 'atom';
    if (code === 0x28) return 'list';
    if (code === 0x29) return 'close';
    if (code === 0x22) return 'string';
    return code === 0 ? 'end' : 'atom';
  }

  /** True when the current list (or, outside of all lists, the text) has no further item, and after a failure. */
  atEnd(): boolean {
    const code = this.next();
    return code === 0x29 || code === 0;
  }

  /** Go into the list that comes next. Fails with `expected_list` or `too_deep`. */
  enterList(): boolean {
    if (this.next() !== 0x28) return this.fail('expected_list');
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
    if (this.next() !== 0x28 || this.depth >= this.maxDepth) return false;
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
    const code = this.next();
    if (this.error !== null) return false;
    if (this.depth === 0) return this.fail('unexpected_close');
    if (code !== 0x29) return this.skipTo(this.depth - 1);
    this.depth--;
    this.index++;
    return true;
  }

  /** Leave the current list, which must have no further item (`expected_list_end`). */
  closeList(): boolean {
    const code = this.next();
    if (this.error !== null) return false;
    if (code === 0) return this.fail('unclosed_list');
    if (code !== 0x29) return this.fail('expected_list_end');
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
      const code = index < end ? bytes[index]! : 0;
      if (code <= 0x29) {
        if (code === 0x29) depth--;
        else if (code === 0x28) {
          if (depth >= maxDepth) return this.failAt('too_deep', index);
          depth++;
        } else if (code === 0x22) {
          const close = quoteEnd(bytes, index, end);
          if (close < 0) return this.failAt('unclosed_string', index);
          index = close;
        } else if (code === 0) return this.failAt('unclosed_list', index);
      }
      index++;
    }
    this.index = index;
    this.depth = depth;
    return true;
  }

  /** Skip one item of any kind. Fails with `expected_item` when there is none. */
  skip(): boolean {
    const code = this.next();
    if (isAtomCode(code)) {
      this.index = atomEnd(this.bytes, this.index, this.end);
      return true;
    }
    if (code === 0x28) {
      if (this.depth >= this.maxDepth) return this.fail('too_deep');
      this.depth++;
      this.index++;
      return this.skipTo(this.depth - 1);
    }
    if (code === 0x22) {
      const close = quoteEnd(this.bytes, this.index, this.end);
      if (close < 0) return this.fail('unclosed_string');
      this.index = close + 1;
      return true;
    }
    return this.fail('expected_item');
  }

  /** True when the next item is the atom `name`. Nothing is consumed. */
  atomEquals(name: string): boolean {
    if (!isAtomCode(this.next())) return false;
    const { bytes, index } = this;
    const { length } = name;
    const after = index + length;
    if (after > this.end) return false;
    if (this.wide) {
      if (this.cut(index, after) !== name) return false;
    } else {
      for (let i = 0; i < length; i++) if (bytes[index + i] !== name.charCodeAt(i)) return false;
    }
    return after === this.end || !isAtomCode(bytes[after]!);
  }

  /** Consume the next item if it is the atom `name`; nothing fails otherwise. */
  takeAtom(name: string): boolean {
    if (!this.atomEquals(name)) return false;
    this.index += name.length;
    return true;
  }

  /** The next item, which must be an atom (`expected_atom`). */
  readAtom(): string {
    if (!isAtomCode(this.next())) {
      this.fail('expected_atom');
      return '';
    }
    const begin = this.index;
    this.index = atomEnd(this.bytes, begin, this.end);
    return this.cut(begin, this.index);
  }

  /** The next item, which must be a quoted string (`expected_string`, `unclosed_string`), without its quotes. */
  readQuoted(): string {
    if (this.next() !== 0x22) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    const close = quoteEnd(this.bytes, begin, this.end);
    if (close < 0) {
      this.fail('unclosed_string');
      return '';
    }
    this.index = close + 1;
    return this.cut(begin + 1, close);
  }

  /** The next item, an atom or a quoted string: names are the one or the other by protocol version (`expected_atom`). */
  readText(): string {
    return this.next() === 0x22 ? this.readQuoted() : this.readAtom();
  }

  /**
   * True when the next item is an atom that begins like a decimal number: a digit, or a sign or point before a digit.
   * Nothing is consumed.
   */
  peekNumeric(): boolean {
    let code = this.next();
    if (code >= 0x30 && code <= 0x39) return true;
    let { index } = this;
    if (code === 0x2d || code === 0x2b) code = this.code(++index);
    if (code === 0x2e) code = this.code(++index);
    return code >= 0x30 && code <= 0x39;
  }

  /**
   * The next item as a number: the whole atom must be what C `strtod` takes, `-0`, `inf` and `-nan` included
   * (spec 03 §1.8). Otherwise `expected_number` and NaN, which is why a NaN alone does not tell of a failure.
   */
  readNumber(): number {
    const first = this.next();
    // Up to 9 digits: the mantissa is a small integer and the power of ten exact, so that one division rounds correctly.
    const { bytes, end, index: begin } = this;
    let i = begin;
    // `code ^ 0x30` is below 10 for digits alone, and then their value.
    let digit = first ^ 0x30;
    if (first === 0x2d) digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
    if (digit < 10) {
      let mantissa = digit;
      let scale = 1;
      digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
      while (digit < 10 && mantissa < 1e8) {
        mantissa = (Math.imul(mantissa, 10) + digit) | 0;
        digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
      }
      if (digit === 0x1e) {
        digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
        while (digit < 10 && mantissa < 1e8 && scale < 1e9) {
          mantissa = (Math.imul(mantissa, 10) + digit) | 0;
          scale = Math.imul(scale, 10);
          digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
        }
      }
      if (!isAtomCode(digit ^ 0x30)) {
        this.index = i;
        const value = scale === 1 ? mantissa : mantissa / scale;
        return first === 0x2d ? -value : value;
      }
    }
    return this.readLongNumber(begin);
  }

  /** Numbers of any form: exponents, more digits, hexadecimal ones, `inf` and `nan`, and what is no number. */
  private readLongNumber(begin: number): number {
    const end = atomEnd(this.bytes, begin, this.end);
    const value = decimalValue(this.bytes, begin, end);
    if (!Number.isNaN(value)) {
      this.index = end;
      return value;
    }
    const atom = this.cut(begin, end);
    const scan = readStrtod(atom);
    if (begin === end || scan.end !== atom.length || isCSpace(atom.charCodeAt(0))) {
      this.fail('expected_number');
      return Number.NaN;
    }
    this.index = end;
    return scan.value;
  }

  /**
   * The next item as an integer: an optional sign and digits (`expected_int` otherwise, and 0). Values that need more
   * than 32 bits wrap as in C `atoi` (spec 03 §6).
   */
  readInt(): number {
    if (!isAtomCode(this.next())) {
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
    if (i === digitsBegin || isAtomCode(code)) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    if (i - digitsBegin < 10) return negative ? 0 - value : value;
    return wrapInt32(this.cut(begin, i));
  }

  /**
   * The next item as a 32-bit integer with hexadecimal digits behind `0x`, or decimal ones without: the state bits of
   * players in text logs and shows (spec 09 §8.4). Fails with `expected_int`.
   */
  readFlags(): number {
    if (!isAtomCode(this.next())) {
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
    if (i === begin + 2 || isAtomCode(this.code(i))) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    return value;
  }

  /**
   * Everything up to the last `)` of the text, the way messages with unquoted contents are read (spec 03 §1.8).
   * One leading blank is the separator and is dropped; the `)` is consumed and closes the current list. Fails with
   * `unclosed_list` when there is no `)`.
   */
  restUntilLastParen(): string {
    if (this.error !== null) return '';
    const begin = this.afterSeparator();
    const stop = textEnd(this.bytes, begin, this.end);
    const close = lastClose(this.bytes, begin, stop);
    if (close < 0) {
      this.failAt('unclosed_list', stop);
      return '';
    }
    this.finish(close);
    return this.cut(begin, close);
  }

  /**
   * Text between the next `"` and the last `"` that only blanks part from a `)` behind it: contents with inner quotes, and
   * team graphics that lack a parenthesis (spec 03 §1.8). That `)` is consumed and closes the current list. Fails
   * with `expected_string` or `unclosed_string`.
   */
  outerQuotedRest(): string {
    if (this.next() !== 0x22) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    let close = lastClose(this.bytes, begin, textEnd(this.bytes, begin, this.end));
    while (close >= 0) {
      let quote = close - 1;
      while (quote > begin && isBlankCode(this.code(quote))) quote--;
      if (quote > begin && this.code(quote) === 0x22) {
        this.finish(close);
        return this.cut(begin + 1, quote);
      }
      close = lastClose(this.bytes, begin, close);
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
    return isBlankCode(this.code(this.index)) ? this.index + 1 : this.index;
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
