/** Keywords of the commands of players (spec 03 §6), as token numbers, from the table of commands. */
import { type CommandRow, type FormPart, PLAYER_COMMANDS, readCommandForm } from '@rcss/core/commands';

/** Keywords that stand for others. */
const ALIASES: readonly (readonly [alias: string, keyword: string])[] = [
  ['l', 'left'],
  ['r', 'right'],
  ['p', 'partial'],
  ['c', 'complete'],
];
/** Token number of the first keyword; smaller numbers are other tokens. */
const FIRST_KEYWORD = 16;

const SWITCH_WORDS: readonly (readonly [word: string, value: boolean])[] = [
  ['on', true],
  ['off', false],
];
const FLAG_WORDS: readonly (readonly [word: string, value: boolean])[] = [
  ...SWITCH_WORDS,
  ['true', true],
  ['false', false],
];

/** Words that stand for the values of a field, for kinds that are words on the wire. */
function listWords({
  field,
}: FormPart & { is: 'field' }): readonly (readonly [word: string, value: string | boolean])[] {
  if (field.kind === 'switch') return SWITCH_WORDS;
  if (field.kind === 'flag') return FLAG_WORDS;
  return (field.values ?? [])
    .filter((value) => value !== null)
    .map((value) => [ALIASES.find(([alias]) => alias === value)?.[1] ?? value, value]);
}

function listPartWords(part: FormPart): readonly string[] {
  if (part.is === 'word') return [part.text];
  if (part.is === 'list') return part.parts.flatMap(listPartWords);
  const { kind } = part.field;
  return kind === 'side' || kind === 'optionalSide'
    ? ['our', 'opp', 'left', 'right']
    : listWords(part).map(([word]) => word);
}

/** The keywords of some rows, first those with which commands begin. */
function listKeywords(rows: readonly CommandRow[]): string[] {
  const forms = rows.map(readCommandForm);
  return [...forms.map(({ word }) => word), ...forms.flatMap(({ parts }) => parts.flatMap(listPartWords))];
}

const ROWS: readonly CommandRow[] = Object.values(PLAYER_COMMANDS);
const PLAIN = new Set(listKeywords(ROWS.filter(({ extension }) => extension === undefined)));
const TOKENS: ReadonlyMap<string, number> = new Map(
  [...new Set([...PLAIN, ...listKeywords(ROWS)])].map((word, i) => [word, FIRST_KEYWORD + i]),
);

/** Token number of a keyword that is not an alias. */
export const keywordToken = (word: string): number => TOKENS.get(word)!;

/** Values of the words of a field by token number. */
export const readFieldWords = (part: FormPart & { is: 'field' }): ReadonlyMap<number, string | boolean> =>
  new Map(listWords(part).map(([word, value]) => [keywordToken(word), value]));

/** The first keyword that exists only with the extension `height`. */
export const FIRST_HEIGHT_KEYWORD: number = FIRST_KEYWORD + PLAIN.size;

/** Token number of each keyword. */
export const KEYWORDS: readonly (readonly [word: string, token: number])[] = [
  ...TOKENS,
  ...ALIASES.map(([alias, word]) => [alias, keywordToken(word)] as const),
];
