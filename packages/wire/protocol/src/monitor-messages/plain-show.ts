/**
 * Reads shows of text logs in the form in which servers write them: one blank between values, all groups in order, numbers of at most nine
 * digits without exponents. Almost every line of a log has it. One loop over the bytes reads it several times faster than a cursor does,
 * and a line of any other form is left to the cursor.
 */
import { type Frame, type FramePlayer, TEAM_SIZE } from '@rcss/core';

const BLANK = 0x20;
const OPEN = 0x28;
const CLOSE = 0x29;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

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
    let mantissa = 0;
    let scale = 1;
    // The sum of more than nine digits would not be exact in 32 bits.
    while (digit < 10 && mantissa < 1e8) {
      mantissa = (Math.imul(mantissa, 10) + digit) | 0;
      digit = bytes[++i]! ^ ZERO;
    }
    if (digit === (POINT ^ ZERO)) {
      hasFraction = true;
      digit = bytes[++i]! ^ ZERO;
      while (digit < 10 && mantissa < 1e8 && scale < 1e9) {
        mantissa = (Math.imul(mantissa, 10) + digit) | 0;
        scale = Math.imul(scale, 10);
        digit = bytes[++i]! ^ ZERO;
      }
    }
    const next = digit ^ ZERO;
    if (next !== BLANK && next !== CLOSE) return -1;
    const value = scale === 1 ? mantissa : mantissa / scale;
    numbers[read++] = isNegative ? -value : value;
  }
  count = read;
  return i;
}

/** Returns the index after one or two digits of a uniform number and the parenthesis that closes it; -1 if there are none. */
function skipNumber(bytes: Uint8Array, start: number): number {
  const second = bytes[start + 1]!;
  if (second === CLOSE) return start + 2;
  return bytes[start + 2] === CLOSE ? start + 3 : -1;
}

/** Returns 1 to 11; 0 for other numbers. */
function readUnum(bytes: Uint8Array, start: number): number {
  const first = bytes[start]! ^ ZERO;
  if (first > 9) return 0;
  if (bytes[start + 1] === CLOSE) return first;
  const second = bytes[start + 1]! ^ ZERO;
  return first === 1 && second <= 1 ? 10 + second : 0;
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

/** Reads the rest of a player from the index after its state; returns the index after its last parenthesis, or -1. */
function readPlayer(bytes: Uint8Array, start: number, player: FramePlayer): number {
  let i = readNumbers(bytes, start);
  if (i < 0 || (readCount() !== 6 && readCount() !== 8)) return -1;
  player.x = numbers[0]!;
  player.y = numbers[1]!;
  player.vx = numbers[2]!;
  player.vy = numbers[3]!;
  player.body = numbers[4]!;
  player.neck = numbers[5]!;
  player.hasPoint = readCount() === 8;
  player.pointX = player.hasPoint ? numbers[6]! : 0;
  player.pointY = player.hasPoint ? numbers[7]! : 0;
  player.attentionSide = '';
  player.attentionUnum = 0;
  let groups = 0;
  while (bytes[i] === BLANK && bytes[i + 1] === OPEN) {
    const name = bytes[i + 2]!;
    i += 3;
    if (name === 0x76) {
      // (v h 90)
      const quality = bytes[i + 1]!;
      if (bytes[i] !== BLANK || (quality !== 0x68 && quality !== 0x6c)) return -1;
      i = readNumbers(bytes, i + 2);
      if (i < 0 || readCount() !== 1) return -1;
      player.viewQuality = quality === 0x68 ? 'h' : 'l';
      player.viewWidth = numbers[0]!;
      groups |= 1;
    } else if (name === 0x66 && bytes[i] === 0x70) {
      // (fp 5 10)
      i = readNumbers(bytes, i + 1);
      if (i < 0 || readCount() !== 2) return -1;
      player.focusDist = numbers[0]!;
      player.focusDir = numbers[1]!;
    } else if (name === 0x66) {
      // (f l 3)
      const side = bytes[i + 1]!;
      if (bytes[i] !== BLANK || (side !== 0x6c && side !== 0x72)) return -1;
      i = readNumbers(bytes, i + 2);
      if (i < 0 || readCount() !== 1 || hasFraction) return -1;
      player.attentionSide = side === 0x6c ? 'l' : 'r';
      player.attentionUnum = numbers[0]! | 0;
    } else if (name === 0x73) {
      // (s 8000 1 1 130600)
      i = readNumbers(bytes, i);
      if (i < 0 || (readCount() !== 3 && readCount() !== 4)) return -1;
      player.stamina = numbers[0]!;
      player.effort = numbers[1]!;
      player.recovery = numbers[2]!;
      if (readCount() === 4) player.capacity = numbers[3]!;
      groups |= 2;
    } else if (name === 0x63) {
      // (c 0 8 4 0 0 1 0 1 1 4 4)
      i = readNumbers(bytes, i);
      if (i < 0 || (readCount() !== 11 && readCount() !== 12) || hasFraction) return -1;
      fillCounts(player);
      groups |= 4;
    } else return -1;
    if (bytes[i] !== CLOSE) return -1;
    i++;
  }
  return groups === 7 && bytes[i] === CLOSE ? i + 1 : -1;
}

function fillCounts(player: FramePlayer): void {
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
}

const BEGIN = [...'(show'].map((character) => character.charCodeAt(0));

/**
 * Reads a show without groups of play mode and teams into `frame`.
 *
 * @returns the number of players; -1 for a line of another form, which may have changed `frame`
 */
export function readPlainShow(bytes: Uint8Array, frame: Frame): number {
  for (let k = 0; k < BEGIN.length; k++) if (bytes[k] !== BEGIN[k]) return -1;
  let i = readNumbers(bytes, BEGIN.length);
  if (i < 0 || readCount() !== 1 || hasFraction) return -1;
  const time = numbers[0]! | 0;
  if (bytes[i] !== BLANK || bytes[i + 1] !== OPEN || bytes[i + 2] !== OPEN) return -1;
  if (bytes[i + 3] !== 0x62 || bytes[i + 4] !== CLOSE) return -1;
  i = readNumbers(bytes, i + 5);
  if (i < 0 || (readCount() !== 4 && readCount() !== 5) || bytes[i] !== CLOSE) return -1;
  frame.time = time;
  frame.ballX = numbers[0]!;
  frame.ballY = numbers[1]!;
  frame.ballVx = numbers[2]!;
  frame.ballVy = numbers[3]!;
  frame.hasHeight = readCount() === 5;
  frame.ballZ = frame.hasHeight ? numbers[4]! : 0;
  i++;
  let players = 0;
  while (bytes[i] === BLANK) {
    // ((l 11) 3 0x1 ...
    const side = bytes[i + 3]!;
    if (bytes[i + 1] !== OPEN || bytes[i + 2] !== OPEN || bytes[i + 4] !== BLANK) return -1;
    if (side !== 0x6c && side !== 0x72) return -1;
    const unum = readUnum(bytes, i + 5);
    if (unum < 1) return -1;
    i = skipNumber(bytes, i + 5);
    if (i < 0) return -1;
    const player = frame.players[(side === 0x6c ? -1 : TEAM_SIZE - 1) + unum]!;
    const typeEnd = readType(bytes, i);
    if (typeEnd < 0) return -1;
    i = readFlags(bytes, typeEnd);
    if (i < 0) return -1;
    player.typeId = type;
    player.state = flags;
    i = readPlayer(bytes, i, player);
    if (i < 0) return -1;
    players++;
  }
  return i === bytes.length - 1 && bytes[i] === CLOSE ? players : -1;
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
