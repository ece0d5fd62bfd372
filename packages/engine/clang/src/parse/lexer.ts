import { findPosition, type Problem } from '../problem.js';
import { KEYWORD_OF, SPLITTING, type TokenKind } from '../tree/tokens.js';

/** The tokens of a text. Token i reaches from `starts[i]` to `ends[i]`; the last one is END. */
export interface Tokens {
  readonly text: string;
  readonly kinds: readonly TokenKind[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Errors found by the lexer; in fast mode at most one, and the token there is BAD. */
  readonly problems: readonly Problem[];
  /** True if a string is not closed. The end of the text is then not reported as a second error. */
  readonly unterminated: boolean;
}

/** Options of {@link tokenize}: `recover` skips invalid text and continues, `heard` accepts doubly quoted names. */
export interface LexerMode {
  readonly recover: boolean;
  readonly heard: boolean;
}

const BLANK = 1;
const DIGIT = 2;
const LETTER = 4; // letters and _: the characters that can begin a word
const SPLIT = 8; // c, d, p, s
const IN_STRING = 16;

const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (char === ' ' || char === '\t' || char === '\n') CLASS[code] = BLANK;
  if (/[0-9]/.test(char)) CLASS[code] = DIGIT;
  if (/[A-Za-z_]/.test(char)) CLASS[code] = LETTER;
  if (/[cdps]/.test(char)) CLASS[code] = LETTER | SPLIT;
  if (/[0-9A-Za-z().+\-*/?<>_ ]/.test(char)) CLASS[code] = CLASS[code]! | IN_STRING;
}

function getClass(text: string, at: number): number {
  const code = text.charCodeAt(at); // NaN past the end
  return code < 128 ? CLASS[code]! : 0;
}

const isDigit = (text: string, at: number): boolean => (getClass(text, at) & DIGIT) !== 0;

function skipClass(text: string, at: number, mask: number): number {
  let end = at;
  while ((getClass(text, end) & mask) !== 0) end++;
  return end;
}

/** Returns the index after the number that begins at `at` (spec 08 §2.2): negative for a REAL, 0 if there is no number. */
function findNumberEnd(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  const digits = sign === 43 || sign === 45 ? at + 1 : at;
  let end = skipClass(text, digits, DIGIT);
  let real = false;
  if (text.charCodeAt(end) === 46 && isDigit(text, end + 1)) {
    real = true;
    end = skipClass(text, end + 1, DIGIT);
  } else if (end === digits) {
    return 0;
  }
  const e = text.charCodeAt(end);
  if (e === 101 || e === 69) {
    const expSign = text.charCodeAt(end + 1);
    const exponent = expSign === 43 || expSign === 45 ? end + 2 : end + 1;
    if (isDigit(text, exponent)) {
      real = true;
      end = skipClass(text, exponent, DIGIT);
    }
  }
  return real ? -end : end;
}

/** Returns the value of an INT: 64-bit with saturation, then its low 32 bits as a signed number (spec 08 §2.2). */
export function parseInt32(text: string): number {
  if (text.length <= 15) return Number(text) | 0;
  const negative = text.startsWith('-');
  const exact = BigInt(text.replace(/^[+-]/, ''));
  const limit = negative ? 2n ** 63n : 2n ** 63n - 1n;
  const saturated = exact > limit ? limit : exact;
  return Number(BigInt.asIntN(32, negative ? -saturated : saturated));
}

/** Returns the name of a character for the text of a problem. */
function describeChar(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code > 32 && code < 127) return `'${text[at]}'`;
  const known: Record<number, string> = {
    9: 'a tab',
    10: 'a line end',
    13: 'a carriage return',
    34: 'a quote',
  };
  return known[code] ?? `the character 0x${code.toString(16).padStart(2, '0')}`;
}

/** Splits a text into tokens by longest match (spec 08 §2). Never throws. */
export function tokenize(text: string, mode: LexerMode): Tokens {
  return new Lexer(text, mode).run();
}

/** Position in a text, and the tokens before it. */
class Lexer {
  readonly #text: string;
  readonly #mode: LexerMode;
  readonly #kinds: TokenKind[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #problems: Problem[] = [];
  #unterminated = false;
  #at = 0;

  constructor(text: string, mode: LexerMode) {
    this.#text = text;
    this.#mode = mode;
  }

