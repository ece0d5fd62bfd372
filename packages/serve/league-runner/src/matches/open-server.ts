import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { SideName } from '@rcss/core';
import type { MatchDocument, ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import {
  type ConsoleOutput,
  createConfiguration,
  type SeatOwner,
  type SoccerServer,
  StartError,
  startServer,
} from '@rcss/match-server';
import type { MachineLink } from '../jobs/machine-messages.js';
import type { MatchJobTeam } from '../jobs/match-job.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { startOnMachine } from './machine-process.js';
import { type AwaitedClients, createServerValues } from './server-values.js';
import { type IsolatedProcess, startOwnTeam } from './start-own-team.js';

const HOST = '127.0.0.1';

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
  isOwnSender?: SeatOwner,
): Promise<SoccerServer> {
  const { initial, stop } = document;
  try {
    return await startServer(createConfiguration(createServerValues(document, folder, awaited)), output, {
      ...(initial === undefined ? {} : { initial }),
      ...(stop === undefined ? {} : { stop }),
      ...(isOwnSender && { isOwnSender }),
    });
  } catch (error) {
    if (error instanceof StartError || error instanceof RangeError) {
      throw new MatchFailure(`the server did not start: ${error.message}`);
    }
    throw error;
  }
}

/**
 * Starts a team for a server in this process; its output goes to `left.log` or `right.log` in the folder.
 *
 * @param slot Number of the match among those of this machine.
 * @param machines Starts teams of a job that play on machines of their own; null: there are no machines.
 */
export async function startSide(
  server: SoccerServer,
  side: SideName,
  team: StartedTeam | ModuleTeam,
  job: Pick<MatchJobTeam, 'limits' | 'isolation' | 'image' | 'version' | 'isOnMachine' | 'repeatable'>,
  folder: string,
  slot: number,
  machines: MachineLink | null = null,
): Promise<IsolatedProcess> {
  const { player: port, olcoach: olcoachPort } = server.ports;
  const { seed } = server.match;
  const log = join(folder, `${side}.log`);
  if (job.isOnMachine !== true || machines === null || !('start' in team))
    return startOwnTeam(team, job, { host: HOST, port, olcoachPort, seed, side, slot, log });
  const { version, limits, isolation, repeatable } = job;
  const { name, environment = {} } = team;
  const own = {
    ...(isolation === undefined ? {} : { isolation }),
    ...(repeatable === undefined ? {} : { repeatable }),
  };
  return startOnMachine(
    machines,
    { name, version, side, slot, port, olcoachPort, seed, environment, limits, ...own },
    log,
  );
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
