/**
 * Reads shows of text logs in the form in which servers write them: one blank between values, all players and groups in order, numbers of
 * at most nine digits, six before the point, without exponents. Almost every line of a log has it. One loop over the bytes reads it several
 * times faster than a cursor does, and a line of any other form is left to the cursor. The functions are small: most of the time of a
 * short program passes before the compiler has optimized them.
 */
import { type Frame, type FramePlayer, TEAM_SIZE } from '@rcss/core';

const BLANK = 0x20;
const OPEN = 0x28;
const CLOSE = 0x29;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** Powers of ten up to the largest number of decimal places. */
const SCALES = Float64Array.from({ length: 10 }, (_, places) => 10 ** places);
/** Largest number of digits of a number: its value without the point is exact in 32 bits. */
const MAX_DIGITS = 9;
/** Largest number of digits before the point: every such value is within the limits of logs. */
const MAX_WHOLE_DIGITS = 6;

/** Numbers of one list; the longest has 12. */
const numbers = new Float64Array(16);
/** Number of values in `numbers`. */
let count = 0;
/** Returns `count`; the compiler would take its value of an earlier comparison for granted. */
function readCount(): number {
  return count;
}
/** Whether one of them has a point. */
let hasFraction = false;

/**
 * Reads numbers with one blank before each into `numbers`, from the index of the first blank. Returns the index after the last number; -1
 * if they have another form.
 */
function readNumbers(bytes: Uint8Array, start: number): number {
  let i = start;
  let read = 0;
  hasFraction = false;
  while (bytes[i] === BLANK) {
    let code = bytes[i + 1]!;
    if (code === OPEN) break;
    i++;
    const isNegative = code === MINUS;
    if (isNegative) code = bytes[++i]!;
    let digit = code ^ ZERO;
    if (digit > 9 || read === numbers.length) return -1;
    const first = i;
    let mantissa = digit;
    for (digit = bytes[++i]! ^ ZERO; digit < 10; digit = bytes[++i]! ^ ZERO)
      mantissa = (Math.imul(mantissa, 10) + digit) | 0;
    const whole = i - first;
    if (whole > MAX_WHOLE_DIGITS) return -1;
    if (digit === (POINT ^ ZERO)) {
      hasFraction = true;
      for (digit = bytes[++i]! ^ ZERO; digit < 10; digit = bytes[++i]! ^ ZERO)
        mantissa = (Math.imul(mantissa, 10) + digit) | 0;
      const places = i - first - whole - 1;
      if (whole + places > MAX_DIGITS) return -1;
      const value = mantissa / SCALES[places]!;
      numbers[read++] = isNegative ? -value : value;
    } else numbers[read++] = isNegative ? -mantissa : mantissa;
  }
  count = read;
  return i;
}

/** Whether ` (` and a letter are at an index. */
function beginsGroup(bytes: Uint8Array, i: number, letter: number): boolean {
  return bytes[i + 2] === letter && bytes[i + 1] === OPEN && bytes[i] === BLANK;
}

/** State bits that were read last. */
let flags = 0;

/** Reads ` 0` or ` 0x` with at most seven digits into `flags`; returns the index after them, or -1. */
function readFlags(bytes: Uint8Array, start: number): number {
  flags = 0;
  if (bytes[start] !== BLANK || bytes[start + 1] !== ZERO) return -1;
  if (bytes[start + 2] === BLANK) return start + 2;
  if (bytes[start + 2] !== 0x78) return -1;
  let i = start + 3;
  let value = 0;
  for (; i < start + 10; i++) {
    const code = bytes[i]!;
    if (code >= ZERO && code <= 0x39) value = (value << 4) | (code & 15);
    else if (code >= 0x61 && code <= 0x66) value = (value << 4) | (code - 0x57);
    else break;
  }
  flags = value;
  return i > start + 3 && bytes[i] === BLANK ? i : -1;
}

/** Player type that was read last. */
let type = 0;

