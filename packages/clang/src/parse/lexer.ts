import { type Problem, positionAt } from './problem.js';
import { KEYWORD_OF, SPLITTING, type TokenKind } from './tokens.js';

/** A text cut into tokens; token i reaches from `starts[i]` to `ends[i]`, the last one is END. */
export interface Tokens {
  readonly text: string;
  readonly kinds: readonly TokenKind[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** What the lexer found wrong; in fast mode at most one, and the token there is BAD. */
  readonly problems: readonly Problem[];
  /** A string is not closed: the end of the text is not reported again. */
  readonly unterminated: boolean;
}

/** How to cut: `recover` skips what is wrong and goes on, `heard` knows doubly quoted names. */
export interface LexerMode {
  readonly recover: boolean;
  readonly heard: boolean;
}

const BLANK = 1;
const DIGIT = 2;
const LETTER = 4; // letters and _, which a word may begin and go on with
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

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at); // NaN past the end
  return code < 128 ? CLASS[code]! : 0;
}

const isDigit = (text: string, at: number): boolean => (classOf(text, at) & DIGIT) !== 0;

function skipClass(text: string, at: number, mask: number): number {
  let end = at;
  while ((classOf(text, end) & mask) !== 0) end++;
  return end;
}

/** Where a number that begins at `at` ends, negated if it is a REAL; 0 without a number (spec 08, section 2.2). */
function numberEnd(text: string, at: number): number {
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

/** The value of an INT: 64-bit with saturation, then its low 32 bits as a signed number (spec 08, section 2.2). */
export function intValue(text: string): number {
  if (text.length <= 15) return Number(text) | 0;
  const negative = text.startsWith('-');
  const exact = BigInt(text.replace(/^[+-]/, ''));
  const limit = negative ? 2n ** 63n : 2n ** 63n - 1n;
  const saturated = exact > limit ? limit : exact;
  return Number(BigInt.asIntN(32, negative ? -saturated : saturated));
}

/** How a character is named in a problem's text. */
function shownChar(text: string, at: number): string {
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

/** Cuts a text into tokens by longest match (spec 08, section 2). Never throws. */
export function tokenize(text: string, mode: LexerMode): Tokens {
  const kinds: TokenKind[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const problems: Problem[] = [];
  let unterminated = false;
  let at = 0;

  const emit = (kind: TokenKind, end: number): void => {
    kinds.push(kind);
    starts.push(at);
    ends.push(end);
    at = end;
  };
  const wrong = (code: 'character' | 'string', offset: number, length: number, message: string): void => {
    problems.push({ code, message, ...positionAt(text, offset), length, expected: [] });
  };
  /** A string that is none: reports it and, when recovering, takes it for one. */
  const badString = (stop: number): void => {
    const close = text.indexOf('"', at + 1);
    const newline = text.indexOf('\n', at + 1);
    if (close < 0 || (newline >= 0 && newline < close && stop === text.length)) {
      unterminated = true;
      wrong('string', at, stop - at, 'the string has no closing quote');
      emit('STR', stop);
    } else if (close === at + 1) {
      wrong('string', at, 2, 'a string may not be empty');
      emit('STR', close + 1);
    } else {
      wrong('string', stop, 1, `${shownChar(text, stop)} may not stand in a string`);
      emit('STR', close + 1);
    }
  };

  while (at < text.length) {
    const kind = classOf(text, at);
    if ((kind & BLANK) !== 0) {
      at++;
      continue;
    }
    if ((kind & LETTER) !== 0) {
      if ((kind & SPLIT) !== 0) {
        const word = SPLITTING[text[at]!]!.find((keyword) => text.startsWith(keyword, at))!;
        emit(word, at + word.length);
      } else {
        const end = skipClass(text, at, LETTER | DIGIT);
        emit(KEYWORD_OF.get(text.slice(at, end)) ?? 'VAR', end);
      }
      continue;
    }
    const char = text[at]!;
    if (char === '(' || char === ')' || char === '{' || char === '}' || char === '*' || char === '/') {
      emit(char, at + 1);
      continue;
    }
    if (char === '"') {
      if (mode.heard && text[at + 1] === '"') {
        const end = skipClass(text, at + 2, IN_STRING);
        if (end > at + 2 && text[end] === '"' && text[end + 1] === '"') {
          emit('QSTR', end + 2);
          continue;
        }
      }
      const end = skipClass(text, at + 1, IN_STRING);
      if (end > at + 1 && text[end] === '"') {
        emit('STR', end + 1);
        continue;
      }
      if (mode.recover) {
        badString(end);
        continue;
      }
      badString(end);
      kinds[kinds.length - 1] = 'BAD';
      break;
    }
    if ((kind & DIGIT) !== 0 || char === '+' || char === '-' || char === '.') {
      const end = numberEnd(text, at);
      if (end !== 0) {
        emit(end < 0 ? 'REAL' : 'INT', Math.abs(end));
        continue;
      }
      if (char === '+' || char === '-') {
        emit(char, at + 1);
        continue;
      }
    }
    if (char === '<' || char === '>' || char === '=' || char === '!') {
      if (text[at + 1] === '=') {
        emit(`${char}=`, at + 2);
        continue;
      }
      if (char === '<' || char === '>') {
        emit(char, at + 1);
        continue;
      }
    }
    wrong('character', at, 1, `${shownChar(text, at)} means nothing in the coach language`);
    if (mode.recover) at++;
    else {
      emit('BAD', at + 1);
      break;
    }
  }
  at = text.length;
  emit('END', text.length);
  return { text, kinds, starts, ends, problems, unterminated };
}
