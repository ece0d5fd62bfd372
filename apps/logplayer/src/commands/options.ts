/** Options and arguments that several verbs share. */
import type { LogVersion } from '@rcss/logs';
import { InvalidArgumentError, Option } from 'commander';

/** Help of the argument of verbs that read one log. */
export const LOG_ARGUMENT = 'game log; - reads the standard input';

/** `-o FILE` of verbs that print text: the standard output by default. */
export function textOutputOption(): Option {
  return new Option('-o, --output <file>', 'write to a file instead of the standard output').default('-');
}

/** `-o FILE` of verbs that write a log. */
export function logOutputOption(): Option {
  return new Option(
    '-o, --output <file>',
    'log to write, packed if the name ends in .gz; - writes to the standard output',
  ).makeOptionMandatory();
}

const VERSIONS: ReadonlyMap<string, LogVersion> = new Map<string, LogVersion>([
  ['json', -1],
  ['-1', -1],
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 5],
  ['6', 6],
]);

/** Parses a game log version: 1 to 6 or json. */
export function logVersionOption(text: string): LogVersion {
  const version = VERSIONS.get(text);
  if (version === undefined) throw new InvalidArgumentError('Allowed: 1 to 6 or json.');
  return version;
}

/** Parses a number that is not negative. */
export function amountOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('Allowed: a number from 0 on.');
  return value;
}

/** Parses names with commas, each of which `allowed` has. */
export function namesOption(allowed: readonly string[]): (text: string) => ReadonlySet<string> {
  return (text) => {
    const names = text.split(',');
    const unknown = names.find((name) => !allowed.includes(name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`'${unknown}' is unknown. Allowed, with commas: ${allowed.join(', ')}.`);
    }
    return new Set(names);
  };
}

/** Types of log records, for options that choose some. */
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
