/** Decoder of the commands of players (spec 03 §6 to §8). */
import type { PlayerCommand, SideRef, ViewQuality, ViewWidth } from '@rcss/core';
import {
  KEYWORD,
  PlayerLexer,
  TOKEN_CLOSE,
  TOKEN_END,
  TOKEN_INT,
  TOKEN_NAME,
  TOKEN_OPEN,
  TOKEN_QUOTED,
  TOKEN_REAL,
  TOKEN_SAY_UNQUOTED,
} from './player-lexer.js';

/**
 * Called with each command as soon as it is complete. If it returns exactly `false`, decoding of the datagram ends
 * without an error; any other value continues.
 */
export type PlayerCommandSink = (command: PlayerCommand) => unknown;

/**
 * Decodes the commands in the text of one datagram (up to its first NUL), from left to right. Calls `onCommand`
 * with each command as soon as it is complete. For a dash in leg form, calls it once for each leg. Returns false
 * if `(error illegal_command_form)` must be sent, otherwise true. It must be sent if the text is empty or if a
 * part of the text is malformed; no command after that part is executed (spec 03 §8). Text after `bye` is ignored
 * (spec 03 §4). The language is the same in all versions. Throws only what `onCommand` throws.
 *
 * The quotes of a quoted team name are kept, so that it matches no name (spec 03 §9.4).
 */
export function decodePlayerCommands(text: Uint8Array | string, onCommand: PlayerCommandSink): boolean {
  const bytes = typeof text === 'string' ? encodeText(text) : text;
  return new Parser(new PlayerLexer(bytes), onCommand).parse();
}

/** Converts the text to bytes. Characters above U+00FF become bytes that are illegal too. */
function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 256 ? code : 255;
  }
  return bytes;
}

const LEFT: SideRef = { by: 'side', side: 'l' };
const RIGHT: SideRef = { by: 'side', side: 'r' };
const OUR: SideRef = { by: 'relative', own: true };
const OPP: SideRef = { by: 'relative', own: false };

const SENSE_BODY: PlayerCommand = { type: 'sense_body' };
const SCORE: PlayerCommand = { type: 'score' };
const SYNCH_SEE: PlayerCommand = { type: 'synch_see' };
const GAUSSIAN_SEE: PlayerCommand = { type: 'gaussian_see' };
const DONE: PlayerCommand = { type: 'done' };
const BYE: PlayerCommand = { type: 'bye' };
const POINTTO_OFF: PlayerCommand = { type: 'pointto_off' };
const ATTENTIONTO_OFF: PlayerCommand = { type: 'attentionto_off' };

/** Outcome of one command. */
const CONTINUE = 0;
const MALFORMED = 1;
const STOP = 2;

/** Parser with one token of look-ahead. It holds the state of one datagram. */
class Parser {
  readonly #lexer: PlayerLexer;
  readonly #onCommand: PlayerCommandSink;
  #token = TOKEN_END;

  constructor(lexer: PlayerLexer, onCommand: PlayerCommandSink) {
    this.#lexer = lexer;
    this.#onCommand = onCommand;
  }

  /** Parses all commands; false if one of them is malformed. */
  parse(): boolean {
    this.#advance();
    if (this.#token === TOKEN_END) return false;
    while (this.#token !== TOKEN_END) {
      const outcome = this.#parseCommand();
      if (outcome === MALFORMED) return false;
      if (outcome === STOP) return true;
      this.#advance();
    }
    return true;
  }

  #advance(): void {
    this.#token = this.#lexer.next();
  }

