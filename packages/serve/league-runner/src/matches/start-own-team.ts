import { cwd, env } from 'node:process';
import type { SideName } from '@rcss/core';
import type { ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import {
  chooseImageTeam,
  chooseStart,
  pickTeamEnvironment,
  startTeam,
  type TeamChoice,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import { findBoxFile, findBoxProblem, putInBox } from '../box/box.js';
import { pickEngineVariables } from '../isolation/container.js';
import { isolateTeam } from '../isolation/isolate-team.js';
import type { MatchJobTeam } from '../jobs/match-job.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { FILES_VARIABLE, fillStartCommand, writeTemplates } from '../native/start-options.js';
import { createModuleChoice } from './module-choice.js';
import { limitProcessors } from './team-limits.js';

/** A started team with its isolation. */
export interface IsolatedProcess extends TeamProcess {
  /** Ends its processes, then the isolation. */
  stop(): Promise<void>;
  /** Why its machine does not run it, which is not the fault of the team; null or absent if it does. */
  readonly failure?: string | null;
  /** Limit that its machine has found exceeded, as a sentence about it; null or absent: none. */
  readonly exceeded?: string | null;
  /** Numeric address of its machine; null or absent: this machine. */
  readonly address?: string | null;
  /** First name of another team for which it has asked for a place; null or absent: none. */
  readonly foreignTeam?: string | null;
  /** What of its limits the kernel does not keep, as a part of a sentence; null or absent: it keeps all. */
  readonly notLimited?: string | null;
}

/** Where and for which server a team is started. */
export interface OwnTeamPlace {
  /** Address of the server as it is seen from this machine. */
  readonly host: string;
  readonly port: number;
  readonly olcoachPort: number;
  /** Seed of the match. */
  readonly seed: number;
  readonly side: SideName;
  /** Number of the match among those of the server's machine. */
  readonly slot: number;
  /** File for the output of the team. */
  readonly log: string;
}

const LOOPBACK = '127.0.0.1';

/**
 * Starts the processes of a team on this machine. A module plays in a process of its own too, so that it cannot delay the server.
 *
 * @throws {MatchFailure} if this machine cannot isolate it as its match needs.
 */
export async function startOwnTeam(
  given: StartedTeam | ModuleTeam,
  {
    limits,
    image,
    isolation = { level: 'none' },
    repeatable,
    templates,
  }: Pick<MatchJobTeam, 'limits' | 'image' | 'isolation' | 'repeatable' | 'templates'>,
  { host, port, olcoachPort, seed, side, slot, log }: OwnTeamPlace,
): Promise<IsolatedProcess> {
  const team = 'start' in given ? fillStartCommand(given) : given;
  const problem = findBoxProblem({ repeatable, team, image, isolation });
  if (problem !== null) throw new MatchFailure(`${team.name}: ${problem}`);
  const directory = 'start' in team ? team.directory : undefined;
  const choice =
    'start' in team
      ? image === undefined
        ? chooseStart(team)
        : chooseImageTeam(team.start)
      : createModuleChoice(team, createTeamSeed(seed, side));
  // The built-in teams are part of this program.
  const outside = choice.folder === null ? ({ level: 'none' } as const) : isolation;
  const files = 'start' in team && templates !== undefined ? writeTemplates(team, templates) : null;
  const added = [
    ...(repeatable === undefined ? [] : [findBoxFile()]),
    ...(files === null ? [] : [files.folder]),
  ];
  const level =
    outside.level === 'sandbox' ? { ...outside, readable: [...(outside.readable ?? []), ...added] } : outside;
  const folder = directory ?? choice.folder ?? cwd();
  const environment = {
    ...('start' in team ? team.environment : {}),
    ...(files === null ? {} : { [FILES_VARIABLE]: files.folder }),
  };
  const isolated = await isolateTeam(
    level,
    { limits, image, environment },
    { slot, side, team: team.name, folder, host, ports: [port, olcoachPort] },
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
  const process = startTeam(
    side,
    { choice: { ...choice, start }, name: team.name },
    // A match document has the port of online coaches as `{coach_port}`. In a sandbox or a container, the ports of the server are those of the team itself.
    {
      host: level.level === 'sandbox' || level.level === 'container' ? LOOPBACK : host,
      port,
      coachPort: olcoachPort,
      olcoachPort,
      seed,
      ...('start' in team && team.players !== undefined ? { players: team.players } : {}),
    },
    log,
    {
      // The secrets of this machine are not those of a team.
      inherited: {
        ...pickTeamEnvironment(env),
        ...(level.level === 'container' ? pickEngineVariables(env) : {}),
      },
      // The variables of a team must not change the program of the engine, which sets them in the container.
      environment: level.level === 'container' ? {} : environment,
    },
  );
  return {
    ...process,
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

/** The seed that a module gets, as in a match in one process. */
function createTeamSeed(seed: number, side: SideName): number {
  return 2 * seed + (side === 'left' ? 0 : 1);
}
