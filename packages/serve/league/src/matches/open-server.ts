import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { cwd, env } from 'node:process';
import type { MatchDocument, ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import {
  chooseTeam,
  pickTeamEnvironment,
  startTeam,
  type TeamChoice,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import {
  type ConsoleOutput,
  createConfiguration,
  type SoccerServer,
  StartError,
  startServer,
} from '@rcss/match-server';
import { isolateTeam } from '../isolation/isolate-team.js';
import type { MatchJobTeam } from '../jobs/match-job.js';
import { MatchFailure, type OutcomeSide } from '../jobs/match-outcome.js';
import { createModuleChoice } from './module-choice.js';
import { type AwaitedClients, createServerValues } from './server-values.js';
import { limitProcessors } from './team-limits.js';

const HOST = '127.0.0.1';

/** A started team with its isolation. */
export interface IsolatedProcess extends TeamProcess {
  /** Ends its processes, then the isolation. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a match document in this process.
 *
 * @param folder Folder of its logs.
 * @throws {MatchFailure} if the server cannot be started.
 */
export async function openServer(
  document: MatchDocument,
  folder: string,
  output: ConsoleOutput,
  awaited: AwaitedClients,
): Promise<SoccerServer> {
  const { initial, stop } = document;
  try {
    return await startServer(createConfiguration(createServerValues(document, folder, awaited)), output, {
      ...(initial === undefined ? {} : { initial }),
      ...(stop === undefined ? {} : { stop }),
    });
  } catch (error) {
    if (error instanceof StartError || error instanceof RangeError) {
      throw new MatchFailure(`the server did not start: ${error.message}`);
    }
    throw error;
  }
}

/**
 * Starts the processes of a team for a server in this process; their output goes to `left.log` or `right.log` in the folder. A module plays
 * in a process of its own too, so that it cannot delay the server.
 *
 * @param slot Number of the match among those of this machine.
 */
export async function startSide(
  server: SoccerServer,
  side: OutcomeSide,
  team: StartedTeam | ModuleTeam,
  { limits, isolation = { level: 'none' } }: Pick<MatchJobTeam, 'limits' | 'isolation'>,
  folder: string,
  slot: number,
): Promise<IsolatedProcess> {
  const { player: port, olcoach: olcoachPort } = server.ports;
  const { seed } = server.match;
  const directory = 'start' in team ? team.directory : undefined;
  const choice =
    'start' in team
      ? chooseTeam(team.start, directory ?? cwd())
      : createModuleChoice(team, createTeamSeed(seed, side));
  // The built-in teams are part of this program.
  const level = choice.folder === null ? ({ level: 'none' } as const) : isolation;
  const isolated = await isolateTeam(level, { slot, side, ports: [port, olcoachPort] });
  const start: TeamChoice['start'] = (address) => {
    const chosen = choice.start(address);
    const command = directory === undefined ? chosen : { ...chosen, cwd: directory };
    return limitProcessors(isolated.wrap(command), limits, slot);
  };
  const process = startTeam(
    side,
    { choice: { ...choice, start }, name: team.name },
    // A match document has the port of online coaches as `{coach_port}`.
    { host: HOST, port, coachPort: olcoachPort, olcoachPort },
    join(folder, `${side}.log`),
    {
      // The secrets of this machine are not those of a team.
      inherited: pickTeamEnvironment(env),
      environment: { RCSS_SEED: String(seed), ...('start' in team ? team.environment : {}) },
    },
  );
  return {
    ...process,
    async stop() {
      await process.tree.stop();
      isolated.close();
    },
  };
}

/** The seed that a module gets, as in a match in one process. */
function createTeamSeed(seed: number, side: OutcomeSide): number {
  return 2 * seed + (side === 'left' ? 0 : 1);
}

/** The file `server.log` of a match. */
export interface ServerLog {
  write(line: string): void;
  /** Problems of the file, one line each. */
  readonly problems: readonly string[];
  /** Resolves when all lines are written, or the file has failed. */
  close(): Promise<void>;
}

/** Opens `server.log` in a folder. */
export function openServerLog(folder: string): ServerLog {
  const file = createWriteStream(join(folder, 'server.log'));
  const problems: string[] = [];
  file.on('error', ({ message }) => problems.push(`The server log is incomplete: ${message}`));
  return {
    problems,
    write: (line) => void file.write(`${line}\n`),
    close: () =>
      new Promise((resolve) => {
        if (file.closed) return resolve();
        file.once('close', resolve);
        file.end();
      }),
  };
}