/** Reads a type of one or two digits from the index of the blank before it into `type`; returns the index after it, or -1. */
function readType(bytes: Uint8Array, start: number): number {
  const first = bytes[start + 1]! ^ ZERO;
  if (bytes[start] !== BLANK || first > 9) return -1;
  const second = bytes[start + 2]! ^ ZERO;
  type = second > 9 ? first : 10 * first + second;
  return second > 9 ? start + 2 : start + 3;
}

/** Reads type, state and motion from the index of the blank before the type; returns the index after them, or -1. */
function readMotion(bytes: Uint8Array, start: number, player: FramePlayer): number {
  let i = readType(bytes, start);
  if (i < 0) return -1;
  i = readFlags(bytes, i);
  if (i < 0) return -1;
  i = readNumbers(bytes, i);
  if (i < 0 || (readCount() !== 6 && readCount() !== 8)) return -1;
  player.typeId = type;
  player.state = flags;
  player.x = numbers[0]!;
  player.y = numbers[1]!;
  player.vx = numbers[2]!;
  player.vy = numbers[3]!;
  player.body = numbers[4]!;
  player.neck = numbers[5]!;
  player.hasPoint = readCount() === 8;
  player.pointX = player.hasPoint ? numbers[6]! : 0;
  player.pointY = player.hasPoint ? numbers[7]! : 0;
  return i;
}

/** Reads ` (v h 90)` and ` (fp 5 10)`, which may be missing; returns the index after them, or -1. */
function readView(bytes: Uint8Array, start: number, player: FramePlayer): number {
  const quality = bytes[start + 4]!;
  if (!beginsGroup(bytes, start, 0x76) || bytes[start + 3] !== BLANK) return -1;
  if (quality !== 0x68 && quality !== 0x6c) return -1;
  let i = readNumbers(bytes, start + 5);
  if (i < 0 || readCount() !== 1 || bytes[i] !== CLOSE) return -1;
  player.viewQuality = quality === 0x68 ? 'h' : 'l';
  player.viewWidth = numbers[0]!;
  i++;
  if (!beginsGroup(bytes, i, 0x66) || bytes[i + 3] !== 0x70) return i;
  i = readNumbers(bytes, i + 4);
  if (i < 0 || readCount() !== 2 || bytes[i] !== CLOSE) return -1;
  player.focusDist = numbers[0]!;
  player.focusDir = numbers[1]!;
  return i + 1;
}

/** Reads ` (s 8000 1 1 130600)`, and ` (f l 3)`, which may be missing; returns the index after them, or -1. */
function readStamina(bytes: Uint8Array, start: number, player: FramePlayer): number {
  if (!beginsGroup(bytes, start, 0x73)) return -1;
  let i = readNumbers(bytes, start + 3);
  if (i < 0 || (readCount() !== 3 && readCount() !== 4) || bytes[i] !== CLOSE) return -1;
  player.stamina = numbers[0]!;
  player.effort = numbers[1]!;
  player.recovery = numbers[2]!;
  if (readCount() === 4) player.capacity = numbers[3]!;
  player.attentionSide = '';
  player.attentionUnum = 0;
  i++;
  if (!beginsGroup(bytes, i, 0x66)) return i;
  const side = bytes[i + 4]!;
  if (bytes[i + 3] !== BLANK || (side !== 0x6c && side !== 0x72)) return -1;
  i = readNumbers(bytes, i + 5);
  if (i < 0 || readCount() !== 1 || hasFraction || bytes[i] !== CLOSE) return -1;
  player.attentionSide = side === 0x6c ? 'l' : 'r';
  player.attentionUnum = numbers[0]! | 0;
  return i + 1;
}