  run(): Tokens {
    const text = this.#text;
    while (this.#at < text.length) {
      const kind = getClass(text, this.#at);
      if ((kind & BLANK) !== 0) this.#at++;
      else if ((kind & LETTER) !== 0) this.#word(kind);
      else if (!this.#symbol(kind) && !this.#badToken()) break;
    }
    this.#at = text.length;
    this.#emit('END', text.length);
    return {
      text,
      kinds: this.#kinds,
      starts: this.#starts,
      ends: this.#ends,
      problems: this.#problems,
      unterminated: this.#unterminated,
    };
  }

  #emit(kind: TokenKind, end: number): true {
    this.#kinds.push(kind);
    this.#starts.push(this.#at);
    this.#ends.push(end);
    this.#at = end;
    return true;
  }

  #word(kind: number): void {
    const text = this.#text;
    const at = this.#at;
    if ((kind & SPLIT) !== 0) {
      const word = SPLITTING[text[at]!]!.find((keyword) => text.startsWith(keyword, at))!;
      this.#emit(word, at + word.length);
    } else {
      const end = skipClass(text, at, LETTER | DIGIT);
      this.#emit(KEYWORD_OF.get(text.slice(at, end)) ?? 'VAR', end);
    }
  }

  /** Reads a bracket, an operator, a number or a string; false if there is none. */
  #symbol(kind: number): boolean {
    const at = this.#at;
    const char = this.#text[at]!;
    switch (char) {
      case '(':
      case ')':
      case '{':
      case '}':
      case '*':
      case '/':
        return this.#emit(char, at + 1);
      case '"':
        return this.#string();
      case '+':
      case '-':
        return this.#number() || this.#emit(char, at + 1);
      case '<':
      case '>':
        return this.#text[at + 1] === '=' ? this.#emit(`${char}=`, at + 2) : this.#emit(char, at + 1);
      case '=':
      case '!':
        return this.#text[at + 1] === '=' && this.#emit(`${char}=`, at + 2);
      default:
        return ((kind & DIGIT) !== 0 || char === '.') && this.#number();
    }
  }

  #number(): boolean {
    const end = findNumberEnd(this.#text, this.#at);
    return end !== 0 && this.#emit(end < 0 ? 'REAL' : 'INT', Math.abs(end));
  }

  #string(): boolean {
    const text = this.#text;
    const at = this.#at;
    if (this.#mode.heard && text[at + 1] === '"') {
      const end = skipClass(text, at + 2, IN_STRING);
      if (end > at + 2 && text[end] === '"' && text[end + 1] === '"') return this.#emit('QSTR', end + 2);
    }
    const end = skipClass(text, at + 1, IN_STRING);
    return end > at + 1 && text[end] === '"' && this.#emit('STR', end + 1);
  }

  /** Reports text that is not a token. Returns false if reading ends there. */
  #badToken(): boolean {
    const at = this.#at;
    const isString = this.#text[at] === '"';
    if (isString) {
      this.#badString(skipClass(this.#text, at + 1, IN_STRING));
    } else {
      this.#report('character', at, 1, `${describeChar(this.#text, at)} is not part of the coach language`);
      if (this.#mode.recover) this.#at++;
      else this.#emit('BAD', at + 1);
    }
    if (this.#mode.recover) return true;
    this.#kinds[this.#kinds.length - 1] = 'BAD';
    return false;
  }

  /** Reports an invalid string, which is valid up to `stop`, and emits it as a string. */
  #badString(stop: number): void {
    const text = this.#text;
    const at = this.#at;
    const close = text.indexOf('"', at + 1);
    const newline = text.indexOf('\n', at + 1);
    if (close < 0 || (newline >= 0 && newline < close && stop === text.length)) {
      this.#unterminated = true;
      this.#report('string', at, stop - at, 'the string has no closing quote');
      this.#emit('STR', stop);
    } else if (close === at + 1) {
      this.#report('string', at, 2, 'the string is empty; a string has at least one character');
      this.#emit('STR', close + 1);
    } else {
      this.#report('string', stop, 1, `${describeChar(text, stop)} is not allowed in a string`);
      this.#emit('STR', close + 1);
    }
  }

  #report(code: 'character' | 'string', offset: number, length: number, message: string): void {
    this.#problems.push({ code, message, ...findPosition(this.#text, offset), length, expected: [] });
  }
}
