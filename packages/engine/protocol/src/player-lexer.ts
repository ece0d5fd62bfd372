/**
 * Tokens of the players' command language (spec 03 §6). The longest match wins; among matches of the same length,
 * the earlier rule of the table wins. Linear in the length of the text. Allocates memory only for the texts in
 * commands.
 */
import { decodeLatin1 } from '@rcss/sexp';
import { wrapInt32 } from '@rcss/sexp/numbers';
import { FIRST_HEIGHT_KEYWORD, KEYWORDS } from './player-keywords.js';

/** Token kinds other than keywords, whose numbers are in `player-keywords.ts`. */
export const TOKEN_END = 0;
export const TOKEN_OPEN = 1;
export const TOKEN_CLOSE = 2;
export const TOKEN_INT = 3;
export const TOKEN_REAL = 4;
export const TOKEN_NAME = 5;
export const TOKEN_QUOTED = 6;
/** `(say `, its unquoted message, and the last `)` before a character that messages cannot contain. */
export const TOKEN_SAY_UNQUOTED = 7;
const TOKEN_ILLEGAL = 8;

interface KeywordEntry {
  readonly bytes: Uint8Array;
  readonly token: number;
}

/** Keywords by the low five bits of their first letter. All first letters are lower case. */
const ENTRIES: readonly (readonly KeywordEntry[])[] = Array.from({ length: 32 }, (_, first) =>
  KEYWORDS.filter(([name]) => (name.charCodeAt(0) & 31) === first).map(([name, token]) => ({
    bytes: Uint8Array.from(name, (c) => c.charCodeAt(0)),
    token,
  })),
);

const IS_DIGIT = 1;
/** `- _ a-z A-Z 0-9`, the characters of NAME. */
const IS_NAME = 2;
/** The characters of messages: `0-9 A-Z a-z ( ) . + - * / ? < > _ blank`. */
const IS_SAY = 4;
/** Blank, tab and newline. Carriage return is not a blank. */
const IS_BLANK = 8;

const FLAGS: Uint8Array = new Uint8Array(256);
for (let c = 0; c < 256; c++) {
  const text = String.fromCharCode(c);
  if (/[0-9]/.test(text)) FLAGS[c]! |= IS_DIGIT;
  if (/[-_a-zA-Z0-9]/.test(text)) FLAGS[c]! |= IS_NAME;
  if (/[0-9A-Za-z().+\-*/?<>_ ]/.test(text)) FLAGS[c]! |= IS_SAY;
  if (/[ \t\n]/.test(text)) FLAGS[c]! |= IS_BLANK;
}

/** Exact powers of ten. */
const POWERS_OF_TEN = new Float64Array(Array.from({ length: 23 }, (_, power) => Number(`1e${power}`)));

const [PLUS, MINUS, POINT, QUOTE, OPEN, CLOSE] = [0x2b, 0x2d, 0x2e, 0x22, 0x28, 0x29];
const SAY = Uint8Array.from('(say ', (c) => c.charCodeAt(0));

/** Reads one text token by token. The first NUL ends the text. */
export class PlayerLexer {
  /** Value of a TOKEN_INT or TOKEN_REAL token. NaN at first: V8 stores the field as a double from the start. */
  value: number = Number.NaN;
  /** Index of the first byte of the token; for TOKEN_SAY_UNQUOTED, of its message. */
  begin = 0;
  /** Index after the token; for TOKEN_SAY_UNQUOTED, index after its message. */
  stop = 0;

  /** Whether the words of the extension `height` are keywords. */
  readonly hasHeight: boolean;
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #pos = 0;

  constructor(bytes: Uint8Array, hasHeight: boolean) {
    this.hasHeight = hasHeight;
    const nul = bytes.indexOf(0);
    this.#bytes = bytes;
    this.#end = nul < 0 ? bytes.length : nul;
  }

  /** Returns the text of the last token: the message for TOKEN_SAY_UNQUOTED, quotes included for TOKEN_QUOTED. */
  text(): string {
    return decodeLatin1(this.#bytes, this.begin, this.stop);
  }

  /** Reads the next token. */
  next(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let pos = this.#pos;
    while (pos < end && (FLAGS[bytes[pos]!]! & IS_BLANK) !== 0) pos++;
    this.begin = pos;
    if (pos >= end) {
      this.#pos = this.stop = pos;
      return TOKEN_END;
    }
    const first = bytes[pos]!;
    if (first === OPEN)
      return this.#readUnquotedSay(pos) ? TOKEN_SAY_UNQUOTED : this.#endToken(pos, TOKEN_OPEN);
    if (first === CLOSE) return this.#endToken(pos, TOKEN_CLOSE);
    if (first === QUOTE) return this.#readQuoted(pos);
    const flags = FLAGS[first]!;
    let nameEnd = pos;
    while (nameEnd < end && (FLAGS[bytes[nameEnd]!]! & IS_NAME) !== 0) nameEnd++;
    if ((flags & IS_DIGIT) !== 0 || first === MINUS || first === PLUS || first === POINT) {
      const token = this.#readNumber(pos, nameEnd);
      if (token !== TOKEN_ILLEGAL) return token;
    }
    if (nameEnd === pos) return this.#endToken(pos, TOKEN_ILLEGAL);
    this.stop = this.#pos = nameEnd;
    return first >= 0x61 ? this.#readKeyword(pos, nameEnd) : TOKEN_NAME;
  }

  /** Ends a token of one character. */
  #endToken(pos: number, token: number): number {
    this.stop = this.#pos = pos + 1;
    return token;
  }

