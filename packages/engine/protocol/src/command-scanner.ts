/**
 * Scanner for the commands of trainers, online coaches and monitors (spec 07 §6, spec 10 §10.1): blanks, words and
 * numbers in a text.
 */
import { err, type Failure } from '@rcss/core';
import { type NumberScan, readStrtod } from '@rcss/sexp/numbers';

/** Returns the failure `(error CODE)`, with position and reason. */
export function refuse(
  code: string,
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return err({ code, message, offset });
}

/** Returns the failure of most malformed commands. */
export function refuseForm(message: string, offset: number): { readonly ok: false; readonly error: Failure } {
  return refuse('illegal_command_form', message, offset);
}

/** Equivalent of C `isspace`. */
export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Returns the position of the next character that is not a blank. */
export function skipBlanks(text: string, pos: number): number {
  let i = pos;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Skips blanks and then `word`. Returns the position after `word`, or -1 if the text does not continue with it. */
export function skipWord(text: string, pos: number, word: string): number {
  const begin = skipBlanks(text, pos);
  return text.startsWith(word, begin) ? begin + word.length : -1;
}

/** Longest command word, in characters (spec 07 §6). */
const MAX_WORD_LENGTH = 127;
const WORD = /[-0-9a-zA-Z.+*/?<>_]{1,127}/y;
const ARGUMENT = /[^\s()]+/y;

function matchAt(pattern: RegExp, text: string, pos: number): string {
  pattern.lastIndex = pos;
  return pattern.exec(text)?.[0] ?? '';
}

/** Returns the word at `pos`: at most 127 characters of the alphabet of command words; '' if there is none. */
export function readWord(text: string, pos: number): string {
  return matchAt(WORD, text, pos);
}

/** Returns the characters from `pos` up to the next blank or parenthesis; may be ''. */
export function readArgument(text: string, pos: number): string {
  return matchAt(ARGUMENT, text, pos);
}

/** Returns the characters from `pos` up to the next blank; may be ''. */
export function readRun(text: string, pos: number): string {
  let end = pos;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  return text.slice(pos, end);
}

/** The word after the first parenthesis, and the position after the word. */
export interface CommandWord {
  readonly word: string;
  readonly begin: number;
  readonly end: number;
}

/** Returns the command word of a text, or null if there is none (spec 07 §6). */
export function readCommandWord(text: string): CommandWord | null {
  const open = skipWord(text, 0, '(');
  if (open < 0) return null;
  const begin = skipBlanks(text, open);
  const word = readWord(text, begin);
  return word === '' ? null : { word, begin, end: begin + word.length };
}

/** An exponent without digits, after a decimal or a hexadecimal number. */
const BROKEN_EXPONENT = /[eE][-+]?/y;
const BROKEN_BINARY_EXPONENT = /[pP][-+]?/y;
const ZERO = /^\s*[-+]?0$/;
const HEXADECIMAL_MARK = /[xX]/y;

/**
 * Reads a real number like C `scanf` on the platform of the reference server: like `strtod`, with two differences
 * (spec 07 §6). An exponent without digits is skipped, so `5e` and `5e+` are 5. `0x` without a digit is not a
 * number.
 */
export function readReal(text: string, pos: number): NumberScan {
  const scan = readStrtod(text, pos);
  const number = text.slice(pos, scan.end).toLowerCase();
  const hexadecimal = number.includes('0x');
  if (ZERO.test(number) && matchAt(HEXADECIMAL_MARK, text, scan.end) !== '') return { value: 0, end: pos };
  if (number === '' || /[np]/.test(number) || (!hexadecimal && number.includes('e'))) return scan;
  const broken = matchAt(hexadecimal ? BROKEN_BINARY_EXPONENT : BROKEN_EXPONENT, text, scan.end);
  return { value: scan.value, end: scan.end + broken.length };
}

const MESSAGE = /[-0-9A-Za-z ().+*/?<>_]+/y;

/**
 * Returns MESSAGE of a plain `say` (spec 07 §7.10); '' if there is none. The command word begins at `begin`. The
 * characters up to the next blank and the blanks after them are skipped. The message is the longest run of allowed
 * characters, including its closing parenthesis.
 */
export function readSayMessage(text: string, begin: number): string {
  let runBegin = begin;
  while (runBegin > 0 && !isBlank(text.charCodeAt(runBegin - 1))) runBegin--;
  const run = readRun(text, runBegin);
  if (run.length > MAX_WORD_LENGTH) return '';
  return matchAt(MESSAGE, text, skipBlanks(text, runBegin + run.length));
}
