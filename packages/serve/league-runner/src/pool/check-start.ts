import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { chooseImageTeam, chooseStart } from '@rcss/kit/match-runner';
import { findBoxProblem } from '../box/box.js';
import type { LoadedTeam } from '../documents/load-teams.js';
import { findImageProblem } from '../isolation/container.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { fillStartCommand, fillTemplates } from '../native/start-options.js';
import { type HostProgram, MatchPool } from './match-pool.js';

/**
 * Checks, before the first match, that the start commands of all teams can be started on this machine.
 *
 * @throws {CommandLineError} with a line for each team whose script is missing, is not executable or has an unknown placeholder.
 */
export function checkStartCommands(teams: Iterable<LoadedTeam>): void {
  const problems: string[] = [];
  for (const team of teams) {
    const problem = findStartProblem(team);
    if (problem !== null) problems.push(`  ${team.name}: ${problem}`);
  }
  throwProblems(problems);
}

/** Time that a module may take to load, s. */
const LOAD_TIMEOUT = 60;

/**
 * Loads the modules of teams, before the first match, in a process of their own. Those that are isolated are loaded in their match only.
 *
 * @throws {CommandLineError} with a line for each team whose module cannot be loaded.
 */
export async function checkModules(teams: Iterable<LoadedTeam>, program?: HostProgram): Promise<void> {
  const pool = new MatchPool({
    size: 1,
    matchTimeout: LOAD_TIMEOUT,
    ...(program === undefined ? {} : { program }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'rcss-load-'));
  const problems: string[] = [];
  try {
    for (const { name, team, isolation = { level: 'none' } } of teams) {
      if (!('module' in team) || isolation.level !== 'none') continue;
      const task = { type: 'load', given: team, folder } as const;
      await pool.perform(task, new AbortController().signal).catch((error: unknown) => {
        if (!(error instanceof MatchFailure)) throw error;
        problems.push(`  ${name}: ${error.message}`);
      });
    }
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  }
  throwProblems(problems);
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const subject = problems.length === 1 ? 'a team cannot be started' : 'teams cannot be started';
  throw new CommandLineError([`${subject}; no match was played:`, ...problems].join('\n'), EXIT.usage);
}

/** Returns why a team cannot be started on this machine; null if nothing is known against it. */
export function findStartProblem(loaded: LoadedTeam): string | null {
  const { team, image, isolation } = loaded;
  if (!('start' in team)) return null;
  const boxProblem = findBoxProblem(loaded);
  if (boxProblem !== null) return boxProblem;
  if (image !== undefined && loaded.templates !== undefined)
    return 'templates do not work in a container, which has files of its own; use environment or placeholders in start';
  if (image !== undefined) return findContainerProblem(team.start, image, isolation);
  try {
    chooseStart(fillStartCommand(team));
    fillTemplates(team, loaded.templates ?? []);
    return null;
  } catch (error) {
    if (error instanceof CommandLineError) return error.message;
    throw error;
  }
}

/** The start command of an image is read by the shell in its container. */
function findContainerProblem(
  start: string,
  image: string,
  isolation: LoadedTeam['isolation'],
): string | null {
  try {
    chooseImageTeam(start);
  } catch (error) {
    if (error instanceof CommandLineError) return error.message;
    throw error;
  }
  // Of a worker's own teams, only the document of a run says how they are isolated.
  return isolation?.level === 'container' ? findImageProblem(isolation, image) : null;
}
