/** Checks what the worker of a team sends: its code can send anything. */
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { ConsoleLine, TeamFailure, TeamPlayerReply, TeamReply } from './messages.js';
import { MAX_LINE_LENGTH, MAX_LINES_PER_CYCLE } from './team-console.js';

/** Most clients of a team; the match refuses too many players. */
const MAX_CLIENTS = 64;
/** Longest text of a client, of an error and of a name; characters. */
const MAX_TEXT_LENGTH = 65_536;

type Fields = Readonly<Record<string, unknown>>;

class ReplyError extends Error {}

function readFields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new ReplyError(`${name} is not an object`);
  return value as Fields;
}

function readText(value: unknown, name: string, maxLength = MAX_TEXT_LENGTH): string {
  if (typeof value !== 'string' || value.length > maxLength)
    throw new ReplyError(`${name} is not a text of at most ${maxLength} characters`);
  return value;
}

function readNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ReplyError(`${name} is not a number`);
  return value;
}

function readList<T>(
  value: unknown,
  name: string,
  maxCount: number,
  read: (item: unknown, name: string) => T,
): readonly T[] {
  if (!Array.isArray(value) || value.length > maxCount)
    throw new ReplyError(`${name} is not a list of at most ${maxCount} entries`);
  // Array.from also visits the holes of a list.
  return Array.from(value, (item) => read(item, name));
}

const orNull = <T>(value: unknown, read: (value: unknown) => T): T | null =>
  value === null ? null : read(value);

function readPlayer(value: unknown): TeamPlayerReply {
  const { init, isDecoded } = readFields(value, 'a player');
  return { init: readText(init, 'the init message'), isDecoded: isDecoded === true };
}

function readLine(value: unknown): ConsoleLine {
  const { team, cycle, unum, level, text } = readFields(value, 'a line of the console');
  return {
    team: readText(team, 'the team of a line'),
    cycle: readNumber(cycle, 'the cycle of a line'),
    unum: readNumber(unum, 'the player of a line'),
    level: level === 'warn' || level === 'error' ? level : 'log',
    text: readText(text, 'a line of the console', MAX_LINE_LENGTH),
  };
}

function readConsole({ lines, dropped }: Fields) {
  return {
    lines: readList(lines, 'the lines of the console', MAX_LINES_PER_CYCLE, readLine),
    dropped: readNumber(dropped, 'the number of lines that are left out'),
  };
}

function readFailure(value: unknown): TeamFailure {
  const { team, cycle, unum, message, line } = readFields(value, 'the failure');
  return {
    team: readText(team, 'the team of the failure'),
    cycle: readNumber(cycle, 'the cycle of the failure'),
    unum: readNumber(unum, 'the player of the failure'),
    message: readText(message, 'the message of the failure', Number.POSITIVE_INFINITY).slice(
      0,
      MAX_TEXT_LENGTH,
    ),
    line: orNull(line, (number) => readNumber(number, 'the line of the failure')),
  };
}

function read(value: unknown): TeamReply {
  const fields = readFields(value, 'the reply');
  const { type, players, coach, trainer, texts, record, failure } = fields;
  switch (type) {
    case 'created':
      return {
        type,
        players: readList(players, 'the players', MAX_CLIENTS, readPlayer),
        coach: orNull(coach, (text) => readText(text, 'the init message of the coach')),
        trainer: orNull(trainer, (text) => readText(text, 'the init message of the trainer')),
      };
    case 'decided':
      return {
        type,
        texts: readList(texts, 'the decisions', MAX_CLIENTS, (text) => readText(text, 'a decision')),
        // The page checks its fields.
        ...(record === undefined
          ? {}
          : { record: readFields(record, 'the record') as unknown as DebugRecord }),
        ...readConsole(fields),
      };
    case 'failed':
      return { type, failure: readFailure(failure), ...readConsole(fields) };
    default:
      throw new ReplyError('its type is not created, decided or failed');
  }
}

/** Returns a reply of a team; a text if it is wrong. */
export function readTeamReply(value: unknown): TeamReply | string {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof ReplyError) return `the code of the team sent a wrong reply: ${error.message}`;
    throw error;
  }
}
