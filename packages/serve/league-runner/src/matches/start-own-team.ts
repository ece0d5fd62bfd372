import { dirname, resolve } from 'node:path';
import { cwd, env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import {
  chooseImageTeam,
  chooseModuleTeam,
  chooseStart,
  type NamedTeam,
  type OwnTeam,
  pickTeamEnvironment,
  resolveBin,
  type StartPlace,
  startTeam,
  type TeamChoice,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import type { TeamIsolation } from '@rcss/tournament/documents';
import { findBoxFile, findBoxProblem, findUnboxed, putInBox } from '../box/box.js';
import type { LoadedTeam } from '../documents/load-teams.js';
import { pickEngineVariables } from '../isolation/container.js';
import { isolateTeam } from '../isolation/isolate-team.js';
import { isPassedThrough } from '../isolation/levels.js';
import type { MatchJobTeam } from '../jobs/match-job.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { FILES_VARIABLE, fillStartCommand, writeTemplates } from '../native/start-options.js';
import { findExceededLimit, findMissedDone, limitProcessors, MAX_OUTPUT_BYTES } from './team-limits.js';

/** A started team with its isolation. */
export interface IsolatedProcess extends TeamProcess {
  /** Limit for which the kernel has ended processes, as a sentence about the team; null: none. */
  readonly exceeded: string | null;
  /** First name of another team for which it has asked for a place; null: none. */
  readonly foreignTeam: string | null;
  /** What of its limits the kernel does not keep, as a part of a sentence; null: it keeps all. */
  readonly notLimited: string | null;
}

/** Where and for which server a team is started. */
export interface OwnTeamPlace extends StartPlace {
  /** Number of the match among those of this machine. */
  readonly slot: number;
}

/** How the match starts a team. */
export type OwnTeamSettings = Pick<
  MatchJobTeam,
  'limits' | 'image' | 'isolation' | 'repeatable' | 'templates'
>;

/**
 * Starts the processes of a team on this machine. A module plays in a process of its own too, so that it cannot delay the server.
 *
 * @throws {MatchFailure} if this machine cannot isolate it as its match needs.
 */
export async function startOwnTeam(
  given: StartedTeam | ModuleTeam,
  settings: OwnTeamSettings,
  { server: { ports, match }, slot, ...place }: OwnTeamPlace,
): Promise<IsolatedProcess> {
  const { side } = place;
  const { limits, image, isolation = { level: 'none' }, repeatable, templates } = settings;
  const team = 'start' in given ? fillStartCommand(given) : given;
  const problem = findBoxProblem({ repeatable, team, image, isolation });
  if (problem !== null) throw new MatchFailure(`${team.name}: ${problem}`);
  const directory = 'start' in team ? team.directory : undefined;
  const choice = chooseProgram(team, image, isolation);
  const files = 'start' in team && templates !== undefined ? writeTemplates(team, templates) : null;
  // The built-in teams are part of this program.
  const level = choice.folder === null ? ({ level: 'none' } as const) : isolation;
  const added = [
    ...(repeatable === undefined ? [] : [findBoxFile()]),
    ...(files?.folder ? [files.folder] : []),
    ...(choice.kind === 'module' ? [findProgramFolder()] : []),
  ];
  const environment = {
    ...('start' in team ? team.environment : { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(team.options ?? {}) }),
    ...(files === null ? {} : { [FILES_VARIABLE]: files.folder }),
  };
  const isolated = await isolateTeam(
    level.level === 'sandbox' ? { ...level, readable: [...(level.readable ?? []), ...added] } : level,
    { limits, image, environment },
    {
      ...{ slot, side, team: team.name, folder: directory ?? choice.folder ?? cwd() },
      ports: [ports.player, ports.olcoach],
    },
  ).catch((error: unknown) => {
    files?.remove();
    throw error;
  });
  const start: TeamChoice['start'] = (address) => {
    const chosen = choice.start(address);
    // The folder of a team in an image.
    const placed = directory === undefined ? chosen : { ...chosen, cwd: directory };
    const command = repeatable === undefined ? placed : putInBox(placed, environment);
    return limitProcessors(isolated.wrap(command), limits, slot);
  };
  const variables = chooseVariables(level.level, environment);
  const process = startTeam(
    { choice: { ...choice, start }, name: team.name, maxOutputBytes: MAX_OUTPUT_BYTES, ...variables },
    {
      // A match document has the port of online coaches as `{coach_port}`.
      ...{ ...place, server: { ports: { ...ports, coach: ports.olcoach }, match } },
      ...('start' in team && team.players !== undefined ? { players: team.players } : {}),
    },
  );
  return {
    ...process,
    ...(repeatable !== undefined && { findUnboxed: () => findUnboxed(process.tree) }),
    findExceeded: (players) =>
      findExceededLimit({ ...process, exceeded: isolated.findExceeded() }, limits) ??
      findMissedDone(players, limits),
    notLimited: isolated.notLimited,
    get exceeded() {
      return isolated.findExceeded();
    },
    get foreignTeam() {
      return isolated.findForeignTeam();
    },
    async stop() {
      await process.tree.stop();
      await isolated.close();
      files?.remove();
    },
  };
}

/** Folder of this program with all packages that it needs: that of the packages where it is installed, or the repository. */
function findProgramFolder(): string {
  const program = resolveBin('sampleclient', 'rcss-team.js');
  return /^.*?\/(?:node_modules|\.pnpm)(?=\/)/.exec(program)?.[0] ?? resolve(program, '../../../..');
}

function chooseProgram(
  team: StartedTeam | ModuleTeam,
  image: string | undefined,
  { level }: TeamIsolation,
): TeamChoice {
  if ('start' in team) return image === undefined ? chooseStart(team) : chooseImageTeam(team.start);
  const choice = chooseModuleTeam(team.module);
  if (level === 'none') return choice;
  const folder = dirname(fileURLToPath(team.module));
  return { ...choice, folder, start: (address) => ({ ...choice.start(address), cwd: folder }) };
}

/** The variables of a team: the secrets of this machine are not those of a team, and its own must not change the programs that isolate it. */
function chooseVariables(
  level: TeamIsolation['level'],
  environment: Readonly<Record<string, string>>,
): Pick<NamedTeam, 'environment' | 'inherited'> {
  const inherited = {
    ...pickTeamEnvironment(env),
    ...(level === 'container' && pickEngineVariables(env)),
  };
  const passed = Object.entries(environment).filter(([name]) => level === 'none' || isPassedThrough(name));
  return { inherited, environment: Object.fromEntries(passed) };
}

/** Returns a team that plays in a recorded match, with the isolation and the box that it has in a league. */
export function createOwnTeam({ team, ...settings }: LoadedTeam, slot: number): OwnTeam {
  return {
    async startAt(place) {
      if ('remote' in team)
        throw new MatchFailure(`${place.name} connects by itself (remote); allowed: start or module`);
      return startOwnTeam({ ...team, name: place.name }, settings, { ...place, slot });
    },
  };
}
