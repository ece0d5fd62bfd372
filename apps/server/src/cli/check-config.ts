import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  type ConfigurationCheck,
  type ConfigurationProblem,
  checkConfiguration,
  type EffectiveSetting,
  findBindProblem,
  formatOrigin,
  isChanged,
  SECRET_PARAMETERS,
} from '@rcss/match-server/program';
import type { ParamValue } from '@rcss/params/tables';
import type { Command } from 'commander';
import { findFileProblems } from './find-file-problems.js';
import { formatColumns } from './format-columns.js';
import type { ProgramHost } from './program-host.js';
import { explainWrongArguments } from './wrong-arguments.js';

/** Option that checks the configuration instead of running a match. */
export const CHECK_OPTION = '--check-config';

/** Adds the options of a check, for a match or a room server. */
export function addCheckOptions(command: Command): Command {
  return command
    .option(CHECK_OPTION, 'check files and arguments, print the settings and where they come from, and exit')
    .option('--all', 'with --check-config: also settings that have their defaults')
    .option('--json', 'with --check-config: print JSON');
}

/**
 * Checks the configuration of a match, prints it and returns the exit code: 0, or 2 if no match would start.
 *
 * @param argv Arguments with {@link CHECK_OPTION}; `--all` also shows defaults, `--json` prints JSON.
 * @param program Name of the program in errors.
 * @throws {CommandLineError} (as a rejection) if an argument is neither parameter nor option.
 */
export async function checkConfig(
  host: ProgramHost,
  argv: readonly string[],
  program: string,
): Promise<number> {
  const isOwn = (argument: string) => [CHECK_OPTION, '--all', '--json'].includes(argument);
  const parameters = argv.filter((argument) => !isOwn(argument));
  const wrong = explainWrongArguments(parameters);
  if (wrong !== null) throw new CommandLineError(`${wrong}\nHelp: ${program} serve --help`, EXIT.usage);
  const { env, files, console } = host;
  const read = checkConfiguration({ argv: parameters, program, env, files }, (settings) =>
    findFileProblems(settings, env),
  );
  const check = { ...read, problems: [...read.problems, ...(await findBindAddressProblems(read))] };
  const shown = check.settings.filter((setting) => argv.includes('--all') || isChanged(setting));
  const isOk = check.problems.every(({ severity }) => severity !== 'error');
  if (argv.includes('--json')) console.out(formatJson(check, shown, isOk));
  else {
    for (const line of formatText(check, shown)) console.out(line);
    for (const { severity, origin, message } of check.problems) {
      console.err(`${formatOrigin(origin)}: ${severity}: ${message}`);
    }
    console.out(
      isOk ? 'The configuration is valid.' : 'The configuration is not valid; no match would start.',
    );
  }
  return isOk ? EXIT.ok : EXIT.usage;
}

/** Returns the problem of an address that is well formed, but that this machine does not have. */
async function findBindAddressProblems({
  settings,
  problems,
}: ConfigurationCheck): Promise<ConfigurationProblem[]> {
  const name = 'rcss::bind_address';
  if (problems.some(({ message }) => message.startsWith(name))) return [];
  const { value, origin } = settings.find((setting) => `${setting.module}::${setting.name}` === name)!;
  const message = await findBindProblem(String(value));
  return message === null ? [] : [{ severity: 'error', origin, message }];
}

function maskSecret({ module, name }: EffectiveSetting, value: ParamValue): ParamValue {
  return SECRET_PARAMETERS.has(`${module}::${name}`) && value !== '' ? '(hidden)' : value;
}

function formatText({ files }: ConfigurationCheck, shown: readonly EffectiveSetting[]): string[] {
  const states = { read: 'read', absent: 'does not exist', unreadable: 'cannot be read' };
  const lines = files.map(({ path, state }) => `${path}: ${states[state]}`);
  lines.push('');
  if (shown.length === 0) return [...lines, 'All parameters have their defaults.', ''];
  const show = (setting: EffectiveSetting, value: ParamValue) => {
    const text = String(maskSecret(setting, value));
    return text === '' ? "''" : text;
  };
  const rows = shown.map((setting) => [
    `${setting.module}::${setting.name}`,
    show(setting, setting.value),
    show(setting, setting.default),
    [
      formatOrigin(setting.origin),
      ...setting.replaced.map(
        ({ value, origin }) => `replaces ${show(setting, value)} of ${formatOrigin(origin)}`,
      ),
    ].join(', '),
  ]);
  return [...lines, ...formatColumns([['parameter', 'value', 'default', 'from'], ...rows]), ''];
}

function formatJson(
  { files, problems }: ConfigurationCheck,
  shown: readonly EffectiveSetting[],
  isOk: boolean,
): string {
  const settings = shown.map((setting) => ({
    ...setting,
    value: maskSecret(setting, setting.value),
    isChanged: isChanged(setting),
    replaced: setting.replaced.map(({ value, origin }) => ({ value: maskSecret(setting, value), origin })),
  }));
  return JSON.stringify(
    { format: 'rcss-configuration', version: 1, ok: isOk, files, settings, problems },
    null,
    2,
  );
}
