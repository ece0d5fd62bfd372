import { transform } from 'sucrase';
import type { BuiltInTeam, TeamSpec } from './sandbox/tasks.js';
import type { Simulator } from './simulator.js';
import { createUnknownNameError, ToolError } from './tool-error.js';

/** Teams without a file, with what they are. */
export const TEAMS_WITHOUT_FILE: Readonly<Record<BuiltInTeam, string>> = {
  base: 'the base team: passes, shoots, defends',
  chasers: 'small agents that run after the ball',
  random: 'players that do anything',
};

const FOLDER = 'teams';
const FILE = /^[A-Za-z][\w-]{0,30}\.(ts|js)$/;

/** Names of the team files, without folder. */
export function listTeamFiles({ folder }: Simulator): string[] {
  return folder
    .list(FOLDER)
    .map((path) => path.slice(FOLDER.length + 1))
    .filter((name) => FILE.test(name));
}

/**
 * Writes a team file, or leaves the old one as it is.
 *
 * @throws {ToolError} if the name or the length is not allowed, or if the code has a syntax error
 */
export function writeTeamFile({ folder, limits }: Simulator, file: string, code: string): void {
  checkFileName(file);
  const size = Buffer.byteLength(code);
  if (size > limits.teamBytes)
    throw new ToolError(`code: ${size} bytes; at most ${limits.teamBytes} are allowed`);
  compileTeamFile(code, `${FOLDER}/${file}`);
  folder.write(`${FOLDER}/${file}`, code);
}

function checkFileName(file: string): void {
  if (FILE.test(file)) return;
  const stem = file
    .replace(/\.\w+$/, '')
    .replace(/[^\w-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 31);
  throw new ToolError(
    `file: ${JSON.stringify(file.slice(0, 80))} is not the name of a team file. Allowed: a letter, then letters, digits, "-" and "_", then .ts or .js. Nearest valid value: ${stem || 'team'}.ts.`,
  );
}

/** @throws {ToolError} if there is no such file */
export function readTeamFile(simulator: Simulator, file: string): string {
  const files = listTeamFiles(simulator);
  if (!files.includes(file)) throw createUnknownNameError('team file', file, files);
  return simulator.folder.read(`${FOLDER}/${file}`, simulator.limits.teamBytes).toString('utf8');
}

/**
 * Returns a team by its name: a built-in team, a program or a team file.
 *
 * @param name Name in the match; by default it comes from the file.
 * @throws {ToolError} if there is none, or if its code has a syntax error
 */
export function findTeam(simulator: Simulator, team: string, name?: string): TeamSpec {
  if (isBuiltInTeam(team)) return { name: name ?? team, builtIn: team };
  const programs = simulator.programs?.names ?? [];
  if (programs.includes(team)) return { name: name ?? team, program: team };
  const files = listTeamFiles(simulator);
  if (!files.includes(team))
    throw createUnknownNameError('team', team, [...Object.keys(TEAMS_WITHOUT_FILE), ...programs, ...files]);
  const code = readTeamFile(simulator, team);
  const file = `${FOLDER}/${team}`;
  return { name: name ?? team.replace(/\.\w+$/, '').slice(0, 15), code: compileTeamFile(code, file), file };
}

/** Whether a name is that of a team without a file. */
export function isBuiltInTeam(team: string): team is BuiltInTeam {
  return Object.hasOwn(TEAMS_WITHOUT_FILE, team);
}

/**
 * Removes the types and turns imports into calls of `require`; lines stay where they are.
 *
 * @throws {ToolError} if the code has a syntax error
 */
export function compileTeamFile(source: string, file: string): string {
  try {
    return transform(source, { transforms: ['typescript', 'imports'], production: true, filePath: file })
      .code;
  } catch (error) {
    throw new ToolError(
      `${file} has a syntax error: ${(error as Error).message.replace(`Error transforming ${file}: `, '')}`,
    );
  }
}

/** Gives teams with the same name different ones: a match needs two. */
export function nameApart(left: TeamSpec, right: TeamSpec): [TeamSpec, TeamSpec] {
  if (left.name !== right.name) return [left, right];
  return [left, { ...right, name: `${right.name.slice(0, 13)}_2` }];
}
