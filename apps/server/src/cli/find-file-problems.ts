import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findCommandProblem } from '@rcss/core/node';
import type { ConfigurationProblem, EffectiveSetting } from '@rcss/match-server/program';

/** Why a path cannot be used, or null. */
type PathCheck = (path: string) => string | null;

/**
 * Checks the files, folders and programs that the settings of a server name: start scripts, the file of the coaches, the
 * folders of logs and results.
 *
 * @param env `PATH` is searched for start scripts without a folder.
 */
export function findFileProblems(
  settings: readonly EffectiveSetting[],
  env: Readonly<Record<string, string | undefined>>,
): ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  const find = (parameter: string) =>
    settings.find(({ module, name }) => `${module}::${name}` === parameter) as EffectiveSetting;
  const check = (parameter: string, test: PathCheck): void => {
    const { value, origin } = find(parameter);
    const message = value === '' ? null : test(String(value));
    if (message !== null) problems.push({ severity: 'error', origin, message: `${parameter}: ${message}` });
  };
  for (const parameter of ['server::team_l_start', 'server::team_r_start'])
    check(parameter, (command) => findCommandProblem(command, process.cwd(), env['PATH'] ?? ''));
  check('server::coach_msg_file', findReadProblem);
  if (find('server::game_logging').value) check('server::game_log_dir', findFolderProblem);
  if (find('server::text_logging').value) check('server::text_log_dir', findFolderProblem);
  if (find('server::keepaway').value && find('server::keepaway_logging').value)
    check('server::keepaway_log_dir', findFolderProblem);
  for (const parameter of ['rcss::record', 'rcss::result_file'])
    check(parameter, (path) => findFolderProblem(dirname(path)));
  if (find('CSVSaver::save').value) check('CSVSaver::filename', (path) => findFolderProblem(dirname(path)));
  problems.push(...findPortProblems(find));
  return problems;
}

/** Ports that are in use twice by this server. */
function findPortProblems(find: (parameter: string) => EffectiveSetting): ConfigurationProblem[] {
  const [player, ...others] = ['server::port', 'server::coach_port', 'server::olcoach_port'];
  const seen = new Map([[find(player!).value, player!]]);
  const problems: ConfigurationProblem[] = [];
  for (const parameter of others) {
    const { value, origin } = find(parameter);
    const other = value === 0 ? undefined : seen.get(value);
    if (other !== undefined)
      problems.push({ severity: 'error', origin, message: `${parameter}: ${value} is also ${other}` });
    seen.set(value, parameter);
  }
  return problems;
}

function findReadProblem(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return `file '${path}' cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Checks that a folder can be written, or that it can be created in the nearest one that exists. */
function findFolderProblem(path: string): string | null {
  let folder = resolve(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) return `'${folder}' is not a folder`;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `folder '${folder}' cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}
