/** Commands of trainers (spec 07 §6, §7). Monitors may use some of them (spec 10 §10.3). */
import { type Failure, isPlayMode, type MoveSpec, ok, type Result, type TrainerCommand } from '@rcss/core';
import { readInt32 } from '@rcss/sexp/numbers';
import {
  readArgument,
  readCommandWord,
  readIntegers,
  readReal,
  readRun,
  readSayMessage,
  readWord,
  refuse,
  refuseForm,
  skipBlanks,
  skipWord,
} from './command-scanner.js';
import { formatCommandNumber } from './player-commands-encode.js';

/** Highest compression level (spec 07 §7.13). */
const MAX_COMPRESSION_LEVEL = 9;
/** Longest name of an object in `move` and of a team in `change_player_type`, in characters. */
const MAX_NAME_LENGTH = 127;

/**
 * Decodes a command of the trainer. The `code` of a failure is the text after `error` in the reply. A move with
 * four numbers has `vx` without `vy`: the simulator refuses it, but first takes the ball from the goalie. The
 * message of `say` is the scanned text with its closing parenthesis. The simulator removes the parenthesis, or
 * cuts the text to the limit. Text after a command is ignored (spec 07 §2, point 6).
 */
export function decodeTrainerCommand(text: string): Result<TrainerCommand, Failure> {
  const command = readCommandWord(text);
  if (command === null) return refuseForm("expected '(' and a command word", 0);
  const { word, begin, end } = command;
  switch (word) {
    case 'start':
    case 'recover':
    case 'check_ball':
    case 'look':
    case 'team_names':
    case 'done':
      return ok({ type: word });
    case 'change_mode':
      return scanChangeMode(text, end);
    case 'move':
      return scanMove(text, end);
    case 'eye':
    case 'ear': {
      const on = scanOnOff(text, end);
      return on === null ? refuseForm("expected 'on' or 'off'", end) : ok({ type: word, on });
    }
    case 'say': {
      const message = readSayMessage(text, begin);
      return message === '' ? refuseForm('expected a message', end) : ok({ type: 'say', message });
    }
    case 'change_player_type':
      return scanChangePlayerType(text, end);
    case 'compression':
      return scanCompression(text, end);
    default:
      return refuse('unknown_command', `'${word}' is not a command of a trainer`, begin);
  }
}

/** Reads `MODE` after the command word (spec 07 §7.1). */
export function scanChangeMode(text: string, pos: number): Result<TrainerCommand, Failure> {
  const begin = skipBlanks(text, pos);
  const mode = readWord(text, begin);
  if (mode === '') return refuseForm('expected a play mode', begin);
  if (!isPlayMode(mode)) return refuse('illegal_mode', `'${mode}' is not a play mode`, begin);
  return ok({ type: 'change_mode', mode });
}

/** Reads `on` or `off` (spec 07 §7.8). Returns null for anything else. */
export function scanOnOff(text: string, pos: number): boolean | null {
  const word = readArgument(text, skipBlanks(text, pos));
  return word === 'on' ? true : word === 'off' ? false : null;
}

/** Reads `LEVEL` (spec 07 §7.13, spec 10 §11). */
export function scanCompression(
  text: string,
  pos: number,
): Result<{ readonly type: 'compression'; readonly level: number }, Failure> {
  const level = readInt32(text, pos);
  if (level.end === pos)
    return refuseForm(`expected a compression level up to ${MAX_COMPRESSION_LEVEL}`, pos);
  if (level.value > MAX_COMPRESSION_LEVEL)
    return refuseForm(`compression level ${level.value} is above ${MAX_COMPRESSION_LEVEL}`, pos);
  return ok({ type: 'compression', level: level.value });
}

