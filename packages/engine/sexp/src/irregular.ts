/**
 * Readers of the messages that are not well-formed lists (table in spec 03 §1.8). Each function takes a whole
 * message; a NUL, blanks or newlines may follow its last parenthesis. To read such contents inside another
 * message, use the methods of `SexpCursor` (`readUntilLastParen`, `readOuterQuoted`, `readRaw`).
 */
import { SexpCursor } from './cursor.js';
import type { SexpResult } from './result.js';
import { parseSexp, printSexp } from './tree.js';

/** `(hear T WHO MSG)`, with all text after WHO unchanged. */
export interface IrregularHear {
  readonly time: number;
  /** Atom, or the text of a list such as `(player Alpha 3)` or `(p "Alpha" 2)`. */
  readonly sender: string;
  /** The contents, without quotes if `quoted`. */
  readonly message: string;
  /** True if the contents were quoted. */
  readonly quoted: boolean;
}

/**
 * Reads any `(hear ...)` message of any version: unquoted contents, lists of the coach language with doubled
 * quotes, and quoted contents with inner quotes. Also reads the old order `(hear referee T MSG)`. Messages of
 * players with a direction or a side (`(hear T 39 opp "x")`) have more parts before their contents; here, all these
 * parts are in `message`.
 */
export function readIrregularHear(source: string | Uint8Array): SexpResult<IrregularHear> {
  const cursor = new SexpCursor(source);
  enterMessage(cursor, 'hear');
  let sender = '';
  let time = 0;
  if (cursor.peekKind() === 'atom' && cursor.atomEquals('referee')) {
    sender = cursor.readAtom();
    time = cursor.readInt();
  } else {
    time = cursor.readInt();
    sender = readSender(cursor);
  }
  const { pos, depth } = cursor;
  const quoted = cursor.peekKind() === 'string';
  cursor.rewind(pos, depth);
  const message = quoted ? cursor.readOuterQuoted() : cursor.readUntilLastParen();
  expectEnd(cursor);
  return cursor.result({ time, sender, message, quoted });
}

function readSender(cursor: SexpCursor): string {
  if (cursor.peekKind() !== 'list') return cursor.readText();
  const begin = cursor.pos;
  cursor.skip();
  const text = cursor.slice(begin, cursor.pos);
  const tree = parseSexp(text);
  return tree.ok ? printSexp(tree.value) : text;
}

/** `(msg T BOARD "TEXT")` of monitors and game logs. */
export interface IrregularMsg {
  readonly time: number;
  readonly board: number;
  readonly text: string;
}

/** Reads a `(msg ...)` whose text may contain quotes and may lack a parenthesis. */
export function readIrregularMsg(source: string | Uint8Array): SexpResult<IrregularMsg> {
  const cursor = new SexpCursor(source);
  enterMessage(cursor, 'msg');
  const time = cursor.readInt();
  const board = cursor.readInt();
  const text = cursor.readOuterQuoted();
  expectEnd(cursor);
  return cursor.result({ time, board, text });
}

/** Reads NAME of `(error no team with name NAME)`, which may contain quotes and blanks. */
export function readIrregularNoTeam(source: string | Uint8Array): SexpResult<string> {
  const cursor = new SexpCursor(source);
  enterMessage(cursor, 'error');
  for (const word of ['no', 'team', 'with', 'name']) {
    if (!cursor.takeAtom(word)) cursor.fail('unexpected_text');
  }
  const name = cursor.readUntilLastParen();
  expectEnd(cursor);
  return cursor.result(name);
}

/**
 * Reads CONTENT of `(include N CONTENT)`: N bytes of any kind after the blank. In a byte source N counts bytes, and
 * the result has one character per byte; in a text source N counts characters.
 */
export function readIrregularInclude(source: string | Uint8Array): SexpResult<string> {
  const cursor = new SexpCursor(source);
  enterMessage(cursor, 'include');
  const content = cursor.readRaw(cursor.readInt());
  cursor.closeList();
  expectEnd(cursor);
  return cursor.result(content);
}

/**
 * Reads the name of a seen object: the text of the list `(p "Alpha" 2)`, or '' if the name is missing, as in `( 10
 * -15)`, an uninitialized slot (spec 03 §1.8 and §3). The cursor must be inside the object's list.
 */
export function readObjectName(cursor: SexpCursor): string {
  if (cursor.peekKind() !== 'list') return '';
  const begin = cursor.pos;
  return cursor.skip() ? cursor.slice(begin, cursor.pos) : '';
}

function enterMessage(cursor: SexpCursor, name: string): void {
  if (!cursor.enterList()) return;
  if (!cursor.takeAtom(name)) cursor.fail('unexpected_text');
}

/** Checks that only blanks follow. */
function expectEnd(cursor: SexpCursor): void {
  if (cursor.error === null && cursor.peekKind() !== 'end') cursor.fail('unexpected_text');
}
