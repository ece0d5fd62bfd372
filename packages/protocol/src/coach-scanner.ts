/** Scanning of the commands of trainers, online coaches and monitors (spec 07 §6, spec 10 §10.1): blanks, words, numbers in a text. */
import { err, type Failure } from '@rcss/core';
import { readInt32 } from '@rcss/sexp';

/** The answer `(error CODE)`, with where and why. */
export function refuse(
  code: string,
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return err({ code, message, offset });
}

/** The answer to most that cannot be read. */
export function illegalForm(
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return refuse('illegal_command_form', message, offset);
}

/** C `isspace`. */
export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Position of the next character that is no blank. */
export function skipBlanks(text: string, pos: number): number {
  let i = pos;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** `pos` after `word`, or -1 when the text does not go on with it; blanks before it are skipped. */
export function skipWord(text: string, pos: number, word: string): number {
  const begin = skipBlanks(text, pos);
  return text.startsWith(word, begin) ? begin + word.length : -1;
}

/** Longest command word (spec 07 §6). */
const MAX_WORD = 127;
const WORD = /[-0-9a-zA-Z.+*/?<>_]{1,127}/y;
const ARGUMENT = /[^\s()]+/y;

function match(pattern: RegExp, text: string, pos: number): string {
  pattern.lastIndex = pos;
  return pattern.exec(text)?.[0] ?? '';
}

/** The word at `pos`, at most 127 characters of the alphabet of command words; '' when there is none. */
export function wordAt(text: string, pos: number): string {
  return match(WORD, text, pos);
}

/** The run of characters at `pos` other than blanks and parentheses; '' when there is none. */
export function argumentAt(text: string, pos: number): string {
  return match(ARGUMENT, text, pos);
}

/** The run of characters at `pos` other than blanks. */
export function runAt(text: string, pos: number): string {
  let end = pos;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  return text.slice(pos, end);
}

/** The word behind the first parenthesis, and the position behind it. */
export interface CommandWord {
  readonly word: string;
  readonly begin: number;
  readonly end: number;
}

/** The command word of a text, or null when there is none (spec 07 §6). */
export function commandWord(text: string): CommandWord | null {
  const open = skipWord(text, 0, '(');
  if (open < 0) return null;
  const begin = skipBlanks(text, open);
  const word = wordAt(text, begin);
  return word === '' ? null : { word, begin, end: begin + word.length };
}

/** Up to `count` decimal integers with free blanks from `pos` on, as far as there are some (spec 07 §6). */
export function integersAt(text: string, pos: number, count: number): number[] {
  const values: number[] = [];
  let at = pos;
  while (values.length < count) {
    const scan = readInt32(text, at);
    if (scan.end === at) break;
    values.push(scan.value);
    at = scan.end;
  }
  return values;
}

const MESSAGE = /[-0-9A-Za-z ().+*/?<>_]+/y;

/**
 * MESSAGE of a plain `say`, whose word begins at `begin` (spec 07 §7.10): behind the rest of the run of characters and blanks, the longest run
 * of characters that may be said, its closing parenthesis included. '' when there is none.
 */
export function sayMessage(text: string, begin: number): string {
  let runBegin = begin;
  while (runBegin > 0 && !isBlank(text.charCodeAt(runBegin - 1))) runBegin--;
  const run = runAt(text, runBegin);
  if (run.length > MAX_WORD) return '';
  return match(MESSAGE, text, skipBlanks(text, runBegin + run.length));
}
