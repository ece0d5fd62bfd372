import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { isTeamFile } from '@rcss/kit/match-runner';
import { type LoadedTeam, loadNamedTeam } from './load-teams.js';

const TEAM_NAME = /^[-_+a-zA-Z0-9]{1,15}$/;

/**
 * Loads the teams of a worker by name: each is `NAME=PATH`, or a team file, whose team keeps its name.
 *
 * @throws {CommandLineError} if a value has another form, a team cannot be loaded, or two have one name.
 */
export function loadOwnTeams(
  values: readonly string[],
  folder: string = process.cwd(),
): Map<string, LoadedTeam> {
  const teams = new Map<string, LoadedTeam>();
  for (const value of values) {
    const team = loadOwnTeam(value, folder);
    if (teams.has(team.name))
      throw new CommandLineError(`--team: two teams have the name '${team.name}'`, EXIT.usage);
    if ('remote' in team.team)
      throw new CommandLineError(
        `--team: ${team.name} connects by itself (remote); a worker needs start or module`,
        EXIT.usage,
      );
    teams.set(team.name, team);
  }
  return teams;
}

function loadOwnTeam(value: string, folder: string): LoadedTeam {
  const [, name, path] = /^([^=/\\]*)=(.+)$/.exec(value) ?? [];
  if (name === undefined || path === undefined) {
    if (isTeamFile(value, folder)) return loadNamedTeam(value, folder);
    throw new CommandLineError(
      `--team: '${value}' is neither NAME=PATH nor a team file (.yaml, .json)`,
      EXIT.usage,
    );
  }
  if (!TEAM_NAME.test(name))
    throw new CommandLineError(
      `--team: '${name}' is not a name of a team. Allowed: 1 to 15 of the characters A–Z a–z 0–9 - _ +`,
      EXIT.usage,
    );
  const loaded = loadNamedTeam(path, folder);
  return { ...loaded, name, team: { ...loaded.team, name } };
}
