/** Encoder of the commands of all roles: composes a text from the form of the row and the fields of the command. */
import type { MoveSpec, SideRef, TeamGraphicTile } from '@rcss/core';
import {
  type CommandField,
  type CommandKind,
  type CommandRow,
  type FormPart,
  readCommandForm,
} from '@rcss/core/commands';
import { formatTile } from './coach-team-graphic.js';

/**
 * Returns a number in a form that the command language decodes to the same double. Integers beyond 32 bits would
 * wrap, so they get a fraction. Infinities are written as numbers too large for a double (spec 05 §9.6). NaN cannot
 * be written and becomes 0.
 */
export function formatCommandNumber(value: number): string {
  if (Number.isNaN(value)) return '0';
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  if (value === Number.NEGATIVE_INFINITY) return '-1e999';
  if (value === (value | 0)) return value === 0 && 1 / value < 0 ? '-0.0' : `${value}`;
  const text = `${value}`;
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

const formatText = (value: unknown): string => `${value}`;
const formatInteger = (value: number): string => `${Math.trunc(value)}`;
const formatSwitch = (value: boolean): string => (value ? 'on' : 'off');

function formatSide(side: SideRef): string {
  if (side.by === 'name') return side.name;
  if (side.by === 'side') return side.side;
  return side.own ? 'our' : 'opp';
}

/** Returns the numbers of a place. A velocity needs an angle before it and both components. */
function formatPlace(to: MoveSpec): string {
  let text = `${formatCommandNumber(to.x)} ${formatCommandNumber(to.y)}`;
  if (to.angle === undefined && to.vx === undefined) return text;
  text += ` ${formatCommandNumber(to.angle ?? 0)}`;
  if (to.vx === undefined) return text;
  text += ` ${formatCommandNumber(to.vx)}`;
  return to.vy === undefined ? text : `${text} ${formatCommandNumber(to.vy)}`;
}

const FORMATS: { readonly [Kind in CommandKind]: (value: never) => string } = {
  number: formatCommandNumber,
  finite: formatInteger,
  integer: formatInteger,
  switch: formatSwitch,
  flag: formatSwitch,
  text: formatText,
  name: formatText,
  word: formatText,
  side: formatSide,
  optionalSide: formatSide,
  place: formatPlace,
  tile: (tile: TeamGraphicTile) => formatTile(tile),
  playMode: formatText,
};

/** Whether an optional field is left out. */
function isAbsent({ kind }: CommandField, value: unknown): boolean {
  if (value === undefined) return true;
  if (kind === 'number' || kind === 'integer' || kind === 'finite') return value === 0;
  return kind === 'switch' || kind === 'flag' ? !value : value === null;
}

type Values = Readonly<Record<string, unknown>>;
type Piece = string | ((values: Values) => string);

/** Converts parts to pieces of text; constant pieces are joined. */
function toPieces(parts: readonly FormPart[], gap: string): Piece[] {
  return parts.flatMap((part, i): Piece[] => {
    const before = i === 0 ? gap : ' ';
    if (part.is === 'word') return [`${before}${part.text}`];
    if (part.is === 'list') return [`${before}(`, ...toPieces(part.parts, ''), ')'];
    const { name, field, optional, quoted } = part;
    const format = FORMATS[field.kind] as (value: unknown) => string;
    const quote = quoted ? '"' : '';
    return [
      ({ [name]: value }) =>
        optional && isAbsent(field, value) ? '' : `${before}${quote}${format(value)}${quote}`,
    ];
  });
}

/** Creates the function that composes the text of a command. */
function createFormat(row: CommandRow): (values: Values) => string {
  const { word, parts } = readCommandForm(row);
  const pieces: Piece[] = [];
  for (const piece of [`(${word}`, ...toPieces(parts, ' '), ')']) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return (values) => {
    let text = '';
    for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(values);
    return text;
  };
}

/**
 * Creates the encoder of the commands of a role. It returns the text of one command, without the final NUL.
 *
 * @throws {TypeError} (the encoder) if the type of the command is unknown, or the value of a field has another shape
 */
export function createCommandEncoder<Command extends { readonly type: string }>(
  rows: Readonly<Record<string, CommandRow>>,
): (command: Command) => string {
  const formats = new Map(Object.entries(rows).map(([type, row]) => [type, createFormat(row)]));
  return (command) => {
    const format = formats.get(command.type);
    if (format === undefined) throw new TypeError(`there is no command ${command.type}`);
    return format(command as unknown as Values);
  };
}
