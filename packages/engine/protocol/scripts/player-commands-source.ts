/** Writes the decoder of the commands of players from their table, as source: in the server, it runs for every command of every player. */
import { type CommandRow, type FormPart, readCommandForm } from '@rcss/core/commands';

type Rows = Readonly<Record<string, CommandRow>>;
type FieldPart = Extract<FormPart, { readonly is: 'field' }>;

const fileHeader = (title: string) => `/**
 * ${title}
 *
 * Generated from packages/engine/core/src/command-table.ts by \`npm run generate\`; do not edit.
 */
`;

/** Keywords that stand for others. */
const ALIASES: readonly (readonly [alias: string, keyword: string])[] = [
  ['l', 'left'],
  ['r', 'right'],
  ['p', 'partial'],
  ['c', 'complete'],
];
/** First number of a keyword token; smaller numbers are other tokens. */
const FIRST_KEYWORD = 16;

/** Commands with a form of tokens that no other command has, and the method that reads it. */
const OWN_METHODS: Readonly<Record<string, string>> = { dash_leg: 'readLegs', say: 'readSay' };

const SIDE_WORDS = ['our', 'opp', 'left', 'right'];
const SWITCH_WORDS: readonly [word: string, value: boolean][] = [
  ['on', true],
  ['off', false],
];
const FLAG_WORDS: readonly [word: string, value: boolean][] = [
  ...SWITCH_WORDS,
  ['true', true],
  ['false', false],
];

const keywordOf = (word: string): string => ALIASES.find(([alias]) => alias === word)?.[1] ?? word;
const constant = (word: string): string => word.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Words that stand for the values of a field, for kinds that are words on the wire. */
function wordsOf({ field }: FieldPart): readonly (readonly [word: string, value: string | boolean])[] {
  if (field.kind === 'switch') return SWITCH_WORDS;
  if (field.kind === 'flag') return FLAG_WORDS;
  return (field.values ?? []).filter((value) => value !== null).map((value) => [keywordOf(value), value]);
}

function partWords(part: FormPart): string[] {
  if (part.is === 'word') return [part.text];
  if (part.is === 'list') return part.parts.flatMap(partWords);
  const { kind } = part.field;
  return kind === 'side' || kind === 'optionalSide' ? SIDE_WORDS : wordsOf(part).map(([word]) => word);
}

/** All keywords of the language; those that only rows of an extension have are at the end. */
function listKeywords(rows: Rows): { readonly names: string[]; readonly plainCount: number } {
  const keywordsOf = (some: readonly CommandRow[]): string[] => {
    const forms = some.map(readCommandForm);
    return [...forms.map(({ word }) => word), ...forms.flatMap(({ parts }) => parts.flatMap(partWords))];
  };
  const all = Object.values(rows);
  const plain = new Set(keywordsOf(all.filter((row) => row.extension === undefined)));
  return { names: [...new Set([...plain, ...keywordsOf(all)])], plainCount: plain.size };
}

/** Source text of `src/player-keywords.generated.ts`. */
export function generateKeywords(rows: Rows): string {
  const { names, plainCount } = listKeywords(rows);
  return `${fileHeader('Keywords of the commands of players (spec 03 §6), as token numbers.')}
${names.map((name, i) => `export const ${constant(name)} = ${FIRST_KEYWORD + i};`).join('\n')}

/** The first keyword that exists only with the extension \`height\`. */
export const FIRST_HEIGHT_KEYWORD: number = ${FIRST_KEYWORD + plainCount};

/** Token number of each keyword. */
export const KEYWORDS: readonly (readonly [word: string, token: number])[] = [
${names.map((name) => `  ['${name}', ${constant(name)}],`).join('\n')}
${ALIASES.map(([alias, keyword]) => `  ['${alias}', ${constant(keyword)}],`).join('\n')}
];
`;
}

/** Source of the value of a field, and of the list of its words if it has one. */
function fieldSource(part: FieldPart): string {
  const { field, optional, name } = part;
  switch (field.kind) {
    case 'number':
    case 'finite':
      return optional ? 'p.token === TOKEN_CLOSE ? 0 : p.readNumber()' : 'p.readNumber()';
    case 'integer':
      return optional ? 'p.token === TOKEN_CLOSE ? 0 : p.readInteger()' : 'p.readInteger()';
    case 'side':
      return 'p.readSide()';
    case 'optionalSide':
      return 'p.readOptionalSide()';
    case 'switch':
    case 'flag':
    case 'word':
      return optional
        ? `p.readOptionalWord(${wordsName(part)}, ${field.kind === 'word' ? null : false})`
        : `p.readWord(${wordsName(part)})`;
    default:
      throw new Error(
        `field ${name}: commands of players have no arguments of the kind ${field.kind}; write a method for it`,
      );
  }
}

const wordsName = ({ field, name }: FieldPart): string =>
  `${field.kind === 'word' ? constant(name) : constant(field.kind)}_WORDS`;

/** Statements that read parts; fields become constants with their names. */
function readParts(parts: readonly FormPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.is === 'word') return `p.expect(${constant(part.text)});`;
    if (part.is === 'list')
      return ['p.expect(TOKEN_OPEN);', ...readParts(part.parts), 'p.expect(TOKEN_CLOSE);'];
    return `const ${part.name} = ${fieldSource(part)};`;
  });
}

