import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ModuleTeam } from '@rcss/core/match-document';
import { IMPORTABLE_MODULES, listFileNames } from '@rcss/team-frames/importable';
import { hashFolder } from '../documents/hash-folder.js';
import type { LoadedTeam } from '../documents/load-teams.js';

/** The code of a team as a page gets it. */
export interface TeamCode extends Pick<ModuleTeam, 'name' | 'options'> {
  /** Path of its module among the files, or the name of a module of this program. */
  readonly entry: string;
  /** Texts of its module and of what it imports, by their paths in the folder of the team. */
  readonly files: Readonly<Record<string, string>>;
}

/** Imports and exports of files. */
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

/**
 * Reads the module of a team and the files that it imports.
 *
 * @throws {Error} if the team is not a module, a file is missing or outside of its folder, or the files are not those of the version
 */
export function readTeamCode({ name, team, version }: LoadedTeam): TeamCode {
  if (!('module' in team)) throw new Error(`${name} is a program, which no browser can start`);
  const { resolve } = createRequire(import.meta.url);
  const own = IMPORTABLE_MODULES.find((module) => pathToFileURL(resolve(module)).href === team.module);
  const options = team.options === undefined ? {} : { options: team.options };
  if (own !== undefined) return { name, ...options, entry: own, files: {} };
  const folder = realpathSync(dirname(fileURLToPath(team.module)));
  if (version.startsWith('hash ') && version !== `hash ${hashFolder(folder, name)}`)
    throw new Error(`the files of ${name} are not those of its version (${version})`);
  const files: Record<string, string> = {};
  const add = (file: string): void => {
    const path = realpathSync(listFileNames(file).find((name) => existsSync(name)) ?? file);
    if (!path.startsWith(folder + sep)) throw new Error(`${name} imports ${file}, outside of its folder`);
    const place = relative(folder, path).replaceAll(sep, '/');
    if (place in files) return;
    const text = readFileSync(path, 'utf8');
    files[place] = text;
    for (const [, imported = ''] of text.matchAll(IMPORT)) add(join(dirname(path), imported));
  };
  add(fileURLToPath(team.module));
  return { name, ...options, entry: Object.keys(files)[0]!, files };
}