/** Reads ` (c 0 8 4 0 0 1 0 1 1 4 4)`; returns the index after it, or -1. */
function readCounts(bytes: Uint8Array, start: number, player: FramePlayer): number {
  if (!beginsGroup(bytes, start, 0x63)) return -1;
  const i = readNumbers(bytes, start + 3);
  if (i < 0 || (readCount() !== 11 && readCount() !== 12) || hasFraction || bytes[i] !== CLOSE) return -1;
  player.kickCount = numbers[0]! | 0;
  player.dashCount = numbers[1]! | 0;
  player.turnCount = numbers[2]! | 0;
  player.catchCount = numbers[3]! | 0;
  player.moveCount = numbers[4]! | 0;
  player.turnNeckCount = numbers[5]! | 0;
  player.changeViewCount = numbers[6]! | 0;
  player.sayCount = numbers[7]! | 0;
  player.tackleCount = numbers[8]! | 0;
  player.pointtoCount = numbers[9]! | 0;
  player.attentiontoCount = numbers[10]! | 0;
  if (readCount() === 12) player.changeFocusCount = numbers[11]! | 0;
  return i + 1;
}

/** Returns the index after ` ((l 11)` of the player at `index` of a frame; -1 for another text. */
function skipName(bytes: Uint8Array, start: number, index: number): number {
  const isLeft = index < TEAM_SIZE;
  const unum = isLeft ? index + 1 : index - TEAM_SIZE + 1;
  if (!beginsGroup(bytes, start, OPEN) || bytes[start + 3] !== (isLeft ? 0x6c : 0x72)) return -1;
  if (bytes[start + 4] !== BLANK) return -1;
  if (unum < 10) return bytes[start + 5] === unum + ZERO && bytes[start + 6] === CLOSE ? start + 7 : -1;
  if (bytes[start + 5] !== ZERO + 1 || bytes[start + 6] !== unum - 10 + ZERO) return -1;
  return bytes[start + 7] === CLOSE ? start + 8 : -1;
}

const BEGIN = [...'(show'].map((character) => character.charCodeAt(0));

/** Reads time and ball; returns the index after them, or -1. */
function readBeginning(bytes: Uint8Array, start: number, frame: Frame): number {
  for (let k = 0; k < BEGIN.length; k++) if (bytes[start + k] !== BEGIN[k]) return -1;
  let i = readNumbers(bytes, start + BEGIN.length);
  if (i < 0 || readCount() !== 1 || hasFraction) return -1;
  const time = numbers[0]! | 0;
  if (!beginsGroup(bytes, i, OPEN) || bytes[i + 3] !== 0x62 || bytes[i + 4] !== CLOSE) return -1;
  i = readNumbers(bytes, i + 5);
  if (i < 0 || (readCount() !== 4 && readCount() !== 5) || bytes[i] !== CLOSE) return -1;
  frame.time = time;
  frame.ballX = numbers[0]!;
  frame.ballY = numbers[1]!;
  frame.ballVx = numbers[2]!;
  frame.ballVy = numbers[3]!;
  frame.hasHeight = readCount() === 5;
  frame.ballZ = frame.hasHeight ? numbers[4]! : 0;
  return i + 1;
}

/**
 * Reads a show with 22 players, without groups of play mode and teams, into `frame`. All of its numbers are smaller than a million.
 *
 * @param start Index of its first byte. What follows the show may be anything.
 * @returns the index after its last parenthesis; -1 for another form, which may have changed `frame`
 */
export function readPlainShow(bytes: Uint8Array, start: number, frame: Frame): number {
  let i = readBeginning(bytes, start, frame);
  const { players } = frame;
  for (let index = 0; index < players.length; index++) {
    if (i < 0) return -1;
    const player = players[index]!;
    i = skipName(bytes, i, index);
    if (i >= 0) i = readMotion(bytes, i, player);
    if (i >= 0) i = readView(bytes, i, player);
    if (i >= 0) i = readStamina(bytes, i, player);
    if (i >= 0) i = readCounts(bytes, i, player);
    if (i < 0 || bytes[i] !== CLOSE) return -1;
    i++;
  }
  return i >= 0 && bytes[i] === CLOSE ? i + 1 : -1;
}
