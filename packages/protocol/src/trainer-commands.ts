/** Commands of trainers (spec 07 §6, §7). Monitors may use some of them (spec 10 §10.3). */
import { type Failure, isPlayMode, type MoveSpec, ok, type Result, type TrainerCommand } from '@rcss/core';
import { readInt32, readStrtod } from '@rcss/sexp';
import {
  argumentAt,
  commandWord,
  illegalForm,
  integersAt,
  refuse,
  runAt,
  sayMessage,
  skipBlanks,
  skipWord,
  wordAt,
} from './coach-scanner.js';
import { commandNumber } from './player-commands-encode.js';

/** Highest compression level (spec 07 §7.13). */
const MAX_COMPRESSION = 9;
/** Longest name of an object in `move` and of a team in `change_player_type`, in characters. */
const MAX_NAME = 127;

/**
 * Decodes a command of the trainer. The `code` of a failure is the text after `error` in the reply. A move with
 * four numbers has `vx` without `vy`: the simulator refuses it, but first takes the ball from the goalie. The
 * message of `say` is the scanned text with its closing parenthesis; the simulator cuts it. Text after a command is
 * ignored (spec 07 §2, point 6).
 */
export function decodeTrainerCommand(text: string): Result<TrainerCommand, Failure> {
  const command = commandWord(text);
  if (command === null) return illegalForm('no command word', 0);
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
      return on === null ? illegalForm('neither on nor off', end) : ok({ type: word, on });
    }
    case 'say': {
      const message = sayMessage(text, begin);
      return message === '' ? illegalForm('nothing that can be said', end) : ok({ type: 'say', message });
    }
    case 'change_player_type':
      return scanChangePlayerType(text, end);
    case 'compression':
      return scanCompression(text, end);
    default:
      return refuse('unknown_command', `a trainer has no command '${word}'`, begin);
  }
}

/** Reads `MODE` after the command word (spec 07 §7.1). */
export function scanChangeMode(text: string, pos: number): Result<TrainerCommand, Failure> {
  const begin = skipBlanks(text, pos);
  const mode = wordAt(text, begin);
  if (mode === '') return illegalForm('no play mode', begin);
  if (!isPlayMode(mode)) return refuse('illegal_mode', 'no such play mode', begin);
  return ok({ type: 'change_mode', mode });
}

/** Reads `on` or `off` (spec 07 §7.8). Returns null for anything else. */
export function scanOnOff(text: string, pos: number): boolean | null {
  const word = argumentAt(text, skipBlanks(text, pos));
  return word === 'on' ? true : word === 'off' ? false : null;
}

/** Reads `LEVEL` (spec 07 §7.13, spec 10 §11). */
export function scanCompression(
  text: string,
  pos: number,
): Result<{ readonly type: 'compression'; readonly level: number }, Failure> {
  const level = readInt32(text, pos);
  if (level.end === pos) return illegalForm('no level', pos);
  if (level.value > MAX_COMPRESSION) return illegalForm('the level is above 9', pos);
  return ok({ type: 'compression', level: level.value });
}

/** Reads `(OBJECT) X Y [ANGLE [VX VY]]` (spec 07 §7.2). */
export function scanMove(text: string, pos: number): Result<TrainerCommand, Failure> {
  const open = skipWord(text, pos, '(');
  const begin = skipBlanks(text, Math.max(open, 0));
  const close = open < 0 ? -1 : text.indexOf(')', begin);
  if (close <= begin || close - begin > MAX_NAME) return badObject('no object', pos);
  const numbers: number[] = [];
  for (let at = close + 1; numbers.length < 5; ) {
    const scan = readStrtod(text, at);
    if (scan.end === at) break;
    if (Number.isNaN(scan.value)) return badObject('not a number', at);
    numbers.push(scan.value);
    at = scan.end;
  }
  if (numbers.length < 2) return badObject('no place', close);
  const to = moveSpec(numbers);
  const name = text.slice(begin, close);
  if (name === 'ball') return ok({ type: 'move_ball', to });
  const behind = skipWord(name, 0, 'player');
  if (behind < 0) return badObject('no such object', begin);
  const teamBegin = skipBlanks(name, behind);
  const team = runAt(name, teamBegin);
  const unum = readInt32(name, teamBegin + team.length);
  if (team === '' || unum.end === teamBegin + team.length) return badObject('no such object', begin);
  if (unum.value < 1 || unum.value > 11) return badObject('no such player', begin);
  return ok({ type: 'move_player', team, unum: unum.value, to });
}

function badObject(message: string, offset: number): { readonly ok: false; readonly error: Failure } {
  return refuse('illegal_object_form', message, offset);
}

function moveSpec(numbers: readonly number[]): MoveSpec {
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
  const team = runAt(text, begin);
  const [unum, typeId] = integersAt(text, begin + team.length, 2);
  if (team === '' || team.length > MAX_NAME || unum === undefined || typeId === undefined) {
    return illegalForm('not a team and two integers', begin);
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
      return `(move (ball) ${moveNumbers(command.to)})`;
    case 'move_player':
      return `(move (player ${command.team} ${command.unum}) ${moveNumbers(command.to)})`;
    case 'eye':
    case 'ear':
      return `(${command.type} ${command.on ? 'on' : 'off'})`;
    case 'say':
      return `(say ${command.message})`;
    case 'change_player_type':
      return `(change_player_type ${command.team} ${command.unum | 0} ${command.typeId | 0})`;
    case 'compression':
      return `(compression ${command.level | 0})`;
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
function moveNumbers(to: MoveSpec): string {
  let text = `${commandNumber(to.x)} ${commandNumber(to.y)}`;
  if (to.angle === undefined && to.vx === undefined) return text;
  text += ` ${commandNumber(to.angle ?? 0)}`;
  if (to.vx === undefined) return text;
  text += ` ${commandNumber(to.vx)}`;
  return to.vy === undefined ? text : `${text} ${commandNumber(to.vy)}`;
}
