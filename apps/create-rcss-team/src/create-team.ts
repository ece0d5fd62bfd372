import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '@rcss/kit/command-line';

/** The folder of a new team cannot be used. The message has: folder, reason, and what to do. */
export class TeamFolderError extends Error {
  override name = 'TeamFolderError';
}

export interface CreateTeamOptions {
  /** Folder of the team; it must not exist, or be empty. */
  readonly folder: string;
  /** Language of the files; `ts` by default. */
  readonly language?: 'ts' | 'js';
  /** Name of the team; by default the name of the folder, without characters that the protocol does not allow. */
  readonly team?: string;
  /** Content of `src/team.ts`, in place of the team of the template; TypeScript only. */
  readonly code?: string;
}

/** Folder of the files of new teams. */
export const TEMPLATES: string = fileURLToPath(new URL('../template/', import.meta.url));
/** Longest name of a team. */
const MAX_NAME_LENGTH = 15;
/** Files with another name in the package: npm does not publish them under their own. */
const RENAMED: readonly (readonly [from: string, to: string])[] = [
  ['_gitignore', '.gitignore'],
  ['_package.json', 'package.json'],
];
/** Files that name the team. */
const WITH_NAMES: readonly string[] = ['package.json', 'README.md', 'compare.yaml', 'src/main'];

/** Version range of the libraries: those of the same release as this package. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * Creates a team that plays at once: source, a scene test, a match in process, and a program that plays over UDP.
 *
 * @returns the name of the team
 * @throws {TeamFolderError} if the folder has files, or if no name follows from its name
 * @throws {RangeError} if there is code and the language is not TypeScript
 */
export function createTeam({ folder, language = 'ts', team, code }: CreateTeamOptions): string {
  if (code !== undefined && language !== 'ts')
    throw new RangeError(`code is TypeScript; language: '${language}' is not allowed with it`);
  const path = resolve(folder);
  refuseFiles(path);
  const name = team ?? nameOfFolder(path);
  makeFolder(path);
  cpSync(join(TEMPLATES, language), path, { recursive: true });
  for (const [from, to] of RENAMED) renameSync(join(path, from), join(path, to));
  for (const file of WITH_NAMES) {
    const target = join(path, file === 'src/main' ? `${file}.${language}` : file);
    const text = readFileSync(target, 'utf8')
      .replaceAll('TEAM_NAME', name)
      .replaceAll('PACKAGE_NAME', toPackageName(name))
      .replaceAll('RCSS_VERSION', readVersion());
    writeFileSync(target, text);
  }
  // Package managers may lose the mode.
  chmodSync(join(path, 'start.sh'), 0o755);
  if (code !== undefined) writeCode(path, code);
  return name;
}

/** @throws {TeamFolderError} if a folder has files */
export function refuseFiles(path: string): void {
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new TeamFolderError(`${path} is not empty; choose another folder, or remove its files`);
}

/**
 * Returns the name of the team in a folder.
 *
 * @throws {TeamFolderError} if none follows
 */
export function nameOfFolder(path: string): string {
  const name = basename(path)
    .replaceAll(/[^A-Za-z0-9_+-]/g, '')
    .slice(0, MAX_NAME_LENGTH);
  if (name !== '') return name;
  throw new TeamFolderError(
    `no team name follows from the folder '${basename(path)}'; give one with --team (letters, digits, - _ +)`,
  );
}

/** Writes the code of the team, and adds the packages that it imports besides those of the template. */
function writeCode(path: string, code: string): void {
  writeFileSync(join(path, 'src/team.ts'), code);
  if (!/['"]@rcss\/core(\/|['"])/.test(code)) return;
  const file = join(path, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  manifest.dependencies['@rcss/core'] = `^${readVersion()}`;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A name that npm allows: lower case, no plus sign, not beginning with a dash or underscore. */
function toPackageName(team: string): string {
  const name = team
    .toLowerCase()
    .replaceAll('+', '-')
    .replace(/^[-_]+/, '');
  return name === '' ? 'team' : name;
}