  /**
   * Reads `(say ` at `pos`, a message of at least one character, and `)`. The message ends at the last `)` before
   * a character that messages cannot contain.
   */
  #readUnquotedSay(pos: number): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    const begin = pos + SAY.length;
    if (begin + 1 >= end) return false;
    for (let i = 1; i < SAY.length; i++) if (bytes[pos + i] !== SAY[i]) return false;
    let close = -1;
    for (let i = begin; i < end; i++) {
      const code = bytes[i]!;
      if ((FLAGS[code]! & IS_SAY) === 0) break;
      if (code === CLOSE) close = i;
    }
    if (close <= begin) return false;
    this.begin = begin;
    this.stop = close;
    this.#pos = close + 1;
    return true;
  }

  /** Reads the quoted message at `pos`; TOKEN_ILLEGAL if it is empty, not closed or has a forbidden character. */
  #readQuoted(pos: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let i = pos + 1;
    while (i < end && (FLAGS[bytes[i]!]! & IS_SAY) !== 0) i++;
    if (i >= end || bytes[i] !== QUOTE || i === pos + 1) return this.#endToken(pos, TOKEN_ILLEGAL);
    this.stop = this.#pos = i + 1;
    return TOKEN_QUOTED;
  }

  /** Returns the token of the keyword `bytes[begin, end)`; TOKEN_NAME if it is another word. */
  #readKeyword(begin: number, end: number): number {
    const bytes = this.#bytes;
    const length = end - begin;
    for (const entry of ENTRIES[bytes[begin]! & 31]!) {
      const word = entry.bytes;
      if (word.length !== length) continue;
      let i = 1;
      while (i < length && word[i] === bytes[begin + i]) i++;
      if (i !== length) continue;
      return entry.token < FIRST_HEIGHT_KEYWORD || this.hasHeight ? entry.token : TOKEN_NAME;
    }
    return TOKEN_NAME;
  }

  /**
   * Reads the longest of INT, REAL and the exponent form at `begin`, unless the NAME that ends at `nameEnd` is
   * longer. TOKEN_ILLEGAL if none of them matches.
   */
  #readNumber(begin: number, nameEnd: number): number {
    const bytes = this.#bytes;
    let pos = begin;
    const negative = bytes[pos] === MINUS;
    if (negative || bytes[pos] === PLUS) pos++;
    const digits = pos;
    let mantissa = 0;
    for (; this.#isDigit(pos); pos++) mantissa = mantissa * 10 + bytes[pos]! - 0x30;
    let count = pos - digits;
    let decimals = 0;
    let token = TOKEN_INT;
    if (pos < this.#end && bytes[pos] === POINT && this.#isDigit(pos + 1)) {
      token = TOKEN_REAL;
      const fraction = ++pos;
      for (; this.#isDigit(pos); pos++) mantissa = mantissa * 10 + bytes[pos]! - 0x30;
      decimals = pos - fraction;
      count += decimals;
    }
    if (count === 0) return TOKEN_ILLEGAL;
    const exponent = this.#findExponentEnd(pos);
    if ((exponent > 0 ? exponent : pos) < nameEnd) return TOKEN_ILLEGAL;
    if (exponent > 0) {
      // Number() accepts all these forms and rounds correctly.
      this.value = Number(decodeLatin1(bytes, begin, exponent));
      this.stop = this.#pos = exponent;
      return TOKEN_REAL;
    }
    this.stop = this.#pos = pos;
    if (token === TOKEN_INT) {
      if (count < 10) this.value = negative ? 0 - mantissa : mantissa;
      else this.value = wrapInt32(decodeLatin1(bytes, begin, pos));
    } else if (count <= 15) {
      // Both numbers are exact, so the division rounds correctly.
      const value = mantissa / POWERS_OF_TEN[decimals]!;
      this.value = negative ? -value : value;
    } else this.value = Number(decodeLatin1(bytes, begin, pos));
    return token;
  }

  #isDigit(pos: number): boolean {
    return pos < this.#end && (FLAGS[this.#bytes[pos]!]! & IS_DIGIT) !== 0;
  }

  /** Returns the end of the exponent at `pos`, or 0 if there is none. */
  #findExponentEnd(pos: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    if (pos >= end || (bytes[pos]! | 0x20) !== 0x65) return 0;
    let i = pos + 1;
    if (i < end && (bytes[i] === PLUS || bytes[i] === MINUS)) i++;
    if (!this.#isDigit(i)) return 0;
    while (this.#isDigit(i)) i++;
    return i;
  }
}
