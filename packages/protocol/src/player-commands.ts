/** Decoder of the commands of players (spec 03 §6 to §8). */
import type { PlayerCommand, SideRef, ViewQuality, ViewWidth } from '@rcss/core';
import {
  K,
  PlayerLexer,
  T_CLOSE,
  T_END,
  T_INT,
  T_NAME,
  T_OPEN,
  T_QUOTED,
  T_REAL,
  T_SAY_UNQUOTED,
} from './player-lexer.js';

/**
 * Called with each command as soon as it is complete. If it returns exactly `false`, decoding of the datagram ends
 * without an error; any other value continues.
 */
export type PlayerCommandSink = (command: PlayerCommand) => unknown;

/**
 * Decodes the commands in the text of one datagram (up to its first NUL), from left to right. Calls `onCommand`
 * with each command as soon as it is complete, and separately with each leg of a dash in leg form. Returns false
 * exactly if `(error illegal_command_form)` must be sent: the text is empty, or a part of it does not fit, after
 * which no command is executed (spec 03 §8). Text after `bye` is ignored (spec 03 §4). The language is the same in
 * all versions. Never throws by itself.
 *
 * The quotes of a quoted team name are kept, so that it matches no name (spec 03 §9.4).
 */
export function decodePlayerCommands(text: Uint8Array | string, onCommand: PlayerCommandSink): boolean {
  const bytes = typeof text === 'string' ? toBytes(text) : text;
  return new Parser(new PlayerLexer(bytes), onCommand).datagram();
}

