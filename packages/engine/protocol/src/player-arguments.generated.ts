/**
 * Reads the arguments of the commands of players (spec 03 §7).
 *
 * Generated from packages/engine/core/src/command-table.ts by `npm run generate`; do not edit.
 */

import {
  ATTENTIONTO,
  BYE,
  CATCH,
  CHANGE_FOCUS,
  CHANGE_VIEW,
  CHEST_TRAP,
  CLANG,
  COMPLETE,
  COMPRESSION,
  DASH,
  DONE,
  EAR,
  FALSE,
  GAUSSIAN_SEE,
  HIGH,
  KICK,
  LONG_KICK,
  LOW,
  MOVE,
  NARROW,
  NORMAL,
  OFF,
  ON,
  PARTIAL,
  POINTTO,
  SAY,
  SCORE,
  SENSE_BODY,
  SYNCH_SEE,
  TACKLE,
  TRUE,
  TURN,
  TURN_NECK,
  VER,
  WIDE,
} from './player-keywords.generated.js';
import { TOKEN_CLOSE, TOKEN_OPEN } from './player-lexer.js';
import { MALFORMED, type PlayerParser, STOP } from './player-parser.js';

const FLAG_WORDS = new Map([
  [ON, true],
  [OFF, false],
  [TRUE, true],
  [FALSE, false],
] as const);
const WIDTH_WORDS = new Map([
  [NARROW, 'narrow'],
  [NORMAL, 'normal'],
  [WIDE, 'wide'],
] as const);
const QUALITY_WORDS = new Map([
  [HIGH, 'high'],
  [LOW, 'low'],
] as const);
const SWITCH_WORDS = new Map([
  [ON, true],
  [OFF, false],
] as const);
const MODE_WORDS = new Map([
  [PARTIAL, 'partial'],
  [COMPLETE, 'complete'],
] as const);

const POINTTO_OFF_COMMAND = { type: 'pointto_off' } as const;
const ATTENTIONTO_OFF_COMMAND = { type: 'attentionto_off' } as const;
const SENSE_BODY_COMMAND = { type: 'sense_body' } as const;
const SCORE_COMMAND = { type: 'score' } as const;
const SYNCH_SEE_COMMAND = { type: 'synch_see' } as const;
const GAUSSIAN_SEE_COMMAND = { type: 'gaussian_see' } as const;
const DONE_COMMAND = { type: 'done' } as const;
const BYE_COMMAND = { type: 'bye' } as const;
const CHEST_TRAP_COMMAND = { type: 'chest_trap' } as const;

/** Reads the arguments of the command with a first word, and reports the command. The current token is the one after the word. */
export function readArguments(p: PlayerParser, word: number): number {
  switch (word) {
    case DASH: {
      if (p.token === TOKEN_OPEN) return p.readLegs();
      const power = p.readNumber();
      const dir = p.token === TOKEN_CLOSE ? 0 : p.readNumber();
      return p.isClosing() ? p.emit({ type: 'dash', power, dir }) : MALFORMED;
    }
    case TURN: {
      const moment = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'turn', moment }) : MALFORMED;
    }
    case TURN_NECK: {
      const moment = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'turn_neck', moment }) : MALFORMED;
    }
    case KICK: {
      const power = p.readNumber();
      const dir = p.readNumber();
      if (p.token !== TOKEN_CLOSE && p.lexer.hasHeight) {
        const loft = p.readNumber();
        return p.isClosing() ? p.emit({ type: 'kick_loft', power, dir, loft }) : MALFORMED;
      }
      return p.isClosing() ? p.emit({ type: 'kick', power, dir }) : MALFORMED;
    }
    case LONG_KICK: {
      const power = p.readNumber();
      const dir = p.readNumber();
      if (p.token !== TOKEN_CLOSE && p.lexer.hasHeight) {
        const loft = p.readNumber();
        return p.isClosing() ? p.emit({ type: 'long_kick_loft', power, dir, loft }) : MALFORMED;
      }
      return p.isClosing() ? p.emit({ type: 'long_kick', power, dir }) : MALFORMED;
    }
    case TACKLE: {
      const angle = p.readNumber();
      const foul = p.readOptionalWord(FLAG_WORDS, false);
      return p.isClosing() ? p.emit({ type: 'tackle', angle, foul }) : MALFORMED;
    }
    case CATCH: {
      const dir = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'catch', dir }) : MALFORMED;
    }
    case MOVE: {
      const x = p.readNumber();
      const y = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'move', x, y }) : MALFORMED;
    }
    case CHANGE_VIEW: {
      const width = p.readWord(WIDTH_WORDS);
      const quality = p.readOptionalWord(QUALITY_WORDS, null);
      return p.isClosing() ? p.emit({ type: 'change_view', width, quality }) : MALFORMED;
    }
    case CHANGE_FOCUS: {
      const dist = p.readNumber();
      const dir = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'change_focus', dist, dir }) : MALFORMED;
    }
    case SAY:
      return p.readSay();
    case POINTTO: {
      if (p.token === OFF) {
        p.advance();
        return p.isClosing() ? p.emit(POINTTO_OFF_COMMAND) : MALFORMED;
      }
      const dist = p.readNumber();
      const dir = p.readNumber();
      return p.isClosing() ? p.emit({ type: 'pointto', dist, dir }) : MALFORMED;
    }
    case ATTENTIONTO: {
      if (p.token === OFF) {
        p.advance();
        return p.isClosing() ? p.emit(ATTENTIONTO_OFF_COMMAND) : MALFORMED;
      }
      const side = p.readSide();
      const unum = p.readInteger();
      return p.isClosing() ? p.emit({ type: 'attentionto', side, unum }) : MALFORMED;
    }
    case EAR: {
      p.expect(TOKEN_OPEN);
      const on = p.readWord(SWITCH_WORDS);
      const side = p.readOptionalSide();
      const mode = p.readOptionalWord(MODE_WORDS, null);
      p.expect(TOKEN_CLOSE);
      return p.isClosing() ? p.emit({ type: 'ear', on, side, mode }) : MALFORMED;
    }
    case CLANG: {
      p.expect(TOKEN_OPEN);
      p.expect(VER);
      const min = p.readInteger();
      const max = p.readInteger();
      p.expect(TOKEN_CLOSE);
      return p.isClosing() ? p.emit({ type: 'clang', min, max }) : MALFORMED;
    }
    case SENSE_BODY:
      return p.isClosing() ? p.emit(SENSE_BODY_COMMAND) : MALFORMED;
    case SCORE:
      return p.isClosing() ? p.emit(SCORE_COMMAND) : MALFORMED;
    case SYNCH_SEE:
      return p.isClosing() ? p.emit(SYNCH_SEE_COMMAND) : MALFORMED;
    case GAUSSIAN_SEE:
      return p.isClosing() ? p.emit(GAUSSIAN_SEE_COMMAND) : MALFORMED;
    case COMPRESSION: {
      const level = p.readInteger();
      return p.isClosing() ? p.emit({ type: 'compression', level }) : MALFORMED;
    }
    case DONE:
      return p.isClosing() ? p.emit(DONE_COMMAND) : MALFORMED;
    case BYE:
      if (!p.isClosing()) return MALFORMED;
      p.emit(BYE_COMMAND);
      return STOP;
    case CHEST_TRAP:
      return p.isClosing() ? p.emit(CHEST_TRAP_COMMAND) : MALFORMED;
    default:
      return MALFORMED;
  }
}
