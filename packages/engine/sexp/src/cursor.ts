import { readDecimal } from './number-bytes.js';
import { readStrtod, toHexDigit, wrapInt32 } from './number-read.js';
import { SexpPosition } from './position.js';
import { findAtomEnd, findLastClose, findQuoteEnd, findTextEnd, isAtomCode, isBlankCode } from './scan.js';

// Character codes are literals here: 0x22 ", 0x28 (, 0x29 ), 0x2d -, 0x30 0, 0x39 9. After bundling, named
// constants would be variables, which the engine looks up for every character.

/** The next item of the text: the beginning of an item, the `)` of the current list, or the end. */
export type SexpKind = 'list' | 'string' | 'atom' | 'close' | 'end';

/**
 * Reads S-expression text (spec 03 §1.8) item by item, without building a tree.
 *
 * No input makes it throw. `error` and `errorOffset` keep the first failure. After it, `peekKind` returns `end`,
 * `atEnd` is true and every reading method returns its empty value ('' or NaN or 0 or false), so a caller needs to
 * check for a failure only once, at the end. A NUL in the source ends the text. `reset` makes the object reusable.
 */
export class SexpCursor extends SexpPosition {
  /** Returns the kind of the next item, after blanks. Consumes only the blanks. */
  peekKind(): SexpKind {
    const code = this.peekCode();
    if (code > 0x29) return 'atom';
    if (code === 0x28) return 'list';
    if (code === 0x29) return 'close';
    if (code === 0x22) return 'string';
    return code === 0 ? 'end' : 'atom';
  }

  /** Returns true if the current list (or, outside of all lists, the text) has no further item, and after a failure. */
  atEnd(): boolean {
    const code = this.peekCode();
    return code === 0x29 || code === 0;
  }

  /** Enters the next item, which must be a list. Fails with `expected_list` or `too_deep`. */
  enterList(): boolean {
    if (this.peekCode() !== 0x28) return this.fail('expected_list');
    if (this.depth >= this.maxDepth) return this.fail('too_deep');
    this.depth++;
    this.index++;
    return true;
  }

  /**
   * Enters the next list if its first item is the atom `name`; the cursor is then after that atom. Otherwise the
   * cursor does not move, and nothing fails.
   */
  enterNamed(name: string): boolean {
    if (this.peekCode() !== 0x28 || this.depth >= this.maxDepth) return false;
    const { index } = this;
    this.index++;
    if (this.takeAtom(name)) {
      this.depth++;
      return true;
    }
    this.index = index;
    return false;
  }

  /**
   * Enters the next item, which must be a list, and consumes its first item if that is an atom of one or two
   * characters. Returns the code of its first character plus 256 times the code of its second one: one comparison for
   * each name that a list can have. Returns 0 for other lists, with the cursor at their beginning, and for the
   * failures of {@link enterList}.
   */
  enterShortNamed(): number {
    if (!this.enterList()) return 0;
    const first = this.peekCode();
    if (!isAtomCode(first)) return 0;
    const { index } = this;
    const second = this.code(index + 1);
    if (!isAtomCode(second)) {
      this.index = index + 1;
      return first;
    }
    if (isAtomCode(this.code(index + 2))) return 0;
    this.index = index + 2;
    return first + second * 256;
  }

  /** Leaves the current list and skips its remaining items. Fails with `unclosed_list` if the text ends before. */
  leaveList(): boolean {
    const code = this.peekCode();
    if (this.error !== null) return false;
    if (this.depth === 0) return this.fail('unexpected_close');
    if (code !== 0x29) return this.#skipTo(this.depth - 1);
    this.depth--;
    this.index++;
    return true;
  }

  /** Reads on until the depth has fallen to `target`. */
  #skipTo(target: number): boolean {
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
          const close = findQuoteEnd(bytes, index, end);
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

  /** Skips one item of any kind. Fails with `expected_item` if there is none. */
  skip(): boolean {
    const code = this.peekCode();
    if (isAtomCode(code)) {
      this.index = findAtomEnd(this.bytes, this.index, this.end);
      return true;
    }
    if (code === 0x28) {
      if (this.depth >= this.maxDepth) return this.fail('too_deep');
      this.depth++;
      this.index++;
      return this.#skipTo(this.depth - 1);
    }
    if (code === 0x22) {
      const close = findQuoteEnd(this.bytes, this.index, this.end);
      if (close < 0) return this.fail('unclosed_string');
      this.index = close + 1;
      return true;
    }
    return this.fail('expected_item');
  }

