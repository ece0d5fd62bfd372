/** Reader of the arguments of players' commands (spec 03 §7), one token ahead. `readArguments` calls its methods. */
import type { PlayerCommand, SideRef } from '@rcss/core';
import { keywordToken } from './player-keywords.js';
import {
  type PlayerLexer,
  TOKEN_CLOSE,
  TOKEN_END,
  TOKEN_INT,
  TOKEN_NAME,
  TOKEN_OPEN,
  TOKEN_QUOTED,
  TOKEN_REAL,
} from './player-lexer.js';

/**
 * Called with each command as soon as it is complete. If it returns exactly `false`, decoding of the datagram ends
 * without an error; any other value continues.
 */
export type PlayerCommandSink = (command: PlayerCommand) => unknown;

/** Outcome of one command. */
const CONTINUE = 0;
export const MALFORMED = 1;
export const STOP = 2;

/** A token that nothing accepts. */
const TOKEN_REJECTED = -1;

const LEFT = keywordToken('left');
const RIGHT = keywordToken('right');

const SIDE_OF: ReadonlyMap<number, SideRef> = new Map<number, SideRef>([
  [LEFT, { by: 'side', side: 'l' }],
  [RIGHT, { by: 'side', side: 'r' }],
  [keywordToken('our'), { by: 'relative', own: true }],
  [keywordToken('opp'), { by: 'relative', own: false }],
]);

/** Reads the tokens of one datagram. After a token that does not fit, `isClosing` returns false until the end. */
export class PlayerParser {
  /** The current token. */
  token: number = TOKEN_END;
  readonly lexer: PlayerLexer;
  readonly #onCommand: PlayerCommandSink;

  constructor(lexer: PlayerLexer, onCommand: PlayerCommandSink) {
    this.lexer = lexer;
    this.#onCommand = onCommand;
  }

  /** Goes to the next token. */
  advance(): void {
    this.token = this.lexer.next();
  }

  /** Reports a command; returns whether decoding goes on. */
  emit(command: PlayerCommand): number {
    return this.#onCommand(command) === false ? STOP : CONTINUE;
  }

  /** Returns whether the current token closes a list; always false after a failure. */
  isClosing(): boolean {
    return this.token === TOKEN_CLOSE;
  }

  /** Goes over a token that the form demands. */
  expect(token: number): void {
    if (this.token === token) this.advance();
    else this.token = TOKEN_REJECTED;
  }

  /** Reads a number; 0 after a failure, as the other methods return any value. */
  readNumber(): number {
    if (this.token !== TOKEN_INT && this.token !== TOKEN_REAL) {
      this.token = TOKEN_REJECTED;
      return 0;
    }
    const { value } = this.lexer;
    this.advance();
    return value;
  }

  /** Reads a whole number. */
  readInteger(): number {
    if (this.token !== TOKEN_INT) this.token = TOKEN_REJECTED;
    return this.readNumber();
  }

  /** Reads one of some words and returns its value. */
  readWord<Value>(values: ReadonlyMap<number, Value>): Value {
    const value = values.get(this.token) as Value;
    if (value === undefined) this.token = TOKEN_REJECTED;
    else this.advance();
    return value;
  }

  /** Reads one of some words and returns its value. Without such a word, consumes nothing and returns `absent`. */
  readOptionalWord<Value>(values: ReadonlyMap<number, Value>, absent: Value): Value {
    return values.has(this.token) ? this.readWord(values) : absent;
  }

  /** Reads a side or a team name. */
  readSide(): SideRef {
    const side = this.readOptionalSide();
    if (side === null) this.token = TOKEN_REJECTED;
    return side as SideRef;
  }

  /** Reads a side or a team name. Returns null and consumes nothing if there is neither. */
  readOptionalSide(): SideRef | null {
    let side = SIDE_OF.get(this.token);
    if (side === undefined) {
      if (this.token !== TOKEN_NAME && this.token !== TOKEN_QUOTED) return null;
      side = { by: 'name', name: this.lexer.text() };
    }
    this.advance();
    return side;
  }

  /** Reads one leg, or both in either order. Each is reported as soon as it is complete (spec 05 §10). */
  readLegs(): number {
    let seen = 0;
    while (this.token === TOKEN_OPEN) {
      this.advance();
      const side = this.token as number;
      if ((side !== LEFT && side !== RIGHT) || side === seen) return MALFORMED;
      this.advance();
      const power = this.readNumber();
      const dir = this.readNumber();
      if (!this.isClosing()) return MALFORMED;
      const leg = side === LEFT ? 'l' : 'r';
      if (this.emit({ type: 'dash_leg', leg, power, dir }) === STOP) return STOP;
      this.advance();
      if (seen !== 0) break;
      seen = side;
    }
    return this.isClosing() ? CONTINUE : MALFORMED;
  }

  /** Reads a message that is a quoted text or a name; the lexer reads other unquoted messages. */
  readSay(): number {
    if (this.token !== TOKEN_NAME && this.token !== TOKEN_QUOTED) return MALFORMED;
    const text = this.lexer.text();
    const message = this.token === TOKEN_QUOTED ? text.slice(1, -1) : text;
    this.advance();
    return this.isClosing() ? this.emit({ type: 'say', message }) : MALFORMED;
  }
}
