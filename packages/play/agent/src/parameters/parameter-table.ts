/**
 * Parameters of a team: values that an author tunes without a change of the code. A table declares them with default, range and unit; a group of
 * parameters is a table in the table. The types of the values, the checks of a file and the list for a tuning derive from it.
 */
import {
  booleanField,
  checkWithSchema,
  type DocumentProblem,
  integerField,
  mergeOptions,
  numberField,
  objectField,
  wordField,
} from '@rcss/match-document';
import type { z } from 'zod';

/** A number. Both limits are needed: a tuning stays between them. */
export interface NumberParameter {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whether only whole numbers are allowed; false by default. */
  readonly integer?: boolean;
  /** For people, such as `m` or `cycles`. */
  readonly unit?: string;
  readonly doc?: string;
}

/** true or false. */
export interface FlagParameter {
  readonly default: boolean;
  readonly doc?: string;
}

/** One of several words. */
export interface WordParameter<Word extends string = string> {
  readonly default: NoInfer<Word>;
  readonly words: readonly Word[];
  readonly doc?: string;
}

export type TeamParameter = NumberParameter | FlagParameter | WordParameter;

/** Parameters and groups by name. */
export interface TeamParameterTable {
  readonly [name: string]: TeamParameter | TeamParameterTable;
}

/** The values of a table, with its groups. */
export type TeamParameterValues<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly words: readonly (infer Word)[] }
    ? Word
    : Table[Name] extends { readonly default: number }
      ? number
      : Table[Name] extends { readonly default: boolean }
        ? boolean
        : TeamParameterValues<Table[Name]>;
};

/** A table or the options of a team are wrong. The message has a line per problem: name, value and what is allowed. The message has: which table or team, and the problems. */
export class TeamParameterError extends Error {
  override name = 'TeamParameterError';
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function isParameter(entry: TeamParameter | TeamParameterTable): entry is TeamParameter {
  return 'default' in entry && typeof entry.default !== 'object';
}

function createParameterSchema(parameter: TeamParameter): z.ZodType {
  const { doc = '' } = parameter;
  if ('words' in parameter)
    return wordField(doc, parameter.words as readonly [string, ...string[]]).default(parameter.default);
  if (!('min' in parameter)) return booleanField(doc).default(parameter.default);
  const { integer = false, min, max, unit } = parameter;
  const range = { min, max, ...(unit === undefined ? {} : { unit }) };
  return (integer ? integerField(doc, range) : numberField(doc, range)).default(parameter.default);
}

function createTableSchema(table: TeamParameterTable): z.ZodType {
  const fields = Object.entries(table).map(([name, entry]) => [
    name,
    isParameter(entry) ? createParameterSchema(entry) : createTableSchema(entry),
  ]);
  return objectField('', Object.fromEntries(fields)).prefault({});
}

function describeRangeProblem(parameter: TeamParameter): string | null {
  if ('words' in parameter) {
    const { words } = parameter;
    const wrong = words.find((word) => typeof parseParameterText(word) !== 'string');
    if (wrong !== undefined)
      return `words: '${wrong}' is not a word: on a command line it is a number, true or false`;
    return words.includes(parameter.default)
      ? null
      : `default: '${parameter.default}' is not one of ${words.join(', ')}`;
  }
  if (typeof parameter.default === 'boolean') return null;
  const { default: value, min, max, integer } = parameter as NumberParameter;
  if (typeof value !== 'number')
    return `default: ${String(value)} is not a number, true or false, or one of words`;
  if (!(min < max)) return `min: ${min} is not less than max, ${max}`;
  if (!(value >= min && value <= max)) return `default: ${value} is not a number from ${min} to ${max}`;
  return integer === true && !Number.isInteger(value) ? `default: ${value} is not a whole number` : null;
}

/** A parameter of a table. */
export interface ListedParameter {
  /** Name with its groups, such as `defense.line`. */
  readonly name: string;
  readonly parameter: TeamParameter;
}

/** Returns the parameters of a table in its order. */
export function listParameters(table: TeamParameterTable, prefix = ''): ListedParameter[] {
  return Object.entries(table).flatMap(([key, entry]) => {
    const name = prefix + key;
    if (typeof entry !== 'object' || entry === null)
      throw new TeamParameterError(`${name}: ${String(entry)} is neither a parameter nor a group`);
    return isParameter(entry) ? [{ name, parameter: entry }] : listParameters(entry, `${name}.`);
  });
}

/**
 * Returns the table, with its type, after a check.
 *
 * @throws {TeamParameterError} if a name is not one of letters, digits and _, or if a default is not allowed
 * @example const PARAMETERS = defineParameters({ defense: { line: { default: -20, min: -45, max: 0, unit: 'm' } } });
 */
export function defineParameters<const Table extends TeamParameterTable>(table: Table): Table {
  const problems = listParameters(table).flatMap(({ name, parameter }) => {
    const wrong = name.split('.').find((part) => !NAME.test(part));
    if (wrong !== undefined) return [`${name}: '${wrong}' is not a name of letters, digits and _`];
    const problem = describeRangeProblem(parameter);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
  if (problems.length > 0) throw new TeamParameterError(`defineParameters: ${problems.join('\n  ')}`);
  return table;
}

/** Returns the value of a text of a command line: a number, true, false, or the text itself. */
export function parseParameterText(text: string): number | boolean | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function describeProblems(owner: string, problems: readonly DocumentProblem[]): string {
  const lines = problems.map(({ path, message }) =>
    path === '' ? 'the options are not an object' : message,
  );
  return lines.length === 1 ? `${owner}: ${lines[0]}` : [`${owner}:`, ...lines].join('\n  ');
}

/**
 * Returns the values of the parameters: those of `options`, otherwise the defaults. Options have groups as objects or in their names: `{ defense: { line: -10 } }` and
 * `{ 'defense.line': -10 }` are the same; of two, the later one counts.
 *
 * @param owner Begins the message of an error, such as `options of team Alpha`.
 * @throws {TeamParameterError} with a line per unknown name and per value that is not allowed
 */
export function readParameters<const Table extends TeamParameterTable>(
  table: Table,
  options: Readonly<Record<string, unknown>>,
  owner = 'parameters',
): TeamParameterValues<Table> {
  const result = checkWithSchema(createTableSchema(table), mergeOptions({}, options));
  if (!result.ok) throw new TeamParameterError(describeProblems(owner, result.error));
  return result.value as TeamParameterValues<Table>;
}
