/**
 * Teams of documents: one reading for matches, leagues and rooms. {@link resolveTeam} makes a team independent of the folder that its paths are
 * relative to, {@link chooseStart} returns how this machine starts its programs, {@link loadTeamModule} loads its code.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MatchTeam, ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import { findCommandProblem, statPath } from '@rcss/core/node';
import type { CreateTeam, TeamModule } from '@rcss/core/team-module';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  BUILT_IN_TEAMS,
  chooseTeam,
  describeMissingPolicy,
  isShellCommand,
  POLICY_PREFIX,
  type TeamChoice,
} from './team-choice.js';

/** What the library of a program knows about teams. */
export interface TeamSources {
  /**
   * Returns the number of players of a policy: `planPolicyFile` of `@rcss/env/team`.
   *
   * @throws {RangeError} if the bytes are not a policy that can play
   */
  readonly planPolicy: (bytes: Uint8Array, path: string) => { readonly players: number };
  /** Its own `import.meta.url`: the packages that it can import, such as `@rcss/agent/chasers`, are there for every document. */
  readonly program: string;
}

/**
 * Returns a team with absolute paths; a policy also gets the number of its players.
 *
 * @param folder Folder that the paths of the team are relative to.
 * @throws {CommandLineError} if its policy cannot be used or its module does not exist
 */
export function resolveTeam(team: MatchTeam, folder: string, sources: TeamSources): MatchTeam {
  if ('module' in team) return { ...team, module: resolveModule(team.module, folder, sources.program) };
  if (!('start' in team)) return team;
  const policy = findPolicyFile(team);
  if (policy !== null) return resolvePolicy(team, path.resolve(folder, policy), sources);
  const directory = path.resolve(folder, team.directory ?? '.');
  const isCommand = isShellCommand(team.start, directory);
  const place = team.directory === undefined && !isCommand ? {} : { directory };
  if (isCommand || BUILT_IN_TEAMS.includes(team.start)) return { ...team, ...place };
  // A script is relative to the document, or to the directory in which it runs.
  const scripts = [folder, directory].map((from) => path.resolve(from, team.start));
  return { ...team, ...place, start: scripts.find((file) => existsSync(file)) ?? scripts[0]! };
}

/** The file of the policy by which a team plays; null for other teams. */
export function findPolicyFile({ start, directory = '.' }: StartedTeam): string | null {
  return start.startsWith(POLICY_PREFIX) && !isShellCommand(start, directory)
    ? start.slice(POLICY_PREFIX.length)
    : null;
}

/** Reads the policy of a team, which decides how many players it has. */
function resolvePolicy(team: StartedTeam, file: string, { planPolicy }: TeamSources): StartedTeam {
  const fail = (problem: string) => new CommandLineError(`team ${team.name}: ${problem}`, EXIT.usage);
  if (!existsSync(file)) throw fail(describeMissingPolicy(file));
  let players: number;
  try {
    ({ players } = planPolicy(readFileSync(file), file));
  } catch (error) {
    throw fail(
      error instanceof RangeError ? error.message : `${file} cannot be read: ${(error as Error).message}`,
    );
  }
  if (team.players !== undefined && team.players !== players)
    throw fail(`players: ${team.players}, but the scenario of ${file} has ${players} players on its side`);
  return { ...team, start: POLICY_PREFIX + file, players };
}

/**
 * Returns how this machine starts a team of {@link resolveTeam}.
 *
 * @throws {CommandLineError} if its script is missing, is not executable or has an unknown placeholder
 */
export function chooseStart({ name, start, directory }: StartedTeam): TeamChoice {
  const folder = directory ?? process.cwd();
  const choice = chooseTeam(start, folder);
  // Of a command, which the shell reads, only the first word can be checked.
  const problem =
    choice.kind === 'template'
      ? describeCommandProblem(start, folder)
      : choice.kind === 'built-in' && choice.defaultName !== '' && choice.policy === undefined
        ? `no such file: '${start}'; the demonstration team is start: demo with the name ${name}`
        : null;
  if (problem !== null) throw new CommandLineError(problem, EXIT.usage);
  if (directory === undefined) return choice;
  return { ...choice, start: (address) => ({ ...choice.start(address), cwd: directory }) };
}

function describeCommandProblem(command: string, folder: string): string | null {
  const problem = findCommandProblem(command, folder);
  return problem === null ? null : `${problem}; the command is '${command}'`;
}

/**
 * Returns the address of a module: a path, or a package that the folder can import.
 *
 * @throws {CommandLineError} if there is neither
 */
export function resolveModule(module: string, folder: string, program: string): string {
  if (module.startsWith('file:')) return module;
  const file = path.resolve(folder, module);
  if (statPath(file)?.isFile()) return pathToFileURL(file).href;
  // Packages of the user first, then those that come with this program, such as @rcss/agent/chasers.
  for (const from of [path.join(folder, 'package.json'), program]) {
    try {
      return pathToFileURL(createRequire(from).resolve(module)).href;
    } catch {
      // The next place.
    }
  }
  throw new CommandLineError(
    `module '${module}' was not found: neither a file ${file} nor a package that ${folder} can import`,
    EXIT.usage,
  );
}

/** What is used of the package tsx, which runs TypeScript. */
interface TypeScriptLoader {
  tsImport(module: string, parent: string): Promise<unknown>;
}

/** Imports a module; TypeScript by the package tsx of its project, because imports without types of their own names need it. */
async function importModule(module: string): Promise<unknown> {
  if (!module.startsWith('file:') || !/\.[mc]?ts$/.test(module)) return import(module);
  let loader: string;
  try {
    // Its entry for require cannot load modules; that for import is beside it.
    loader = createRequire(fileURLToPath(module))
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs');
  } catch {
    throw new Error(
      'TypeScript needs the package tsx in the project of the team (npm install --save-dev tsx), or a build',
    );
  }
  const { tsImport } = (await import(pathToFileURL(loader).href)) as TypeScriptLoader;
  return tsImport(module, module);
}

/**
 * Imports the module of a team of {@link resolveTeam}.
 *
 * @throws {Error} (as a rejection) if it cannot be loaded or has no team; the message begins with the name of the team
 */
export async function loadTeamModule({ name, module }: ModuleTeam): Promise<CreateTeam> {
  let loaded: Partial<TeamModule>;
  try {
    loaded = (await importModule(module)) as Partial<TeamModule>;
  } catch (error) {
    throw new Error(`${name} has a module that cannot be loaded, ${module}: ${(error as Error).message}`);
  }
  if (typeof loaded.default !== 'function')
    throw new Error(`${name} has a module without a function as default export, ${module}`);
  return loaded.default;
}
