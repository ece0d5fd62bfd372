/** Options and arguments that several verbs share. */
import { availableParallelism } from 'node:os';
import { createIntegerParser } from '@rcss/kit/command-line';
import type { LogVersion } from '@rcss/logs';
import { InvalidArgumentError, Option } from 'commander';

/** Help of the argument of verbs that read one log. */
export const LOG_ARGUMENT = 'game log; - reads the standard input';

/** `-o FILE` of verbs that print text: the standard output by default. */
export function createTextOutputOption(): Option {
  return new Option('-o, --output <file>', 'write to a file instead of the standard output').default('-');
}

/** `-j N` of verbs that read many logs: the number of processors by default. */
export function createJobsOption(): Option {
  return new Option('-j, --jobs <n>', 'logs that are read at once (default: the number of processors)')
    .argParser(createIntegerParser(1, 256))
    .default(availableParallelism());
}

/** `-o FILE` of verbs that write a log. */
export function createLogOutputOption(): Option {
  return new Option(
    '-o, --output <file>',
    'log to write, compressed if the name ends in .gz; - writes to the standard output',
  ).makeOptionMandatory();
}

/** Parses a game log version: 1 to 7 or json. */
export function parseLogVersion(text: string): LogVersion {
  if (!/^(json|-1|[1-7])$/.test(text)) throw new InvalidArgumentError('Allowed: 1 to 7 or json.');
  return (text === 'json' ? -1 : Number(text)) as LogVersion;
}

/** Parses a whole number of 31 bits, with 0 and without it. */
export const parseWhole: (text: string) => number = createIntegerParser(0, 2 ** 31 - 1);
export const parsePositive: (text: string) => number = createIntegerParser(1, 2 ** 31 - 1);

/** Parses a number of at least 0. */
export function parseAmount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('Allowed: a number of at least 0.');
  return value;
}

/** Creates a parser of names with commas; each name must be one of `allowed`. */
export function createNamesParser(allowed: readonly string[]): (text: string) => ReadonlySet<string> {
  return (text) => {
    const names = text.split(',');
    const unknown = names.find((name) => !allowed.includes(name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`'${unknown}' is unknown. Allowed, with commas: ${allowed.join(', ')}.`);
    }
    return new Set(names);
  };
}

/** Range of game times, both ends included. */
export interface CycleRange {
  readonly from: number;
  readonly to: number;
}

/** Parses ranges of game times with commas: `100-200,3000-,77`. */
export function parseCycleRanges(text: string): readonly CycleRange[] {
  return text.split(',').map((range) => {
    const match = /^(\d*)(?:(-)(\d*))?$/.exec(range);
    if (match === null || range === '' || range === '-') {
      throw new InvalidArgumentError(
        `'${range}' is not a range. Allowed, with commas: 100-200, 3000-, -50, 77.`,
      );
    }
    const [, first = '', dash, last = ''] = match;
    const from = first === '' ? 0 : Number(first);
    const to = dash === undefined ? from : last === '' ? Number.POSITIVE_INFINITY : Number(last);
    if (to < from) {
      throw new InvalidArgumentError(
        `The range ${range} ends before it begins. Give the smaller number first.`,
      );
    }
    return { from, to };
  });
}

/** Types of log records, for options that select some of them. */
export const RECORD_TYPES: readonly string[] = [
  'header',
  'server_version',
  'timestamp',
  'server_param',
  'player_param',
  'player_type',
  'playmode',
  'team',
  'show',
  'msg',
  'team_graphic',
  'draw',
  'damage',
  'end',
];