  /** Returns true if the next item is the atom `name`. Consumes nothing. */
  atomEquals(name: string): boolean {
    if (!isAtomCode(this.peekCode())) return false;
    const { bytes, index } = this;
    const { length } = name;
    const after = index + length;
    if (after > this.end) return false;
    if (this.wide) {
      if (this.extract(index, after) !== name) return false;
    } else {
      for (let i = 0; i < length; i++) if (bytes[index + i] !== name.charCodeAt(i)) return false;
    }
    return after === this.end || !isAtomCode(bytes[after]!);
  }

  /** Consumes the next item if it is the atom `name`. Otherwise nothing fails. */
  takeAtom(name: string): boolean {
    if (!this.atomEquals(name)) return false;
    this.index += name.length;
    return true;
  }

  /** Reads the next item, which must be an atom (`expected_atom`). */
  readAtom(): string {
    if (!isAtomCode(this.peekCode())) {
      this.fail('expected_atom');
      return '';
    }
    const begin = this.index;
    this.index = findAtomEnd(this.bytes, begin, this.end);
    return this.extract(begin, this.index);
  }

  /** Reads the next item, which must be a quoted string (`expected_string`, `unclosed_string`), without its quotes. */
  readQuoted(): string {
    if (this.peekCode() !== 0x22) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    const close = findQuoteEnd(this.bytes, begin, this.end);
    if (close < 0) {
      this.fail('unclosed_string');
      return '';
    }
    this.index = close + 1;
    return this.extract(begin + 1, close);
  }

  /**
   * Reads the next item, an atom or a quoted string (`expected_atom`). Names are atoms or strings, depending on the
   * protocol version.
   */
  readText(): string {
    return this.peekCode() === 0x22 ? this.readQuoted() : this.readAtom();
  }

  /**
   * Returns true if the next item is an atom that begins like a decimal number: a digit, or a sign or point before
   * a digit. Consumes nothing.
   */
  peekNumeric(): boolean {
    let code = this.peekCode();
    if (code >= 0x30 && code <= 0x39) return true;
    let { index } = this;
    if (code === 0x2d || code === 0x2b) code = this.code(++index);
    if (code === 0x2e) code = this.code(++index);
    return code >= 0x30 && code <= 0x39;
  }

  /**
   * Reads the next item as a number. The whole atom must be a number of C `strtod`, including `-0`, `inf` and
   * `-nan` (spec 03 §1.8). Otherwise fails with `expected_number` and returns NaN. A NaN alone does not indicate a
   * failure, because `nan` is a number.
   */
  readNumber(): number {
    const first = this.peekCode();
    // Up to 9 digits: the mantissa is a small integer and the power of ten is exact, so one division rounds
    // correctly.
    const { bytes, end, index: begin } = this;
    let i = begin;
    // `code ^ 0x30` is below 10 only for digits, and is then their value.
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
    return this.#readLongNumber(begin);
  }

