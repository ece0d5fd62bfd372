/**
 * The grammar of configuration files and of the command line (spec 01 §6.4). Reads settings, includes and requests
 * for help in order and passes them to a sink. Does not depend on the set of parameters. Never throws.
 */

/** A value as written. `text` is the source text of the value; for a string it has no quotes. */
export type ConfValue =
  | { readonly kind: 'int' | 'real'; readonly value: number; readonly text: string }
  | { readonly kind: 'bool'; readonly value: boolean; readonly text: string }
  | { readonly kind: 'string'; readonly value: string; readonly text: string };

/** A position in a source. */
export interface ConfPlace {
  /** Index of its first character. */
  readonly offset: number;
  /** 1 + newlines passed so far; those inside quoted strings do not count (spec 01 §6.11). */
  readonly line: number;
}

/** Receives the items in order. */
export interface ConfSink {
  /** `module::name = value`; `path` has at least two names, the last one is the parameter. */
  set(path: readonly string[], value: ConfValue, place: ConfPlace): void;
  /** `include = file`. */
  include(file: string, place: ConfPlace): void;
  /** `help` (empty path) or `module::help`. */
  help(path: readonly string[], place: ConfPlace): void;
  /** Whether the value of a setting is plain text: without quotes it extends to the next blank, and is always a string. */
  isText?(path: readonly string[]): boolean;
}

/** Why parsing stopped. */
export interface ConfSyntaxError {
  readonly place: ConfPlace;
  /** What was missing; undefined if the text cannot start an item. */
  readonly expected: "'=' expected" | "'::' expected" | 'value expected' | 'string expected' | undefined;
  /** At most 10 characters at that place, cut at a newline. */
  readonly text: string;
  /** Place and first characters of the item that failed. */
  readonly parseItem: ConfPlace;
  readonly itemText: string;
}

