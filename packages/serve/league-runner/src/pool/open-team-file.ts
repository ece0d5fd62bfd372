import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { OwnTeam } from '@rcss/kit/match-runner';
import { loadTeam } from '../documents/load-teams.js';
import { createOwnTeam } from '../matches/start-own-team.js';
import { findStartProblem } from './check-start.js';

/**
 * Loads a team file for recorded matches. Its programs have the environment, options, templates, limits and the box that they have in a league.
 *
 * @param file Path of the file, relative to the folder.
 * @returns What opens the team in one of the matches that are played at the same time; these have different numbers.
 * @throws {CommandLineError} if the file is not usable, or if its programs cannot be started on this machine
 */
export function openTeamFile(file: string, folder: string): (slot: number) => OwnTeam {
  const team = loadTeam({ file }, folder);
  const problem =
    'remote' in team.team
      ? 'it connects by itself (remote); allowed: start or module'
      : findStartProblem(team);
  if (problem !== null) throw new CommandLineError(`${file}: ${problem}`, EXIT.usage);
  return (slot) => createOwnTeam(team, slot);
}