/** Statements that read the arguments of a command and report it. */
function readCommand(type: string, row: CommandRow): string[] {
  const { parts } = readCommandForm(row);
  const method = OWN_METHODS[type];
  if (method !== undefined) return [`return p.${method}();`];
  const names = Object.keys(row.fields);
  const command = names.length === 0 ? constantCommand(type) : `{ type: '${type}', ${names.join(', ')} }`;
  const report = row.last
    ? ['if (!p.isClosing()) return MALFORMED;', `p.emit(${command});`, 'return STOP;']
    : [`return p.isClosing() ? p.emit(${command}) : MALFORMED;`];
  return [...readParts(parts), ...report];
}

const constantCommand = (type: string): string => `${constant(type)}_COMMAND`;

/** Condition under which the next token belongs to the row and to no other row with the same first word. */
function guardOf(row: CommandRow): string | null {
  const [first] = readCommandForm(row).parts;
  if (first?.is === 'word') return `p.token === ${constant(first.text)}`;
  return first?.is === 'list' ? 'p.token === TOKEN_OPEN' : null;
}

/** Whether the form of a row is that of another one with further parts. */
function isContinuedBy(row: CommandRow, other: CommandRow): boolean {
  return other !== row && other.form.startsWith(`${row.form.slice(0, -1)} `);
}

/** Statements that read a command, or one of those that continue it; the parts that both have are read once. */
function readContinued(
  type: string,
  row: CommandRow,
  longer: readonly (readonly [type: string, row: CommandRow])[],
): string[] {
  const lines = readCommand(type, row);
  if (longer.length === 0) return lines;
  const common = readParts(readCommandForm(row).parts).length;
  return [
    ...lines.slice(0, common),
    ...longer.flatMap(([name, own]) => [
      `if (p.token !== TOKEN_CLOSE${own.extension === undefined ? '' : ' && p.lexer.hasHeight'}) {`,
      ...readCommand(name, own)
        .slice(common)
        .map((line) => `  ${line}`),
      '}',
    ]),
    ...lines.slice(common),
  ];
}

/** The case of a first word, with all commands that begin with it. */
function caseSource(word: string, rows: readonly (readonly [type: string, row: CommandRow])[]): string {
  const guarded = rows.length === 1 ? [] : rows.filter(([, row]) => guardOf(row) !== null);
  const longer = rows.filter(([, row]) => rows.some(([, other]) => isContinuedBy(other, row)));
  const others = rows.filter((entry) => !guarded.includes(entry) && !longer.includes(entry));
  if (others.length !== 1)
    throw new Error(`${word}: the next token is the same for ${others.map(([type]) => type).join(' and ')}`);
  const [type, row] = others[0]!;
  const lines = [
    ...guarded.flatMap(([name, own]) => {
      const [first = '', ...rest] = readCommand(name, own);
      if (rest.length === 0) return [`if (${guardOf(own)}) ${first}`];
      // The condition has checked the token that the first statement goes over.
      return [`if (${guardOf(own)}) {`, '  p.advance();', ...rest.map((line) => `  ${line}`), '}'];
    }),
    ...readContinued(type, row, longer),
  ];
  const isBlock = lines.some((line) => line.startsWith('const '));
  const body = lines.map((line) => `      ${line}`).join('\n');
  return `    case ${constant(word)}:${isBlock ? ' {' : ''}\n${body}${isBlock ? '\n    }' : ''}`;
}

/** Source text of `src/player-arguments.generated.ts`. */
export function generateArguments(rows: Rows): string {
  const byWord = new Map<string, [string, CommandRow][]>();
  const words = new Map<string, string>();
  for (const [type, row] of Object.entries(rows)) {
    const form = readCommandForm(row);
    byWord.set(form.word, [...(byWord.get(form.word) ?? []), [type, row]]);
    if (OWN_METHODS[type] === undefined) collectWords(form.parts, words);
  }
  const cases = [...byWord].map(([word, own]) => caseSource(word, own)).join('\n');
  const constants = Object.entries(rows)
    .filter(([type, { fields }]) => Object.keys(fields).length === 0 && OWN_METHODS[type] === undefined)
    .map(([type]) => `const ${constantCommand(type)} = { type: '${type}' } as const;`);
  const keywords = listKeywords(rows)
    .names.map(constant)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(`${cases}\n${[...words.values()].join('\n')}`))
    .sort();
  return `${fileHeader('Reads the arguments of the commands of players (spec 03 §7).')}
import {
${keywords.map((name) => `  ${name},`).join('\n')}
} from './player-keywords.generated.js';
import { TOKEN_CLOSE, TOKEN_OPEN } from './player-lexer.js';
import { MALFORMED, type PlayerParser, STOP } from './player-parser.js';

${[...words].map(([name, entries]) => `const ${name} = new Map([\n${entries}\n] as const);`).join('\n')}

${constants.join('\n')}

/** Reads the arguments of the command with a first word, and reports the command. The current token is the one after the word. */
export function readArguments(p: PlayerParser, word: number): number {
  switch (word) {
${cases}
    default:
      return MALFORMED;
  }
}
`;
}

/** Adds the lists of the words of fields. */
function collectWords(parts: readonly FormPart[], words: Map<string, string>): void {
  for (const part of parts) {
    if (part.is === 'list') collectWords(part.parts, words);
    else if (
      part.is === 'field' &&
      (part.field.kind === 'switch' || part.field.kind === 'flag' || part.field.kind === 'word')
    )
      words.set(
        wordsName(part),
        wordsOf(part)
          .map(
            ([word, value]) => `  [${constant(word)}, ${typeof value === 'string' ? `'${value}'` : value}],`,
          )
          .join('\n'),
      );
  }
}
