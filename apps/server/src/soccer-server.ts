import { createMatchParams, type PlayerParams } from '@rcss/params';
import { windLine } from '@rcss/physics';
import { createMatch } from '@rcss/simulator';
import { listen, PortError } from '@rcss/udp';
import { assembleServer, type OpenMailbox } from './assemble.js';
import type { Configuration } from './config/configuration.js';
import type { ConsoleOutput } from './console-output.js';
import { breakDown, finish } from './ending.js';
import { gatherClients } from './gathering.js';
import { MAX_LETTERS } from './limits.js';
import { openLogs, type ServerLogs } from './logs.js';
import { createPhases } from './phases.js';
import { runRealTime } from './real-time-clock.js';
import { openRehearsal, type Rehearsal } from './rehearsal.js';
import { type Resumption, ResumptionError } from './resumption.js';
import { csvSaver, type Saver, stdoutSaver } from './savers.js';
import type { Ending, Letter, Server } from './server-state.js';
import { startTime } from './start-time.js';
import { runSynchronous } from './synchronous-clock.js';

/** A server that could not be started; the message is the line for stderr. */
export class StartError extends Error {}

/** A running server. */
export interface SoccerServer {
  readonly server: Server;
  /** Ports in use: players and monitors, trainer, online coaches. */
  readonly ports: { readonly player: number; readonly coach: number; readonly olcoach: number };
  /** Resolves when the match is over and everything is written and closed. */
  readonly finished: Promise<void>;
  /** Ends the server as a signal does (02 §8). */
  stop(ending?: Ending): void;
}

/**
 * Starts a server (02 §1.1): opens ports and logs, then runs until it is stopped, the automatic mode ends, or too
 * many cycles are missed. Throws `StartError`.
 *
 * @param resumption a recorded match that the server goes on with instead of beginning a new one
 */
export async function startServer(
  config: Configuration,
  console: ConsoleOutput,
  resumption?: Resumption,
): Promise<SoccerServer> {
  const start = resumption?.start ?? startTime(new Date());
  const { random_seed: wanted } = config.extension;
  const seed = resumption?.seed ?? (wanted >= 0 ? wanted : Math.floor(start.date.getTime() / 1000));
  console.out(`Simulator Random Seed: ${seed}`);
  const savers = await openSavers(config, console);
  const params = createMatchParams(config.server, config.player, seed);
  const seedLine = playerTypeSeedLine(config.player, seed);
  if (seedLine !== undefined) console.out(seedLine);
  const ports = await openPorts(config);
  const match = createMatch({ params, seed });
  console.out(windLine(match.world));
  let logs: ServerLogs;
  try {
    logs = openLogs(match, config, start, console.err);
  } catch (error) {
    for (const mailbox of ports) mailbox.listener.close();
    throw new StartError((error as Error).message);
  }
  const server = assembleServer(config, match, start, console, ports, logs);
  try {
    resumption?.play(server);
  } catch (error) {
    for (const mailbox of ports) mailbox.listener.close();
    throw error instanceof ResumptionError ? new StartError(error.message) : error;
  }
  console.out('');
  console.out('Hit CTRL-C to exit');
  const finished = run(server, logs, resumption)
    .catch((error: Error) => breakDown(server, error))
    .then(() => finish(server, savers));
  return {
    server,
    ports: {
      player: server.playerPort.listener.port,
      coach: server.coachPort.listener.port,
      olcoach: server.olcoachPort.listener.port,
    },
    finished,
    stop: (ending = 'Server Killed. Exiting...') => {
      server.ending ??= ending;
      server.onArrival();
    },
  };
}

async function openSavers(config: Configuration, console: ConsoleOutput): Promise<Saver[]> {
  const savers: Saver[] = [];
  if (config.mysqlSaver.save) {
    const { openMySqlSaver } = await import('./mysql-saver.js');
    const saver = await openMySqlSaver(config.mysqlSaver, console);
    if (saver !== null) {
      savers.push(saver);
      console.out('MySQLSaver: Ready');
    }
  }
  savers.push(csvSaver(config.csvSaver), stdoutSaver);
  console.out('CSVSaver: Ready');
  console.out('STDOutSaver: Ready');
  return savers;
}

type Ports = readonly [OpenMailbox, OpenMailbox, OpenMailbox];

async function openPorts(config: Configuration): Promise<Ports> {
  const { port, coach_port: coachPort, olcoach_port: olcoachPort } = config.server;
  const address = config.extension.bind_address === '' ? '0.0.0.0' : config.extension.bind_address;
  const opened: OpenMailbox[] = [];
  for (const number of [port, coachPort, olcoachPort]) {
    try {
      opened.push(await openMailbox(number, address));
    } catch (error) {
      for (const other of opened) other.listener.close();
      const reason = `port=${number}. ${error instanceof PortError ? error.reason : (error as Error).message}`;
      throw new StartError(`Error initializing sockets: ${reason}`);
    }
  }
  return opened as unknown as Ports;
}

async function openMailbox(port: number, address: string): Promise<OpenMailbox> {
  const letters: Letter[] = [];
  const listener = await listen({ port, address }, (bytes, from) => {
    // A flood of strangers must not pile up without end between two polls.
    if (letters.length >= MAX_LETTERS) mailbox.dropped += 1;
    else letters.push({ bytes, port: from.port, address: from.address });
    mailbox.wake();
  });
  const mailbox: OpenMailbox = { listener, letters, dropped: 0, wake: () => {} };
  return mailbox;
}

async function run(server: Server, logs: ServerLogs, resumption: Resumption | undefined): Promise<void> {
  const phases = createPhases(server);
  if (resumption === undefined) await gatherClients(server);
  else await resumption.attend(server);
  if (server.params.server.synch_mode) return runSynchronous(server, phases);
  let rehearsal: Rehearsal | null = null;
  if (resumption === undefined) rehearsal = await openRehearsal(server, logs);
  try {
    await runRealTime(server, phases, rehearsal);
  } finally {
    rehearsal?.close();
  }
}

/** Line for standard output about the seed of the player types, or undefined if no type is generated (01 §3.2). */
export function playerTypeSeedLine(params: PlayerParams, simulatorSeed: number): string | undefined {
  if (params.player_types <= 1) return undefined;
  return params.random_seed >= 0
    ? `Using given Hetero Player Seed: ${params.random_seed}`
    : `Using simulator's random seed as Hetero Player Seed: ${simulatorSeed}`;
}
