import { parseArgs } from 'node:util';
import { readInputFile } from '@rcss/core/node';
import { mergeOptions, TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import { readYaml } from '@rcss/match-document/yaml';
import { parseParameterText, TeamParameterError } from '../parameters/parameter-table.js';

/** Where the options of a team are. Later ones replace earlier ones. */
export interface TeamOptionSources {
  /** Variables of the environment with `RCSS_OPTIONS`, a JSON object; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** File in JSON or YAML. */
  readonly file?: string | undefined;
  /** Texts `NAME=VALUE` of a command line; names in groups have dots, such as `defense.line=-10`. */
  readonly set?: readonly string[] | undefined;
}

/**
 * Returns the options of a team for `runTeam`, from the environment, a file and the command line.
 *
 * @throws {TeamParameterError} if the file cannot be read, or if a source is not an object of names and values
 * @example const options = readTeamOptions({ environment: process.env, file: 'fast.yaml', set: ['defense.line=-10'] });
 */
export function readTeamOptions({
  environment = {},
  file,
  set = [],
}: TeamOptionSources): Record<string, unknown> {
  const variable = environment[TEAM_OPTIONS_VARIABLE] ?? '';
  let options = variable === '' ? {} : parseOptions(variable, TEAM_OPTIONS_VARIABLE);
  if (file !== undefined) options = mergeOptions(options, readOptionsFile(file));
  for (const text of set) {
    const [, name, value] = /^([\w.]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new TeamParameterError(`option '${text}' is not NAME=VALUE, such as defense.line=-10`);
    options = mergeOptions(options, { [name]: parseParameterText(value) });
  }
  return options;
}

/** Where a team plays and with which options, from the command line of its program. */
export interface TeamArguments {
  readonly team: string;
  readonly host: string;
  readonly port: number;
  readonly coachPort: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** As in `RunTeamOptions`. */
  readonly debug?: string;
}

/**
 * Reads the command line of a team's program: `[HOST] [PORT] [COACH_PORT] [TEAM] [--options FILE] [--set NAME=VALUE] [--debug TARGET]`. The order is
 * that of start scripts.
 *
 * @param args Without the names of the program. @param team Name without an argument. @param environment With `RCSS_OPTIONS`.
 * @throws {TeamParameterError} if an argument is wrong
 * @example await runTeam(createTeam, readTeamArguments(process.argv.slice(2), 'Alpha', process.env));
 */
export function readTeamArguments(
  args: readonly string[],
  team: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): TeamArguments {
  const { positionals, values } = parseTeamArguments(args);
  const [host = '127.0.0.1', port = '6000', coachPort, name = team, ...rest] = positionals;
  if (rest.length > 0) throw new TeamParameterError(`'${rest[0]}' is one argument too many; ${USAGE}`);
  const player = readPort('PORT', port);
  return {
    team: name,
    host,
    port: player,
    coachPort: coachPort === undefined ? player + 2 : readPort('COACH_PORT', coachPort),
    options: readTeamOptions({ environment, file: values.options, set: values.set }),
    ...(values.debug === undefined ? {} : { debug: values.debug }),
  };
}

const USAGE =
  'arguments: [HOST] [PORT] [COACH_PORT] [TEAM] [--options FILE] [--set NAME=VALUE] [--debug udp:HOST:PORT or FILE]';

const TEXT = { type: 'string' } as const;

function parseTeamArguments(args: readonly string[]) {
  const options = { options: TEXT, debug: TEXT, set: { ...TEXT, multiple: true as const, default: [] } };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new TeamParameterError(`${(error as Error).message.split('. ')[0]}; ${USAGE}`);
  }
}

function readPort(name: string, text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new TeamParameterError(`${name}: '${text}' is not a whole number from 1 to 65535; ${USAGE}`);
  return port;
}

function readOptionsFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readInputFile(file).toString();
  } catch (error) {
    throw new TeamParameterError(`options file ${file} cannot be read: ${(error as Error).message}`);
  }
  return parseOptions(text, file);
}

function parseOptions(text: string, place: string): Record<string, unknown> {
  const read = readYaml(text).result;
  if (!read.ok) throw new TeamParameterError(`${place}: ${read.error[0]!.message}`);
  const { value } = read;
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TeamParameterError(
      `${place}: ${JSON.stringify(value).slice(0, 60)} is not an object of names and values, such as {"defense": {"line": -10}}`,
    );
  return mergeOptions({}, value as Record<string, unknown>);
}
