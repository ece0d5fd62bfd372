/** The commands of monitors (spec 10 §10). */
import { type Failure, type MonitorCommand, ok, type Result, type TrainerCommand } from '@rcss/core';
import { readInt32 } from '@rcss/sexp/numbers';
import { readIntegers, refuseForm, skipBlanks } from './command-scanner.js';
import { encodeTrainerCommand, scanChangeMode, scanCompression, scanMove } from './trainer-commands.js';

/** A command of a monitor, or a trainer command that monitors may send. */
export type DecodedMonitorCommand =
  | { readonly kind: 'monitor'; readonly command: MonitorCommand }
  | { readonly kind: 'trainer'; readonly command: TrainerCommand };

type DecodeResult = Result<DecodedMonitorCommand, Failure>;

/** A command recognized by its first characters; `scan` reads the text after them. */
interface PrefixCommand {
  readonly head: string;
  /** Allowed only in the coach modes. */
  readonly coachMode?: true;
  readonly scan: (text: string, pos: number) => DecodeResult;
}

const PREFIX_COMMANDS: readonly PrefixCommand[] = [
  {
    head: '(dispfoul',
    scan(text, pos) {
      const [x, y, side] = readIntegers(text, pos, 3);
      if (x === undefined || y === undefined || side === undefined) {
        return refuseForm('expected three integers: X Y SIDE', pos);
      }
      return createMonitorResult({ type: 'dispfoul', x, y, side });
    },
  },
  {
    head: '(dispplayer',
    scan(text, pos) {
      const values = readIntegers(text, pos, 5);
      if (values.length < 5) return refuseForm('expected five integers: SIDE UNUM X Y ANGLE', pos);
      const [side = 0, unum = 0, x = 0, y = 0, angle = 0] = values;
      return createMonitorResult({ type: 'dispplayer', side, unum, x, y, angle });
    },
  },
  {
    head: '(dispdiscard',
    scan(text, pos) {
      const [side, unum] = readIntegers(text, pos, 2);
      if (side === undefined || unum === undefined)
        return refuseForm('expected two integers: SIDE UNUM', pos);
      return createMonitorResult({ type: 'dispdiscard', side, unum });
    },
  },
  { head: '(dispcard', scan: scanCard },
  {
    head: '(compression',
    scan(text, pos) {
      const level = scanCompression(text, pos);
      return level.ok ? createMonitorResult(level.value) : level;
    },
  },
  { head: '(start)', coachMode: true, scan: () => createTrainerResult(ok({ type: 'start' })) },
  { head: '(recover', coachMode: true, scan: () => createTrainerResult(ok({ type: 'recover' })) },
  { head: '(check_ball', coachMode: true, scan: () => createTrainerResult(ok({ type: 'check_ball' })) },
  {
    head: '(change_mode',
    coachMode: true,
    scan: (text, pos) => createTrainerResult(scanChangeMode(text, pos)),
  },
  { head: '(move', coachMode: true, scan: (text, pos) => createTrainerResult(scanMove(text, pos)) },
];

/**
 * Decodes a command of a monitor. `coachMode` is true if the server runs with `server::coach` or
 * `server::coach_w_referee`; otherwise trainer commands are refused (spec 10 §10.3). The `code` of a failure is
 * the text after `error` in the reply. A command must begin at the first byte of the text. Text after a command is
 * ignored, except for two commands.
 */
export function decodeMonitorCommand(
  text: string,
  coachMode: boolean,
): Result<DecodedMonitorCommand, Failure> {
  if (text === '(dispbye)') return createMonitorResult({ type: 'dispbye' });
  if (text === '(dispstart)') return createMonitorResult({ type: 'dispstart' });
  for (const { head, coachMode: onlyCoachMode, scan } of PREFIX_COMMANDS) {
    if ((coachMode || onlyCoachMode !== true) && text.startsWith(head)) return scan(text, head.length);
  }
  return refuseForm('expected a command of monitors', 0);
}

function createMonitorResult(command: MonitorCommand): DecodeResult {
  return ok({ kind: 'monitor', command });
}

function createTrainerResult(command: Result<TrainerCommand, Failure>): DecodeResult {
  return command.ok ? ok({ kind: 'trainer', command: command.value }) : command;
}

/**
 * Reads `SIDE UNUM yellow|red`. The color is all text before the parenthesis. A blank after the color is part of
 * it, so the color is then not recognized.
 */
function scanCard(text: string, pos: number): DecodeResult {
  const side = readInt32(text, pos);
  const unum = readInt32(text, side.end);
  const begin = skipBlanks(text, unum.end);
  const close = text.indexOf(')', begin);
  const card = text.slice(begin, close < 0 ? text.length : close);
  if (side.end === pos || unum.end === side.end || (card !== 'yellow' && card !== 'red')) {
    return refuseForm('expected SIDE UNUM yellow or SIDE UNUM red', pos);
  }
  return createMonitorResult({ type: 'dispcard', side: side.value, unum: unum.value, card });
}

/**
 * Encodes a command of a monitor, without the final NUL (spec 10 §10). Of the trainer commands, the server accepts
 * only those of spec 10 §10.3.
 */
export function encodeMonitorCommand(command: MonitorCommand | TrainerCommand): string {
  switch (command.type) {
    case 'dispbye':
    case 'dispstart':
      return `(${command.type})`;
    case 'dispfoul':
      return `(dispfoul ${Math.trunc(command.x)} ${Math.trunc(command.y)} ${Math.trunc(command.side)})`;
    case 'dispplayer':
      return `(dispplayer ${Math.trunc(command.side)} ${Math.trunc(command.unum)} ${Math.trunc(command.x)} ${Math.trunc(command.y)} ${Math.trunc(command.angle)})`;
    case 'dispdiscard':
      return `(dispdiscard ${Math.trunc(command.side)} ${Math.trunc(command.unum)})`;
    case 'dispcard':
      return `(dispcard ${Math.trunc(command.side)} ${Math.trunc(command.unum)} ${command.card})`;
    default:
      return encodeTrainerCommand(command);
  }
}