/** Converts the text to bytes. Characters above U+00FF become bytes that are illegal too. */
function toBytes(text: string): Uint8Array {
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
const GO_ON = 0;
const MALFORMED = 1;
const STOP = 2;

/** Parser with one token of look-ahead. It holds the state of one datagram. */
class Parser {
  private readonly lexer: PlayerLexer;
  private readonly onCommand: PlayerCommandSink;
  private token = T_END;

  constructor(lexer: PlayerLexer, onCommand: PlayerCommandSink) {
    this.lexer = lexer;
    this.onCommand = onCommand;
  }

  datagram(): boolean {
    this.advance();
    if (this.token === T_END) return false;
    while (this.token !== T_END) {
      const outcome = this.command();
      if (outcome === MALFORMED) return false;
      if (outcome === STOP) return true;
      this.advance();
    }
    return true;
  }

  private advance(): void {
    this.token = this.lexer.next();
  }

  private emit(command: PlayerCommand): number {
    return this.onCommand(command) === false ? STOP : GO_ON;
  }

  /**
   * Parses the command that the current token begins. Afterwards, the current token is the closing parenthesis of
   * the command.
   */
  private command(): number {
    if (this.token === T_SAY_UNQUOTED) return this.emit({ type: 'say', message: this.lexer.text() });
    if (this.token !== T_OPEN) return MALFORMED;
    this.advance();
    const head = this.token;
    this.advance();
    switch (head) {
      case K.dash:
        return this.dash();
      case K.turn: {
        const moment = this.number();
        return this.close() ? this.emit({ type: 'turn', moment }) : MALFORMED;
      }
      case K.turn_neck: {
        const moment = this.number();
        return this.close() ? this.emit({ type: 'turn_neck', moment }) : MALFORMED;
      }
      case K.kick: {
        const power = this.number();
        const dir = this.number();
        return this.close() ? this.emit({ type: 'kick', power, dir }) : MALFORMED;
      }
      case K.long_kick: {
        const power = this.number();
        const dir = this.number();
        return this.close() ? this.emit({ type: 'long_kick', power, dir }) : MALFORMED;
      }
      case K.catch: {
        const dir = this.number();
        return this.close() ? this.emit({ type: 'catch', dir }) : MALFORMED;
      }
      case K.move: {
        const x = this.number();
        const y = this.number();
        return this.close() ? this.emit({ type: 'move', x, y }) : MALFORMED;
      }
      case K.change_focus: {
        const dist = this.number();
        const dir = this.number();
        return this.close() ? this.emit({ type: 'change_focus', dist, dir }) : MALFORMED;
      }
      case K.tackle:
        return this.tackle();
      case K.change_view:
        return this.changeView();
      case K.say:
        return this.say();
      case K.pointto:
        return this.pointto();
      case K.attentionto:
        return this.attentionto();
      case K.ear:
        return this.ear();
      case K.clang:
        return this.clang();
      case K.compression: {
        const level = this.int();
        return this.close() ? this.emit({ type: 'compression', level }) : MALFORMED;
      }
      case K.sense_body:
        return this.close() ? this.emit(SENSE_BODY) : MALFORMED;
      case K.score:
        return this.close() ? this.emit(SCORE) : MALFORMED;
      case K.synch_see:
        return this.close() ? this.emit(SYNCH_SEE) : MALFORMED;
      case K.gaussian_see:
        return this.close() ? this.emit(GAUSSIAN_SEE) : MALFORMED;
      case K.done:
        return this.close() ? this.emit(DONE) : MALFORMED;
      case K.bye: {
        if (!this.close()) return MALFORMED;
        this.emit(BYE);
        return STOP;
      }
      default:
        return MALFORMED;
    }
  }

  /** Returns whether the current token closes a list; always false after a failure. */
  private close(): boolean {
    return this.token === T_CLOSE;
  }

  /** Sets a token that no rule accepts, so that `close` returns false. */
  private reject(): void {
    this.token = -1;
  }

  private number(): number {
    if (this.token !== T_INT && this.token !== T_REAL) {
      this.reject();
      return 0;
    }
    const { value } = this.lexer;
    this.advance();
    return value;
  }

  private int(): number {
    if (this.token !== T_INT) {
      this.reject();
      return 0;
    }
    const { value } = this.lexer;
    this.advance();
    return value;
  }

  private dash(): number {
    if (this.token === T_OPEN) return this.legs();
    const power = this.number();
    const dir = this.token === T_CLOSE ? 0 : this.number();
    return this.close() ? this.emit({ type: 'dash', power, dir }) : MALFORMED;
  }

  /** Parses one leg, or both in either order. Each is reported as soon as it is complete (spec 05 §10). */
  private legs(): number {
    let seen = 0;
    while (this.token === T_OPEN) {
      this.advance();
      const side = this.token;
      if ((side !== K.left && side !== K.right) || side === seen) return MALFORMED;
      this.advance();
      const power = this.number();
      const dir = this.number();
      if (!this.close()) return MALFORMED;
      const leg = side === K.left ? 'l' : 'r';
      if (this.emit({ type: 'dash_leg', leg, power, dir }) === STOP) return STOP;
      this.advance();
      if (seen !== 0) break;
      seen = side;
    }
    return this.close() ? GO_ON : MALFORMED;
  }

  private tackle(): number {
    const angle = this.number();
    let foul = false;
    if (this.token === K.on || this.token === K.true) {
      foul = true;
      this.advance();
    } else if (this.token === K.off || this.token === K.false) this.advance();
    return this.close() ? this.emit({ type: 'tackle', angle, foul }) : MALFORMED;
  }

  private changeView(): number {
    let width: ViewWidth;
    if (this.token === K.narrow) width = 'narrow';
    else if (this.token === K.normal) width = 'normal';
    else if (this.token === K.wide) width = 'wide';
    else return MALFORMED;
    this.advance();
    let quality: ViewQuality | null = null;
    if (this.token === K.low || this.token === K.high) {
      quality = this.token === K.low ? 'low' : 'high';
      this.advance();
    }
    return this.close() ? this.emit({ type: 'change_view', width, quality }) : MALFORMED;
  }

  private say(): number {
    if (this.token !== T_NAME && this.token !== T_QUOTED) return MALFORMED;
    const text = this.lexer.text();
    const message = this.token === T_QUOTED ? text.slice(1, -1) : text;
    this.advance();
    return this.close() ? this.emit({ type: 'say', message }) : MALFORMED;
  }

  private pointto(): number {
    if (this.token === K.off) {
      this.advance();
      return this.close() ? this.emit(POINTTO_OFF) : MALFORMED;
    }
    const dist = this.number();
    const dir = this.number();
    return this.close() ? this.emit({ type: 'pointto', dist, dir }) : MALFORMED;
  }

  private attentionto(): number {
    if (this.token === K.off) {
      this.advance();
      return this.close() ? this.emit(ATTENTIONTO_OFF) : MALFORMED;
    }
    const side = this.side();
    if (side === null) return MALFORMED;
    const unum = this.int();
    return this.close() ? this.emit({ type: 'attentionto', side, unum }) : MALFORMED;
  }

  /** Parses a side or a team name. Returns null and consumes nothing if there is neither. */
  private side(): SideRef | null {
    let side: SideRef;
    const { token } = this;
    if (token === K.our) side = OUR;
    else if (token === K.opp) side = OPP;
    else if (token === K.left) side = LEFT;
    else if (token === K.right) side = RIGHT;
    else if (token === T_NAME || token === T_QUOTED) side = { by: 'name', name: this.lexer.text() };
    else return null;
    this.advance();
    return side;
  }

  private ear(): number {
    if (this.token !== T_OPEN) return MALFORMED;
    this.advance();
    if (this.token !== K.on && this.token !== K.off) return MALFORMED;
    const on = this.token === K.on;
    this.advance();
    const side = this.side();
    let mode: 'partial' | 'complete' | null = null;
    if (this.token === K.partial || this.token === K.complete) {
      mode = this.token === K.partial ? 'partial' : 'complete';
      this.advance();
    }
    if (!this.close()) return MALFORMED;
    this.advance();
    return this.close() ? this.emit({ type: 'ear', on, side, mode }) : MALFORMED;
  }

  private clang(): number {
    if (this.token !== T_OPEN) return MALFORMED;
    this.advance();
    if (this.token !== K.ver) return MALFORMED;
    this.advance();
    const min = this.int();
    const max = this.int();
    if (!this.close()) return MALFORMED;
    this.advance();
    return this.close() ? this.emit({ type: 'clang', min, max }) : MALFORMED;
  }
}
