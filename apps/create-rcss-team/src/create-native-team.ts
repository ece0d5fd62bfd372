import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { makeFolder } from '@rcss/kit/command-line';
import { nameOfFolder, refuseFiles, TEMPLATES, TeamFolderError } from './create-team.js';

export interface CreateNativeTeamOptions {
  /** Folder of a program that exists, with a start script `start.sh` or `start`. */
  readonly program: string;
  /** Folder of the documents; it must not exist, or be empty. Default: that of the program with `-rcss`. */
  readonly folder?: string;
  /** Name of the team; by default from the folder of the program. */
  readonly team?: string;
  /** Start command with placeholders, in the folder of the program; by default it follows from the options of the script. */
  readonly start?: string;
}

/**
 * Creates documents for a program: how it is started, checked, compared, tuned.
 *
 * @returns the name of the team and the folder
 * @throws {TeamFolderError} if there is no start script, the folder has files, or no name follows
 */
export function createNativeTeam({ program, folder, team, start }: CreateNativeTeamOptions): {
  readonly name: string;
  readonly folder: string;
} {
  const source = resolve(program);
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new TeamFolderError(
      `--native ${program}: there is no such folder; name the folder of your program`,
    );
  const path = resolve(folder ?? `${source}-rcss`);
  if (!relative(source, path).startsWith('..'))
    throw new TeamFolderError(
      `${path} is in the folder of the program, whose version would change with each result; choose a folder beside it`,
    );
  const command = start ?? deriveStart(source);
  const name = team ?? nameOfFolder(source);
  refuseFiles(path);
  makeFolder(path);
  cpSync(join(TEMPLATES, 'native'), path, { recursive: true });
  const place = relative(path, source);
  const quoted = JSON.stringify(command);
  for (const file of readdirSync(path)) {
    const text = readFileSync(join(path, file), 'utf8')
      .replaceAll('TEAM_NAME', name)
      .replaceAll('START_COMMAND', () => quoted)
      .replaceAll('PROGRAM_FOLDER', () => place);
    writeFileSync(join(path, file), text);
  }
  return { name, folder: path };
}

/** The start command of a folder: its script with the options that it reads, else with the arguments of all start scripts. */
function deriveStart(source: string): string {
  const script = ['start.sh', 'start'].find((file) => existsSync(join(source, file)));
  if (script === undefined)
    throw new TeamFolderError(
      `${source} has no start.sh; give the command with --start, such as --start './${basename(source)} -h {host} -p {port} -t {team}'`,
    );
  const text = readFileSync(join(source, script), 'utf8');
  const [, letters] = /getopts[ \t]+["']?([a-zA-Z:]+)/.exec(text) ?? [];
  const reads = (letter: string, long: string): boolean =>
    letters === undefined
      ? new RegExp(`^[ \\t]*-${letter}\\|--${long}`, 'm').test(text)
      : letters.includes(`${letter}:`);
  // Scripts without options get HOST PORT OLCOACH_PORT TEAM.
  if (!reads('t', 'teamname') || !reads('p', 'port')) return `./${script}`;
  const coach = reads('P', 'coach-port') ? ' -P {olcoach_port}' : '';
  return `./${script} -h {host} -p {port}${coach} -t {team}`;
}
