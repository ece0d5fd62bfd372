import type { MatchClock } from '@rcss/core/match-document';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { OwnTeam } from '@rcss/kit/match-runner';
import { chooseBox } from '../box/box.js';
import { type LoadedTeam, loadNamedTeam } from '../documents/load-teams.js';
import { createOwnTeam } from '../matches/start-own-team.js';
import { findStartProblem } from './check-start.js';

/**
 * Loads a team file, or another team that the command line names, for single and recorded matches. Its programs have the environment, options,
 * templates, limits and the box that they have in a league.
 *
 * @param value Path of the file, relative to the folder; a start script, a command or a built-in team.
 * @param clock Clock of the match; without (think), the team has no box.
 * @returns The team, and what opens it in one of the matches that are played at the same time; these have different numbers.
 * @throws {CommandLineError} if the team is not usable, or if its programs cannot be started on this machine
 */
export function openNamedTeam(
  value: string,
  folder: string,
  clock: MatchClock = 'synchronous',
): { readonly loaded: LoadedTeam; readonly open: (slot: number) => OwnTeam } {
  const loaded = chooseBox<LoadedTeam>(loadNamedTeam(value, folder), clock);
  const problem =
    'remote' in loaded.team
      ? 'it connects by itself (remote); allowed: start or module'
      : findStartProblem(loaded);
  if (problem !== null) throw new CommandLineError(`${value}: ${problem}`, EXIT.usage);
  return { loaded, open: (slot) => createOwnTeam(loaded, slot) };
}