/** Reads `(OBJECT) X Y [ANGLE [VX VY]]` (spec 07 §7.2). */
export function scanMove(text: string, pos: number): Result<TrainerCommand, Failure> {
  const open = skipWord(text, pos, '(');
  const begin = skipBlanks(text, Math.max(open, 0));
  const close = open < 0 ? -1 : text.indexOf(')', begin);
  if (close <= begin || close - begin > MAX_NAME_LENGTH)
    return refuseObject("expected '(ball)' or '(player TEAM UNUM)'", pos);
  const numbers: number[] = [];
  for (let at = close + 1; numbers.length < 5; ) {
    const scan = readReal(text, at);
    if (scan.end === at) break;
    if (Number.isNaN(scan.value)) return refuseObject('a coordinate, angle or velocity must not be NaN', at);
    numbers.push(scan.value);
    at = scan.end;
  }
  if (numbers.length < 2) return refuseObject('expected X and Y after the object', close);
  const to = createMoveSpec(numbers);
  const name = text.slice(begin, close);
  if (name === 'ball') return ok({ type: 'move_ball', to });
  const afterWord = skipWord(name, 0, 'player');
  if (afterWord < 0)
    return refuseObject(`'${name}' is not an object; expected 'ball' or 'player TEAM UNUM'`, begin);
  const teamBegin = skipBlanks(name, afterWord);
  const team = readRun(name, teamBegin);
  const unum = readInt32(name, teamBegin + team.length);
  if (team === '' || unum.end === teamBegin + team.length)
    return refuseObject(`'${name}' is not an object; expected 'ball' or 'player TEAM UNUM'`, begin);
  if (unum.value < 1 || unum.value > 11)
    return refuseObject(`uniform number ${unum.value} is out of range (1–11)`, begin);
  return ok({ type: 'move_player', team, unum: unum.value, to });
}

function refuseObject(message: string, offset: number): { readonly ok: false; readonly error: Failure } {
  return refuse('illegal_object_form', message, offset);
}

function createMoveSpec(numbers: readonly number[]): MoveSpec {
  const [x = 0, y = 0, angle = 0, vx = 0, vy = 0] = numbers;
  switch (numbers.length) {
    case 2:
      return { x, y };
    case 3:
      return { x, y, angle };
    case 4:
      return { x, y, angle, vx };
    default:
      return { x, y, angle, vx, vy };
  }
}

/** Reads `TEAM UNUM TYPE` (spec 07 §7.11). */
function scanChangePlayerType(text: string, pos: number): Result<TrainerCommand, Failure> {
  const begin = skipBlanks(text, pos);
  const team = readRun(text, begin);
  const [unum, typeId] = readIntegers(text, begin + team.length, 2);
  if (team === '' || team.length > MAX_NAME_LENGTH || unum === undefined || typeId === undefined) {
    return refuseForm('expected a team, a uniform number and a player type', begin);
  }
  return ok({ type: 'change_player_type', team, unum, typeId });
}

/**
 * Encodes a command of the trainer, without the final NUL (spec 07 §7). The message of `say` is written unchanged
 * and closed by a parenthesis.
 */
export function encodeTrainerCommand(command: TrainerCommand): string {
  switch (command.type) {
    case 'change_mode':
      return `(change_mode ${command.mode})`;
    case 'move_ball':
      return `(move (ball) ${formatMoveNumbers(command.to)})`;
    case 'move_player':
      return `(move (player ${command.team} ${command.unum}) ${formatMoveNumbers(command.to)})`;
    case 'eye':
    case 'ear':
      return `(${command.type} ${command.on ? 'on' : 'off'})`;
    case 'say':
      return `(say ${command.message})`;
    case 'change_player_type':
      return `(change_player_type ${command.team} ${Math.trunc(command.unum)} ${Math.trunc(command.typeId)})`;
    case 'compression':
      return `(compression ${Math.trunc(command.level)})`;
    case 'start':
    case 'recover':
    case 'check_ball':
    case 'look':
    case 'team_names':
    case 'done':
      return `(${command.type})`;
  }
}

/** Returns the numbers after the position. A velocity needs an angle before it and both components. */
function formatMoveNumbers(to: MoveSpec): string {
  let text = `${formatCommandNumber(to.x)} ${formatCommandNumber(to.y)}`;
  if (to.angle === undefined && to.vx === undefined) return text;
  text += ` ${formatCommandNumber(to.angle ?? 0)}`;
  if (to.vx === undefined) return text;
  text += ` ${formatCommandNumber(to.vx)}`;
  return to.vy === undefined ? text : `${text} ${formatCommandNumber(to.vy)}`;
}
