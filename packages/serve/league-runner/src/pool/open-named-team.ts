import type { MatchClock } from '@rcss/core/match-document';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { OwnTeam } from '@rcss/kit/match-runner';
import { chooseBox } from '../box/box.js';
import { checkIsolation } from '../documents/check-isolation.js';
import { type LoadedTeam, loadNamedTeam } from '../documents/load-teams.js';
import { createOwnTeam } from '../matches/start-own-team.js';
import { findStartProblem } from './check-start.js';

/** How a team of the command line plays. */
export interface NamedTeamSettings {
  /** Clock of the match; without (think), the team has no box. */
  readonly clock?: MatchClock;
  /** Whether its programs run in the sandbox of leagues. */
  readonly isSandboxed?: boolean;
  /** Variables besides those of a team file. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Loads a team file, or another team that the command line names, for single and recorded matches. Its programs have the environment, options,
 * templates, limits and the box that they have in a league.
 *
 * @param value Path of the file, relative to the folder; a start script, a command or a built-in team.
 * @returns The team, and what opens it in one of the matches that are played at the same time; these have different numbers.
 * @throws {CommandLineError} if the team is not usable, or if its programs cannot be started on this machine
 */
export function openNamedTeam(
  value: string,
  folder: string,
  { clock = 'synchronous', isSandboxed = false, environment = {} }: NamedTeamSettings = {},
): { readonly loaded: LoadedTeam; readonly open: (slot: number) => OwnTeam } {
  const named = chooseBox<LoadedTeam>(loadNamedTeam(value, folder), clock);
  const { team } = named;
  const loaded: LoadedTeam = {
    ...named,
    ...('start' in team && { team: { ...team, environment: { ...team.environment, ...environment } } }),
    ...(isSandboxed && { isolation: { level: 'sandbox' } }),
  };
  const problem =
    'remote' in team ? 'it connects by itself (remote); allowed: start or module' : findStartProblem(loaded);
  if (problem !== null) throw new CommandLineError(`${value}: ${problem}`, EXIT.usage);
  checkIsolation(new Map([[loaded.name, loaded]]));
  return { loaded, open: (slot) => createOwnTeam(loaded, slot) };
}
