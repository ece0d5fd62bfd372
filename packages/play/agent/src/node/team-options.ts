import { readFileSync } from 'node:fs';
import { mergeOptions, TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import { parseDocument } from 'yaml';
import { parseParameterText, TeamParameterError } from '../parameters/parameter-table.js';

/** Where the options of a team are. Later ones replace earlier ones. */
export interface TeamOptionSources {
  /** Variables of the environment with `RCSS_OPTIONS`, a JSON object; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** File in JSON or YAML. */
  readonly file?: string | undefined;
  /** Texts `NAME=VALUE` of a command line; names in groups have dots, such as `defense.line=-10`. */
  readonly set?: readonly string[];
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

function readOptionsFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TeamParameterError(`options file ${file} cannot be read: ${(error as Error).message}`);
  }
  return parseOptions(text, file);
}

function parseOptions(text: string, place: string): Record<string, unknown> {
  // JSON is YAML.
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new TeamParameterError(`${place}: ${error.message.trimEnd()}`);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TeamParameterError(
      `${place}: ${JSON.stringify(value).slice(0, 60)} is not an object of names and values, such as {"defense": {"line": -10}}`,
    );
  return mergeOptions({}, value as Record<string, unknown>);
}
