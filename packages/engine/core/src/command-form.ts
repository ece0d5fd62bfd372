/** Reads the column `form` of the tables of commands, from which encoders, decoders and the reference derive. */
import { COMMAND_FIELDS, type CommandField } from './command-fields.js';
import type { CommandRow } from './command-table.js';

/** A part of a form: a word as sent, a field, or a list. */
export type FormPart =
  | { readonly is: 'word'; readonly text: string }
  | {
      readonly is: 'field';
      readonly name: string;
      readonly optional: boolean;
      readonly quoted: boolean;
      readonly field: CommandField;
    }
  | { readonly is: 'list'; readonly parts: readonly FormPart[]; readonly repeated: boolean };

/** The form of a command: its first word, and the parts after it. */
export interface CommandForm {
  readonly word: string;
  readonly parts: readonly FormPart[];
}

const TOKEN = /\s*(\(|\)(?:\.\.\.)?|[a-z_]+|\[?"?[A-Z_]+"?\]?)/y;

/**
 * Reads the form of a row.
 *
 * @throws {Error} if the form has another shape, or names a field that the row does not have
 */
export function readCommandForm(row: CommandRow): CommandForm {
  const { form, fields } = row;
  let at = 0;
  const nextToken = (): string => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(form)?.[1];
    if (token === undefined)
      throw new Error(`form ${form}: position ${at} has no word, field or parenthesis`);
    at = TOKEN.lastIndex;
    return token;
  };
  const readField = (token: string): FormPart => {
    const name = token
      .replace(/[[\]"]/g, '')
      .toLowerCase()
      .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const meaning = fields[name];
    if (meaning === undefined)
      throw new Error(
        `form ${form}: there is no field ${name}; the row has ${Object.keys(fields).join(', ')}`,
      );
    return {
      is: 'field',
      name,
      optional: token.startsWith('['),
      quoted: token.includes('"'),
      field: COMMAND_FIELDS[meaning],
    };
  };
  const readList = (): FormPart & { is: 'list' } => {
    const parts: FormPart[] = [];
    for (;;) {
      const token = nextToken();
      if (token.startsWith(')')) return { is: 'list', parts, repeated: token.endsWith('...') };
      if (token === '(') parts.push(readList());
      else parts.push(/[A-Z]/.test(token) ? readField(token) : { is: 'word', text: token });
    }
  };
  const [first, ...parts] = nextToken() === '(' ? readList().parts : [];
  if (first?.is !== 'word' || at !== form.length)
    throw new Error(`form ${form}: expected one list that begins with a word`);
  return { word: first.text, parts };
}

/** What a reader of the documentation sees for a field of a kind; other fields are shown by their names. */
const SHOWN: Partial<Record<CommandField['kind'], string>> = {
  switch: 'on|off',
  flag: 'on|off',
  side: 'our|opp|l|r|TEAM',
  optionalSide: 'our|opp|l|r|TEAM',
  place: 'X Y [ANGLE [VX VY]]',
  tile: '(X Y "WIDTH HEIGHT COLORS CHARS_PER_PIXEL" "LINE"...)',
};

/** Returns the form of a row as documents show it: words that a field allows stand for the field. */
export function describeCommandForm(row: CommandRow): string {
  const { word, parts } = readCommandForm(row);
  return `(${[word, ...parts.map(describePart)].join(' ')})`;
}

function describePart(part: FormPart): string {
  if (part.is === 'word') return part.text;
  if (part.is === 'list') return `(${part.parts.map(describePart).join(' ')})${part.repeated ? '...' : ''}`;
  const { field, name, optional, quoted } = part;
  const words = field.values?.filter((value) => value !== null).join('|');
  const text = words ?? SHOWN[field.kind] ?? name.replace(/[A-Z]/g, '_$&').toUpperCase();
  const shown = quoted ? `"${text}"` : text;
  return optional ? `[${shown}]` : shown;
}
