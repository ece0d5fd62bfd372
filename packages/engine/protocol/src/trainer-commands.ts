/** Commands of trainers (spec 07 §6, §7). Monitors may use some of them (spec 10 §10.3). */
import { type Failure, type MoveSpec, ok, type Result, type TrainerCommand } from '@rcss/core';
import { TRAINER_COMMANDS } from '@rcss/core/commands';
import { readInt32 } from '@rcss/sexp/numbers';
import { type ArgumentReader, createArgumentReaders } from './command-scan.js';
import {
  readCommandWord,
  readReal,
  readRun,
  refuse,
  refuseForm,
  skipBlanks,
  skipWord,
} from './command-scanner.js';
import { createCommandEncoder } from './command-text.js';

/** Highest compression level (spec 07 §7.13). */
const MAX_COMPRESSION_LEVEL = 9;
/** Longest description of an object in `move`, in characters. */
const MAX_OBJECT_LENGTH = 127;

/** Readers of the arguments, by first word. */
export const TRAINER_ARGUMENTS: ReadonlyMap<
  string,
  ArgumentReader<TrainerCommand>
> = /* @__PURE__ */ createArgumentReaders<TrainerCommand>(TRAINER_COMMANDS, {
  move: scanMove,
  compression: scanCompression,
});

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
  const read = TRAINER_ARGUMENTS.get(word);
  if (read === undefined) return refuse('unknown_command', `'${word}' is not a command of a trainer`, begin);
  return read(text, end, begin);
}

/**
 * Encodes a command of the trainer, without the final NUL (spec 07 §7). The message of `say` is written unchanged
 * and closed by a parenthesis.
 */
export const encodeTrainerCommand: (command: TrainerCommand) => string =
  /* @__PURE__ */ createCommandEncoder<TrainerCommand>(TRAINER_COMMANDS);

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
function scanMove(text: string, pos: number): Result<TrainerCommand, Failure> {
  const open = skipWord(text, pos, '(');
  const begin = skipBlanks(text, Math.max(open, 0));
  const close = open < 0 ? -1 : text.indexOf(')', begin);
  if (close <= begin || close - begin > MAX_OBJECT_LENGTH)
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
