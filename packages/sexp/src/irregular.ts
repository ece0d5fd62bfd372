/**
 * The messages that are not well-formed lists (the table of spec 03 §1.8). Each function takes a whole message; a NUL, blanks or
 * newlines behind its last parenthesis are allowed. To read such contents in the middle of other reading use the methods of
 * `SexpCursor` (`restUntilLastParen`, `outerQuotedRest`, `readRaw`) directly.
 */
import { SexpCursor } from './cursor.js';
import type { SexpResult } from './result.js';
import { parseSexp, printSexp } from './tree.js';

/** `(hear T WHO MSG)` with everything behind WHO as it stands. */
export interface IrregularHear {
  readonly time: number;
  /** Atom, or the text of a list such as `(player Alpha 3)` or `(p "Alpha" 2)`. */
  readonly sender: string;
  /** The contents: without quotes when `quoted`. */
  readonly message: string;
  /** True when the contents stood between quotes. */
  readonly quoted: boolean;
}

/**
 * Any `(hear ...)` message of any version: unquoted contents, lists of the coach language with doubled quotes, and quoted contents with
 * inner quotes. The old order `(hear referee T MSG)` is read as well. Players' messages with a direction or
 * a side (`(hear T 39 opp "x")`) have more parts before their contents and are left to the decoder of that message: here they are all in `message`.
 */
export function readIrregularHear(source: string | Uint8Array): SexpResult<IrregularHear> {
  const cursor = new SexpCursor(source);
  head(cursor, 'hear');
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
  const message = quoted ? cursor.outerQuotedRest() : cursor.restUntilLastParen();
  end(cursor);
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

/** A `(msg ...)` whose text may hold quotes, and may lack a parenthesis of its own. */
export function readIrregularMsg(source: string | Uint8Array): SexpResult<IrregularMsg> {
  const cursor = new SexpCursor(source);
  head(cursor, 'msg');
  const time = cursor.readInt();
  const board = cursor.readInt();
  const text = cursor.outerQuotedRest();
  end(cursor);
  return cursor.result({ time, board, text });
}

/** NAME of `(error no team with name NAME)`, which may hold quotes and blanks. */
export function readIrregularNoTeam(source: string | Uint8Array): SexpResult<string> {
  const cursor = new SexpCursor(source);
  head(cursor, 'error');
  for (const word of ['no', 'team', 'with', 'name']) {
    if (!cursor.takeAtom(word)) cursor.fail('unexpected_text');
  }
  const name = cursor.restUntilLastParen();
  end(cursor);
  return cursor.result(name);
}

/**
 * CONTENT of `(include N CONTENT)`: N bytes behind the blank, whatever they are. A byte source counts bytes and gives one character a byte;
 * in a text source N counts characters.
 */
export function readIrregularInclude(source: string | Uint8Array): SexpResult<string> {
  const cursor = new SexpCursor(source);
  head(cursor, 'include');
  const content = cursor.readRaw(cursor.readInt());
  cursor.closeList();
  end(cursor);
  return cursor.result(content);
}

/**
 * The name part of a seen object at the cursor: the text of the list `(p "Alpha" 2)`, or '' when the name is missing altogether, as in
 * `( 10 -15)`: a slot that was never initialised (spec 03 §1.8 and §3). The cursor stands inside of the object's list.
 */
export function readObjectName(cursor: SexpCursor): string {
  if (cursor.peekKind() !== 'list') return '';
  const begin = cursor.pos;
  return cursor.skip() ? cursor.slice(begin, cursor.pos) : '';
}

function head(cursor: SexpCursor, name: string): void {
  if (!cursor.enterList()) return;
  if (!cursor.takeAtom(name)) cursor.fail('unexpected_text');
}

/** Nothing but blanks may follow. */
function end(cursor: SexpCursor): void {
  if (cursor.error === null && cursor.peekKind() !== 'end') cursor.fail('unexpected_text');
}
