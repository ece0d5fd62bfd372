import { realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statPath } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { BUILT_IN_TEAMS, chooseStart, findPolicyFile } from '@rcss/kit/match-runner';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import type { LoadedTeam } from './load-teams.js';

/**
 * Checks that the isolation of teams separates them.
 *
 * @throws {CommandLineError} with a line for each team that it cannot separate from the others.
 */
export function checkIsolation(teams: ReadonlyMap<string, LoadedTeam>): void {
  const problems: string[] = [];
  for (const own of teams.values()) {
    const level = own.isolation?.level ?? 'none';
    if (own.image !== undefined && level !== 'container')
      problems.push(`${own.name} is an image, ${own.image}, which needs isolation: { level: container }`);
    if (level === 'none') continue;
    const isBuiltIn = 'start' in own.team && BUILT_IN_TEAMS.includes(own.team.start);
    const folder = findTeamFolder(own);
    const [variable] =
      'start' in own.team && (isBuiltIn || findPolicyFile(own.team) !== null)
        ? Object.keys(own.team.environment ?? {}).filter((name) => name !== TEAM_OPTIONS_VARIABLE)
        : [];
    if (variable !== undefined)
      problems.push(
        `${own.name} plays by a program of rcss, which is not isolated; allowed is an environment without ${variable}`,
      );
    const { folder: home = '', files = [] } = own.named ?? {};
    // What is missing is reported with the other problems of a start.
    const outside = (
      home === '' ? [] : [...(own.image === undefined ? [folder ?? home] : []), ...files]
    ).find((path) => statPath(path) && !isInside(realpathSync(path), realpathSync(home)));
    if (outside !== undefined)
      problems.push(
        `${own.name} would see ${outside}, which its team file names; allowed is the folder of that file, ${home}`,
      );
    if (level === 'container' && own.image === undefined && !isBuiltIn)
      problems.push(`${own.name} has no image; the level container starts teams from images`);
    if (level !== 'sandbox') continue;
    const other = [...teams.values()].find((team) => team !== own && isInside(findTeamFolder(team), folder));
    if (other !== undefined)
      problems.push(
        `${own.name} may read its folder, ${folder}, which has the files of ${other.name}; give each team a folder of its own`,
      );
  }
  if (problems.length === 0) return;
  throw new CommandLineError(
    ['the isolation does not separate the teams:', ...problems.map((text) => `  ${text}`)].join('\n'),
    EXIT.usage,
  );
}

/** The folder of a team, which its programs may read; null if it has none. */
function findTeamFolder({ team }: LoadedTeam): string | null {
  if ('module' in team) return dirname(fileURLToPath(team.module));
  if (!('start' in team) || BUILT_IN_TEAMS.includes(team.start)) return null;
  if (team.directory !== undefined) return team.directory;
  // A missing script is reported with the other problems of a start.
  if (statPath(team.start) === undefined) return null;
  try {
    return chooseStart(team).folder;
  } catch {
    return dirname(team.start);
  }
}

function isInside(path: string | null, folder: string | null): boolean {
  return path !== null && folder !== null && !relative(folder, path).startsWith('..');
}
