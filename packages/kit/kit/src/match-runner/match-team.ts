/**
 * Teams of documents: one reading for matches, leagues and rooms. {@link resolveTeam} makes a team independent of the folder that its paths are
 * relative to, {@link chooseStart} returns how this machine starts its programs.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MatchTeam, StartedTeam } from '@rcss/core/match-document';
import { findCommandProblem, readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  BUILT_IN_TEAMS,
  chooseTeam,
  describeMissingPolicy,
  isShellCommand,
  MODULE_PREFIX,
  POLICY_PREFIX,
  type TeamChoice,
} from './team-choice.js';
import { resolveModule } from './team-module.js';

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
    ({ players } = planPolicy(readInputFile(file), file));
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
      : choice.kind === 'module'
        ? `'${start}' is a module; the team has module: ${start.slice(MODULE_PREFIX.length)} in place of start`
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
