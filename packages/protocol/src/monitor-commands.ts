/** The commands of monitors (spec 10 §10). */
import { type Failure, type MonitorCommand, ok, type Result, type TrainerCommand } from '@rcss/core';
import { readInt32 } from '@rcss/sexp';
import { illegalForm, integersAt, skipBlanks } from './coach-scanner.js';
import { encodeTrainerCommand, scanChangeMode, scanCompression, scanMove } from './trainer-commands.js';

/** A command of a monitor, or a trainer command that monitors may send. */
export type DecodedMonitorCommand =
  | { readonly kind: 'monitor'; readonly command: MonitorCommand }
  | { readonly kind: 'trainer'; readonly command: TrainerCommand };

type Decoded = Result<DecodedMonitorCommand, Failure>;

/** A command recognized by its first characters; `scan` reads the text after them. */
interface PrefixCommand {
  readonly head: string;
  /** Allowed only in the coach modes. */
  readonly coachMode?: true;
  readonly scan: (text: string, pos: number) => Decoded;
}

const PREFIX_COMMANDS: readonly PrefixCommand[] = [
  {
    head: '(dispfoul',
    scan(text, pos) {
      const [x, y, side] = integersAt(text, pos, 3);
      if (x === undefined || y === undefined || side === undefined) {
        return illegalForm('not three integers', pos);
      }
      return monitor({ type: 'dispfoul', x, y, side });
    },
  },
  {
    head: '(dispplayer',
    scan(text, pos) {
      const values = integersAt(text, pos, 5);
      if (values.length < 5) return illegalForm('not five integers', pos);
      const [side = 0, unum = 0, x = 0, y = 0, angle = 0] = values;
      return monitor({ type: 'dispplayer', side, unum, x, y, angle });
    },
  },
  {
    head: '(dispdiscard',
    scan(text, pos) {
      const [side, unum] = integersAt(text, pos, 2);
      if (side === undefined || unum === undefined) return illegalForm('not two integers', pos);
      return monitor({ type: 'dispdiscard', side, unum });
    },
  },
  { head: '(dispcard', scan: scanCard },
  {
    head: '(compression',
    scan(text, pos) {
      const level = scanCompression(text, pos);
      return level.ok ? monitor(level.value) : level;
    },
  },
  { head: '(start)', coachMode: true, scan: () => asTrainer(ok({ type: 'start' })) },
  { head: '(recover', coachMode: true, scan: () => asTrainer(ok({ type: 'recover' })) },
  { head: '(check_ball', coachMode: true, scan: () => asTrainer(ok({ type: 'check_ball' })) },
  { head: '(change_mode', coachMode: true, scan: (text, pos) => asTrainer(scanChangeMode(text, pos)) },
  { head: '(move', coachMode: true, scan: (text, pos) => asTrainer(scanMove(text, pos)) },
];

/**
 * Decodes a command of a monitor. `coachMode` is true if the server runs with `server::coach` or
 * `server::coach_w_referee`; otherwise trainer commands are refused (spec 10 §10.3). The `code` of a failure is the
 * text after `error` in the reply. A command begins with the first byte. For all but two commands, text after the
 * command is ignored.
 */
export function decodeMonitorCommand(text: string, coachMode: boolean): Decoded {
  if (text === '(dispbye)') return monitor({ type: 'dispbye' });
  if (text === '(dispstart)') return monitor({ type: 'dispstart' });
  for (const { head, coachMode: onlyCoachMode, scan } of PREFIX_COMMANDS) {
    if ((coachMode || onlyCoachMode !== true) && text.startsWith(head)) return scan(text, head.length);
  }
  return illegalForm('no such command', 0);
}

function monitor(command: MonitorCommand): Decoded {
  return ok({ kind: 'monitor', command });
}

function asTrainer(command: Result<TrainerCommand, Failure>): Decoded {
  return command.ok ? ok({ kind: 'trainer', command: command.value }) : command;
}

/**
 * Reads `SIDE UNUM yellow|red`. The color is all text before the parenthesis, so a blank after it makes it a
 * different word.
 */
function scanCard(text: string, pos: number): Decoded {
  const side = readInt32(text, pos);
  const unum = readInt32(text, side.end);
  const begin = skipBlanks(text, unum.end);
  const close = text.indexOf(')', begin);
  const card = text.slice(begin, close < 0 ? text.length : close);
  if (side.end === pos || unum.end === side.end || (card !== 'yellow' && card !== 'red')) {
    return illegalForm('not a side, a number and a colour', pos);
  }
  return monitor({ type: 'dispcard', side: side.value, unum: unum.value, card });
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
      return `(dispfoul ${command.x | 0} ${command.y | 0} ${command.side | 0})`;
    case 'dispplayer':
      return `(dispplayer ${command.side | 0} ${command.unum | 0} ${command.x | 0} ${command.y | 0} ${command.angle | 0})`;
    case 'dispdiscard':
      return `(dispdiscard ${command.side | 0} ${command.unum | 0})`;
    case 'dispcard':
      return `(dispcard ${command.side | 0} ${command.unum | 0} ${command.card})`;
    default:
      return encodeTrainerCommand(command);
  }
}
