/** Decoder of the commands of trainers, online coaches and monitors: reads the arguments by the form of the row (spec 07 §6). */
import { type Failure, isPlayMode, ok, type Result } from '@rcss/core';
import {
  type CommandField,
  type CommandKind,
  type CommandRow,
  describeCommandForm,
  type FormPart,
  readCommandForm,
} from '@rcss/core/commands';
import { readInt32 } from '@rcss/sexp/numbers';
import {
  readArgument,
  readReal,
  readRun,
  readSayMessage,
  readWord,
  refuse,
  refuseForm,
  skipBlanks,
  skipWord,
} from './command-scanner.js';

/** Longest name of a team, in characters. */
const MAX_NAME_LENGTH = 127;

/** A value and the position after it; null if the text has another form. */
type Scan = { readonly value: unknown; readonly end: number } | null;
type ScanResult = Result<Scan, Failure>;

const scanned = (value: unknown, end: number): ScanResult => ok({ value, end });
const NO_VALUE: ScanResult = ok(null);

/** Reads a word up to the parenthesis. A blank after the word is part of it, so the word is then not recognized. */
function scanClosedWord(text: string, pos: number, { values = [] }: CommandField): ScanResult {
  const begin = skipBlanks(text, pos);
  const close = text.indexOf(')', begin);
  const end = close < 0 ? text.length : close;
  const word = text.slice(begin, end);
  return values.includes(word) ? scanned(word, end) : NO_VALUE;
}

function scanSwitch(text: string, pos: number): ScanResult {
  const begin = skipBlanks(text, pos);
  const word = readArgument(text, begin);
  return word === 'on' || word === 'off' ? scanned(word === 'on', begin + word.length) : NO_VALUE;
}

function scanInteger(text: string, pos: number): ScanResult {
  const { value, end } = readInt32(text, pos);
  return end === pos ? NO_VALUE : scanned(value, end);
}

function scanName(text: string, pos: number): ScanResult {
  const begin = skipBlanks(text, pos);
  const name = readRun(text, begin);
  return name === '' || name.length > MAX_NAME_LENGTH ? NO_VALUE : scanned(name, begin + name.length);
}

function scanPlayMode(text: string, pos: number): ScanResult {
  const begin = skipBlanks(text, pos);
  const mode = readWord(text, begin);
  if (mode === '') return NO_VALUE;
  if (!isPlayMode(mode)) return refuse('illegal_mode', `'${mode}' is not a play mode`, begin);
  return scanned(mode, begin + mode.length);
}

type ScanValue = (text: string, pos: number, field: CommandField, wordBegin: number) => ScanResult;

/** Kinds that this language has; `place` and `tile` are read with their command. */
const SCANS: Partial<Record<CommandKind, ScanValue>> = {
  number: (text, pos) => {
    const { value, end } = readReal(text, pos);
    return end === pos || Number.isNaN(value) ? NO_VALUE : scanned(value, end);
  },
  finite: scanInteger,
  integer: scanInteger,
  switch: scanSwitch,
  text: (text, _pos, _field, wordBegin) => {
    const message = readSayMessage(text, wordBegin);
    return message === '' ? NO_VALUE : scanned(message, text.length);
  },
  name: scanName,
  word: scanClosedWord,
  playMode: scanPlayMode,
};

/** Reads the arguments of a command. `pos` is the position after the first word, `begin` that of the word. */
export type ArgumentReader<Command> = (text: string, pos: number, begin: number) => Result<Command, Failure>;

/** A command of a table, with the reader of its arguments. */
interface RowReader {
  readonly type: string;
  readonly expected: string;
  readonly parts: readonly FormPart[];
}

function createRowReader(type: string, row: CommandRow): RowReader {
  const { parts } = readCommandForm(row);
  for (const part of parts) {
    if (part.is === 'list' || (part.is === 'field' && SCANS[part.field.kind] === undefined))
      throw new Error(
        `command ${type}: ${row.form} has an argument without a scan; give the command a reader of its own`,
      );
  }
  return { type, expected: describeCommandForm(row), parts };
}

/** Reads the arguments of a row; returns the position of the first one that does not fit as a number. */
function readRow(
  { type, parts }: RowReader,
  text: string,
  pos: number,
  begin: number,
): Result<Readonly<Record<string, unknown>>, Failure> | number {
  const command: Record<string, unknown> = { type };
  let at = pos;
  for (const part of parts) {
    if (part.is === 'word') {
      const end = skipWord(text, at, part.text);
      if (end < 0) return at;
      at = end;
    } else if (part.is === 'field') {
      const scan = SCANS[part.field.kind]!(text, at, part.field, begin);
      if (!scan.ok) return scan;
      if (scan.value === null) return at;
      command[part.name] = scan.value.value;
      at = scan.value.end;
    }
  }
  return ok(command);
}

/**
 * Creates the readers of the arguments of all commands of a role, by first word. Of commands with the same first word, the first one
 * that fits is read. Text after a command is ignored (spec 07 §2, point 6).
 *
 * @param own readers of the commands whose arguments are more than a list of values
 */
export function createArgumentReaders<Command>(
  rows: Readonly<Record<string, CommandRow>>,
  own: Readonly<Record<string, ArgumentReader<Command>>>,
): ReadonlyMap<string, ArgumentReader<Command>> {
  const byWord = new Map<string, RowReader[]>();
  for (const [type, row] of Object.entries(rows)) {
    const { word } = readCommandForm(row);
    if (own[word] === undefined) byWord.set(word, [...(byWord.get(word) ?? []), createRowReader(type, row)]);
  }
  const derived = [...byWord].map(([word, readers]): [string, ArgumentReader<Command>] => [
    word,
    (text, pos, begin) => {
      let offset = pos;
      for (const reader of readers) {
        const read = readRow(reader, text, pos, begin);
        if (typeof read !== 'number') return read as Result<Command, Failure>;
        offset = Math.max(offset, read);
      }
      return refuseForm(`expected ${readers.map(({ expected }) => expected).join(' or ')}`, offset);
    },
  ]);
  return new Map([...derived, ...Object.entries(own)]);
}