  #emit(command: PlayerCommand): number {
    return this.#onCommand(command) === false ? STOP : CONTINUE;
  }

  /**
   * Parses the command that begins with the current token. After the call, the current token is the closing
   * parenthesis of the command.
   */
  #parseCommand(): number {
    if (this.#token === TOKEN_SAY_UNQUOTED) return this.#emit({ type: 'say', message: this.#lexer.text() });
    if (this.#token !== TOKEN_OPEN) return MALFORMED;
    this.#advance();
    const head = this.#token;
    this.#advance();
    switch (head) {
      case KEYWORD.dash:
        return this.#parseDash();
      case KEYWORD.turn: {
        const moment = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'turn', moment }) : MALFORMED;
      }
      case KEYWORD.turn_neck: {
        const moment = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'turn_neck', moment }) : MALFORMED;
      }
      case KEYWORD.kick: {
        const power = this.#readNumber();
        const dir = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'kick', power, dir }) : MALFORMED;
      }
      case KEYWORD.long_kick: {
        const power = this.#readNumber();
        const dir = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'long_kick', power, dir }) : MALFORMED;
      }
      case KEYWORD.catch: {
        const dir = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'catch', dir }) : MALFORMED;
      }
      case KEYWORD.move: {
        const x = this.#readNumber();
        const y = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'move', x, y }) : MALFORMED;
      }
      case KEYWORD.change_focus: {
        const dist = this.#readNumber();
        const dir = this.#readNumber();
        return this.#isClosing() ? this.#emit({ type: 'change_focus', dist, dir }) : MALFORMED;
      }
      case KEYWORD.tackle:
        return this.#parseTackle();
      case KEYWORD.change_view:
        return this.#parseChangeView();
      case KEYWORD.say:
        return this.#parseSay();
      case KEYWORD.pointto:
        return this.#parsePointto();
      case KEYWORD.attentionto:
        return this.#parseAttentionto();
      case KEYWORD.ear:
        return this.#parseEar();
      case KEYWORD.clang:
        return this.#parseClang();
      case KEYWORD.compression: {
        const level = this.#readInt();
        return this.#isClosing() ? this.#emit({ type: 'compression', level }) : MALFORMED;
      }
      case KEYWORD.sense_body:
        return this.#isClosing() ? this.#emit(SENSE_BODY) : MALFORMED;
      case KEYWORD.score:
        return this.#isClosing() ? this.#emit(SCORE) : MALFORMED;
      case KEYWORD.synch_see:
        return this.#isClosing() ? this.#emit(SYNCH_SEE) : MALFORMED;
      case KEYWORD.gaussian_see:
        return this.#isClosing() ? this.#emit(GAUSSIAN_SEE) : MALFORMED;
      case KEYWORD.done:
        return this.#isClosing() ? this.#emit(DONE) : MALFORMED;
      case KEYWORD.bye: {
        if (!this.#isClosing()) return MALFORMED;
        this.#emit(BYE);
        return STOP;
      }
      default:
        return MALFORMED;
    }
  }

  /** Returns whether the current token closes a list; always false after a failure. */
  #isClosing(): boolean {
    return this.#token === TOKEN_CLOSE;
  }

  /** Sets a token that no rule accepts, so that `#isClosing` returns false. */
  #reject(): void {
    this.#token = -1;
  }

  #readNumber(): number {
    if (this.#token !== TOKEN_INT && this.#token !== TOKEN_REAL) {
      this.#reject();
      return 0;
    }
    const { value } = this.#lexer;
    this.#advance();
    return value;
  }

  #readInt(): number {
    if (this.#token !== TOKEN_INT) {
      this.#reject();
      return 0;
    }
    const { value } = this.#lexer;
    this.#advance();
    return value;
  }

  #parseDash(): number {
    if (this.#token === TOKEN_OPEN) return this.#parseLegs();
    const power = this.#readNumber();
    const dir = this.#token === TOKEN_CLOSE ? 0 : this.#readNumber();
    return this.#isClosing() ? this.#emit({ type: 'dash', power, dir }) : MALFORMED;
  }

  /** Parses one leg, or both in either order. Each is reported as soon as it is complete (spec 05 §10). */
  #parseLegs(): number {
    let seen = 0;
    while (this.#token === TOKEN_OPEN) {
      this.#advance();
      const side = this.#token;
      if ((side !== KEYWORD.left && side !== KEYWORD.right) || side === seen) return MALFORMED;
      this.#advance();
      const power = this.#readNumber();
      const dir = this.#readNumber();
      if (!this.#isClosing()) return MALFORMED;
      const leg = side === KEYWORD.left ? 'l' : 'r';
      if (this.#emit({ type: 'dash_leg', leg, power, dir }) === STOP) return STOP;
      this.#advance();
      if (seen !== 0) break;
      seen = side;
    }
    return this.#isClosing() ? CONTINUE : MALFORMED;
  }

  #parseTackle(): number {
    const angle = this.#readNumber();
    let foul = false;
    if (this.#token === KEYWORD.on || this.#token === KEYWORD.true) {
      foul = true;
      this.#advance();
    } else if (this.#token === KEYWORD.off || this.#token === KEYWORD.false) this.#advance();
    return this.#isClosing() ? this.#emit({ type: 'tackle', angle, foul }) : MALFORMED;
  }

  #parseChangeView(): number {
    let width: ViewWidth;
    if (this.#token === KEYWORD.narrow) width = 'narrow';
    else if (this.#token === KEYWORD.normal) width = 'normal';
    else if (this.#token === KEYWORD.wide) width = 'wide';
    else return MALFORMED;
    this.#advance();
    let quality: ViewQuality | null = null;
    if (this.#token === KEYWORD.low || this.#token === KEYWORD.high) {
      quality = this.#token === KEYWORD.low ? 'low' : 'high';
      this.#advance();
    }
    return this.#isClosing() ? this.#emit({ type: 'change_view', width, quality }) : MALFORMED;
  }

  #parseSay(): number {
    if (this.#token !== TOKEN_NAME && this.#token !== TOKEN_QUOTED) return MALFORMED;
    const text = this.#lexer.text();
    const message = this.#token === TOKEN_QUOTED ? text.slice(1, -1) : text;
    this.#advance();
    return this.#isClosing() ? this.#emit({ type: 'say', message }) : MALFORMED;
  }

  #parsePointto(): number {
    if (this.#token === KEYWORD.off) {
      this.#advance();
      return this.#isClosing() ? this.#emit(POINTTO_OFF) : MALFORMED;
    }
    const dist = this.#readNumber();
    const dir = this.#readNumber();
    return this.#isClosing() ? this.#emit({ type: 'pointto', dist, dir }) : MALFORMED;
  }

  #parseAttentionto(): number {
    if (this.#token === KEYWORD.off) {
      this.#advance();
      return this.#isClosing() ? this.#emit(ATTENTIONTO_OFF) : MALFORMED;
    }
    const side = this.#readSide();
    if (side === null) return MALFORMED;
    const unum = this.#readInt();
    return this.#isClosing() ? this.#emit({ type: 'attentionto', side, unum }) : MALFORMED;
  }

  /** Parses a side or a team name. Returns null and consumes nothing if there is neither. */
  #readSide(): SideRef | null {
    let side: SideRef;
    const token = this.#token;
    if (token === KEYWORD.our) side = OUR;
    else if (token === KEYWORD.opp) side = OPP;
    else if (token === KEYWORD.left) side = LEFT;
    else if (token === KEYWORD.right) side = RIGHT;
    else if (token === TOKEN_NAME || token === TOKEN_QUOTED) side = { by: 'name', name: this.#lexer.text() };
    else return null;
    this.#advance();
    return side;
  }

  #parseEar(): number {
    if (this.#token !== TOKEN_OPEN) return MALFORMED;
    this.#advance();
    if (this.#token !== KEYWORD.on && this.#token !== KEYWORD.off) return MALFORMED;
    const on = this.#token === KEYWORD.on;
    this.#advance();
    const side = this.#readSide();
    let mode: 'partial' | 'complete' | null = null;
    if (this.#token === KEYWORD.partial || this.#token === KEYWORD.complete) {
      mode = this.#token === KEYWORD.partial ? 'partial' : 'complete';
      this.#advance();
    }
    if (!this.#isClosing()) return MALFORMED;
    this.#advance();
    return this.#isClosing() ? this.#emit({ type: 'ear', on, side, mode }) : MALFORMED;
  }

  #parseClang(): number {
    if (this.#token !== TOKEN_OPEN) return MALFORMED;
    this.#advance();
    if (this.#token !== KEYWORD.ver) return MALFORMED;
    this.#advance();
    const min = this.#readInt();
    const max = this.#readInt();
    if (!this.#isClosing()) return MALFORMED;
    this.#advance();
    return this.#isClosing() ? this.#emit({ type: 'clang', min, max }) : MALFORMED;
  }
}