  /** Reads all other numbers: exponents, more digits, hexadecimal, `inf` and `nan`. Fails if the atom is not a number. */
  #readLongNumber(begin: number): number {
    const end = findAtomEnd(this.bytes, begin, this.end);
    const value = readDecimal(this.bytes, begin, end);
    if (!Number.isNaN(value)) {
      this.index = end;
      return value;
    }
    const atom = this.extract(begin, end);
    const scan = readStrtod(atom);
    if (begin === end || scan.end !== atom.length || isCSpace(atom.charCodeAt(0))) {
      this.fail('expected_number');
      return Number.NaN;
    }
    this.index = end;
    return scan.value;
  }

  /**
   * Reads the next item as an integer: an optional sign and digits. Otherwise fails with `expected_int` and returns
   * 0. Values that need more than 32 bits wrap as in C `atoi` (spec 03 §6).
   */
  readInt(): number {
    const first = this.peekCode();
    const { bytes, end, index: begin } = this;
    let i = begin;
    const negative = first === 0x2d;
    // As in readNumber, `code ^ 0x30` is below 10 only for digits.
    let digit = first ^ 0x30;
    if (negative || first === 0x2b) digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
    const digitsBegin = i;
    let value = 0;
    while (digit < 10) {
      value = value * 10 + digit;
      digit = ++i < end ? bytes[i]! ^ 0x30 : 0x30;
    }
    if (i === digitsBegin || isAtomCode(digit ^ 0x30)) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    if (i - digitsBegin < 10) return negative ? 0 - value : value;
    return wrapInt32(this.extract(begin, i));
  }

  /**
   * Reads the next item as a 32-bit integer: hexadecimal digits after `0x`, or decimal digits. These are the state
   * bits of players in text logs and shows (spec 09 §8.4). Fails with `expected_int`.
   */
  readFlags(): number {
    if (!isAtomCode(this.peekCode())) {
      this.fail('expected_int');
      return 0;
    }
    const begin = this.index;
    if (this.code(begin) !== 0x30 || (this.code(begin + 1) | 0x20) !== 0x78) return this.readInt();
    let i = begin + 2;
    let value = 0;
    for (let digit = toHexDigit(this.code(i)); digit >= 0; digit = toHexDigit(this.code(i))) {
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
   * Reads the next item as an unsigned 32-bit integer: one to eight hexadecimal digits, with or without `0x` before
   * them. Fails with `expected_int`.
   */
  readHex(): number {
    let code = this.peekCode();
    let i = this.index;
    if (code === 0x30 && (this.code(i + 1) | 0x20) === 0x78) {
      i += 2;
      code = this.code(i);
    }
    const digitsBegin = i;
    let value = 0;
    for (let digit = toHexDigit(code); digit >= 0; digit = toHexDigit(code)) {
      value = (value << 4) | digit;
      code = this.code(++i);
    }
    const count = i - digitsBegin;
    if (count === 0 || count > 8 || isAtomCode(code)) {
      this.fail('expected_int');
      return 0;
    }
    this.index = i;
    return value >>> 0;
  }

  /**
   * Reads everything up to the last `)` of the text. Messages with unquoted contents need this (spec 03 §1.8). One
   * leading blank is the separator and is dropped. The `)` is consumed and closes the current list. Fails with
   * `unclosed_list` if there is no `)`.
   */
  readUntilLastParen(): string {
    if (this.error !== null) return '';
    const begin = this.#skipSeparator();
    const stop = findTextEnd(this.bytes, begin, this.end);
    const close = findLastClose(this.bytes, begin, stop);
    if (close < 0) {
      this.failAt('unclosed_list', stop);
      return '';
    }
    this.#finishAt(close);
    return this.extract(begin, close);
  }

  /**
   * Reads the text between two quotes: the next `"`, and the last `"` before a `)`. Only blanks may be between the
   * last `"` and the `)`. This covers contents with inner quotes, and team graphics that lack a parenthesis
   * (spec 03 §1.8). The `)` is consumed and closes the current list. Fails with `expected_string` or
   * `unclosed_string`.
   */
  readOuterQuoted(): string {
    if (this.peekCode() !== 0x22) {
      this.fail('expected_string');
      return '';
    }
    const begin = this.index;
    let close = findLastClose(this.bytes, begin, findTextEnd(this.bytes, begin, this.end));
    while (close >= 0) {
      let quote = close - 1;
      while (quote > begin && isBlankCode(this.code(quote))) quote--;
      if (quote > begin && this.code(quote) === 0x22) {
        this.#finishAt(close);
        return this.extract(begin + 1, quote);
      }
      close = findLastClose(this.bytes, begin, close);
    }
    this.fail('unclosed_string');
    return '';
  }

  /**
   * Reads `count` characters (bytes of a byte source) of any kind, NUL included, after one optional blank. Fails
   * with `unexpected_text` if there are fewer.
   */
  readRaw(count: number): string {
    if (this.error !== null) return '';
    const begin = this.#skipSeparator();
    if (!(count >= 0) || begin + count > this.end) {
      this.failAt('unexpected_text', begin);
      return '';
    }
    this.index = begin + count;
    return this.extract(begin, this.index);
  }

  /** Returns the index after an optional single blank. */
  #skipSeparator(): number {
    return isBlankCode(this.code(this.index)) ? this.index + 1 : this.index;
  }

  /** Moves the cursor after the `)` at `close` and leaves the current list. */
  #finishAt(close: number): void {
    this.index = close + 1;
    if (this.depth > 0) this.depth--;
  }
}

/** Returns whether the character is not a blank here, but white space that C skips before a number. */
function isCSpace(code: number): boolean {
  return code === 0x0b || code === 0x0c;
}