/** A text without quotes around it, for our own parameters. Quotes inside of it are ordinary characters. */
const BARE_TEXT = /[^"' \t\r\n\v\f][^ \t\r\n\v\f]*/y;
const BARE = /[^:"'= \t\n-][^:"'= \t\n]*/y;
const BLANKS = /[ \t\r\n\v\f]+/y;
const LINE_COMMENT = /(?:\/\/|#)[^\n]*/y;
const BOOL = /on|true|off|false/iy;
const REAL = /[-+]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)/y;
const INT = /[-+]?\d+/y;
const HELP = /help/iy;
const INCLUDE = /include/iy;
const HELP_WORD = /help(?![^:"'= \t\n])/iy;

interface Cursor {
  readonly text: string;
  at: number;
  line: number;
}

/** Returns the text that a sticky expression matches at the cursor, and moves the cursor past it. */
function take(cursor: Cursor, expression: RegExp): string | undefined {
  expression.lastIndex = cursor.at;
  const match = expression.exec(cursor.text);
  if (match === null) return undefined;
  cursor.at = expression.lastIndex;
  return match[0];
}

function takeText(cursor: Cursor, text: string): boolean {
  if (!cursor.text.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

function countLines(cursor: Cursor, skipped: string): void {
  for (let i = skipped.indexOf('\n'); i >= 0; i = skipped.indexOf('\n', i + 1)) cursor.line++;
}

/** Skips blanks, line ends and comments. An unclosed block comment does not count as one. */
function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const start = cursor.at;
    if (takeText(cursor, '/*')) {
      const end = cursor.text.indexOf('*/', cursor.at);
      if (end < 0) {
        cursor.at = start;
        return;
      }
      cursor.at = end + 2;
    } else if (take(cursor, BLANKS) === undefined && take(cursor, LINE_COMMENT) === undefined) return;
    countLines(cursor, cursor.text.slice(start, cursor.at));
  }
}

/** Reads a quoted string at the cursor. Returns undefined and leaves the cursor if there is none or it does not end. */
function takeQuoted(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const quote = text[cursor.at];
  if (quote !== '"' && quote !== "'") return undefined;
  let value = '';
  for (let i = cursor.at + 1; i < text.length; i++) {
    const c = text[i]!;
    if (c === quote) {
      cursor.at = i + 1;
      return value;
    }
    if (c === '\\' && text[i + 1] === quote) {
      value += quote;
      i++;
    } else value += c;
  }
  return undefined;
}

function takeString(cursor: Cursor): string | undefined {
  return takeQuoted(cursor) ?? take(cursor, BARE);
}

function takeValue(cursor: Cursor): ConfValue | undefined {
  const start = cursor.at;
  const word = take(cursor, BOOL);
  if (word !== undefined) return { kind: 'bool', value: /^(?:on|true)$/i.test(word), text: word };
  const real = take(cursor, REAL);
  if (real !== undefined) {
    if (Number.isFinite(Number(real))) return { kind: 'real', value: Number(real), text: real };
    cursor.at = start;
  }
  const int = take(cursor, INT);
  if (int !== undefined) {
    const value = Number(int);
    if (value >= -2147483648 && value <= 2147483647) return { kind: 'int', value: value | 0, text: int };
    cursor.at = start;
  }
  const string = takeString(cursor);
  return string === undefined ? undefined : { kind: 'string', value: string, text: string };
}

function takeTextValue(cursor: Cursor): ConfValue | undefined {
  const text = takeQuoted(cursor) ?? take(cursor, BARE_TEXT);
  return text === undefined ? undefined : { kind: 'string', value: text, text };
}

/** Characters shown in messages: at most 10, cut at a newline. */
function excerpt(text: string, offset: number): string {
  return text.slice(offset, offset + 10).split('\n', 1)[0]!;
}

type Expected = ConfSyntaxError['expected'];

/** Reads one item. Returns `'none'` if nothing is missing, `'start'` if no item starts here, otherwise what is missing. */
function item(cursor: Cursor, sink: ConfSink): NonNullable<Expected> | 'none' | 'start' {
  const place = { offset: cursor.at, line: cursor.line };
  takeText(cursor, '-');
  takeText(cursor, '-');
  if (take(cursor, HELP) !== undefined) {
    sink.help([], place);
    return 'none';
  }
  const beforeInclude = cursor.at;
  if (take(cursor, INCLUDE) !== undefined) {
    skipBlanks(cursor);
    if (takeText(cursor, '=')) {
      skipBlanks(cursor);
      const file = takeString(cursor);
      if (file === undefined) return 'string expected';
      sink.include(file, place);
      return 'none';
    }
    cursor.at = beforeInclude;
    cursor.line = place.line;
  }
  const path: string[] = [];
  const first = take(cursor, BARE);
  if (first === undefined) return 'start';
  path.push(first);
  while (takeText(cursor, '::')) {
    if (take(cursor, HELP_WORD) !== undefined) {
      sink.help(path, place);
      return 'none';
    }
    const name = take(cursor, BARE);
    if (name === undefined) return 'string expected';
    path.push(name);
  }
  if (path.length < 2) return "'::' expected";
  skipBlanks(cursor);
  if (!takeText(cursor, '=')) return "'=' expected";
  skipBlanks(cursor);
  const value = sink.isText?.(path) === true ? takeTextValue(cursor) : takeValue(cursor);
  if (value === undefined) return 'value expected';
  sink.set(path, value, place);
  return 'none';
}

/** Parses a whole source; returns the syntax error that stopped it, or undefined. Items before it have taken effect. */
export function parseConf(text: string, sink: ConfSink): ConfSyntaxError | undefined {
  const cursor: Cursor = { text, at: 0, line: 1 };
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= text.length) return undefined;
    const start: ConfPlace = { offset: cursor.at, line: cursor.line };
    const missing = item(cursor, sink);
    if (missing === 'none') continue;
    const atStart = missing === 'start';
    const place = atStart ? start : { offset: cursor.at, line: cursor.line };
    return {
      place,
      expected: atStart ? undefined : missing,
      text: excerpt(text, place.offset),
      parseItem: start,
      itemText: excerpt(text, start.offset),
    };
  }
}

/** 1-based column of an offset: characters since the last line end. */
export function getColumn(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1);
}
