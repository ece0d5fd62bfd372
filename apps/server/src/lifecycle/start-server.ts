import type { World } from '@rcss/core';
import { createMatchParams, type PlayerParams } from '@rcss/params';
import { windLine } from '@rcss/physics';
import { createMatch } from '@rcss/simulator';
import { listen, PortError } from '@rcss/udp';
import { runRealTime } from '../clock/real-time-clock.js';
import { runSynchronous } from '../clock/synchronous-clock.js';
import { waitForClients } from '../clock/wait-for-clients.js';
import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console-output.js';
import { createPhases } from '../cycle/phases.js';
import { openLogs, type ServerLogs } from '../logs/server-logs.js';
import { startTime } from '../logs/start-time.js';
import { MAX_WAITING_DATAGRAMS } from '../net/rate-limits.js';
import { type Resumption, ResumptionError } from '../recordings/resumption.js';
import { csvSaver, type Saver, stdoutSaver } from '../results/savers.js';
import type { Datagram, Ending, LogPaths, Server } from '../server.js';
import { openWarmup, type Warmup } from '../warmup/warmup.js';
import { assembleServer, type OpenPortQueue } from './create-server.js';
import { finish, recordFatalError } from './finish-server.js';

/** A server that could not be started; the message is the line for stderr. */
export class StartError extends Error {}

/** A running server, as a program sees it that has started one. All fields follow the match; none may be changed. */
export interface SoccerServer {
  /** UDP ports in use: players and monitors, trainer, online coaches. */
  readonly ports: ServerPorts;
  readonly match: RunningMatch;
  /** Resolves if the match is over and all files are written and closed. Never rejects. */
  readonly finished: Promise<void>;
  /** Why the server ends or has ended; null while it runs. */
  readonly ending: Ending | null;
  /** A fault of the server itself that ended the match, or null. */
  readonly fault: Error | null;
  /** Paths of the finished logs; empty before `finished` has resolved. */
  readonly logPaths: LogPaths;
  /** Ends the match as a signal does: logs and results are completed. Does nothing if the server ends already. */
  stop(): void;
}

/** UDP ports of a server. */
export interface ServerPorts {
  /** Players and monitors. */
  readonly player: number;
  /** Trainer. */
  readonly coach: number;
  /** Online coaches. */
  readonly olcoach: number;
}

/** The match of a running server, to be read only. */
export interface RunningMatch {
  readonly world: World;
  /** Steps since the start, those of stopped play included. */
  readonly steps: number;
  /** Seed of the simulation, chosen by the server if none is configured. */
  readonly seed: number;
}

const NO_OUTPUT: ConsoleOutput = { out: () => {}, err: () => {} };

/**
 * Starts a server: opens its ports and logs, then runs until it is stopped, the automatic mode ends the match, or
 * clients miss too many cycles in synchronous mode. Several servers can run in one process.
 *
 * @param output Takes the lines that the program `rcss-server` prints; by default they are dropped.
 * @throws {StartError} if a port or a log file cannot be opened.
 * @example
 * const server = await startServer(createConfiguration({ server: { port: 0, coach_port: 0, olcoach_port: 0 } }));
 * console.log(server.ports.player);
 * server.stop();
 * await server.finished;
 */
export async function startServer(config: Configuration, output = NO_OUTPUT): Promise<SoccerServer> {
  return (await launchServer(config, output)).handle;
}

/** A server with its internals, for the program `rcss-server` and for tests. */
export interface LaunchedServer {
  readonly server: Server;
  readonly handle: SoccerServer;
}

/**
 * Starts a server like {@link startServer}.
 *
 * @param resumption A recorded match that the server continues instead of beginning a new one.
 */
export async function launchServer(
  config: Configuration,
  console: ConsoleOutput,
  resumption?: Resumption,
): Promise<LaunchedServer> {
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
    for (const portQueue of ports) portQueue.listener.close();
    throw new StartError((error as Error).message);
  }
  const server = assembleServer(config, match, start, console, ports, logs);
  try {
    resumption?.play(server);
  } catch (error) {
    for (const portQueue of ports) portQueue.listener.close();
    throw error instanceof ResumptionError ? new StartError(error.message) : error;
  }
  const usedPorts = portsOf(server);
  if (config.server.port === 0 || config.server.coach_port === 0 || config.server.olcoach_port === 0) {
    const { player, coach, olcoach } = usedPorts;
    console.out(`Ports: server::port=${player} server::coach_port=${coach} server::olcoach_port=${olcoach}`);
  }
  console.out('');
  console.out('Hit CTRL-C to exit');
  const finished = run(server, logs, resumption)
    .catch((error: Error) => recordFatalError(server, error))
    .then(() => finish(server, savers));
  return { server, handle: createHandle(server, usedPorts, finished) };
}

function portsOf(server: Server): ServerPorts {
  return {
    player: server.playerPort.listener.port,
    coach: server.coachPort.listener.port,
    olcoach: server.olcoachPort.listener.port,
  };
}

function createHandle(server: Server, ports: ServerPorts, finished: Promise<void>): SoccerServer {
  return {
    ports,
    match: server.match,
    finished,
    get ending() {
      return server.ending;
    },
    get fault() {
      return server.fault;
    },
    get logPaths() {
      return server.logPaths;
    },
    stop() {
      server.ending ??= 'Server Killed. Exiting...';
      server.onArrival();
    },
  };
}

async function openSavers(config: Configuration, console: ConsoleOutput): Promise<Saver[]> {
  const savers: Saver[] = [];
  if (config.mysqlSaver.save) {
    const { openMySqlSaver } = await import('../results/mysql-saver.js');
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

type Ports = readonly [OpenPortQueue, OpenPortQueue, OpenPortQueue];

async function openPorts(config: Configuration): Promise<Ports> {
  const { port, coach_port: coachPort, olcoach_port: olcoachPort } = config.server;
  const address = config.extension.bind_address === '' ? '0.0.0.0' : config.extension.bind_address;
  const opened: OpenPortQueue[] = [];
  for (const number of [port, coachPort, olcoachPort]) {
    try {
      opened.push(await openPortQueue(number, address));
    } catch (error) {
      for (const other of opened) other.listener.close();
      const reason = `port=${number}. ${error instanceof PortError ? error.reason : (error as Error).message}`;
      throw new StartError(`Error initializing sockets: ${reason}`);
    }
  }
  return opened as unknown as Ports;
}

async function openPortQueue(port: number, address: string): Promise<OpenPortQueue> {
  const datagrams: Datagram[] = [];
  const listener = await listen({ port, address }, (bytes, from) => {
    // A flood of strangers must not pile up without end between two polls.
    if (datagrams.length >= MAX_WAITING_DATAGRAMS) portQueue.dropped += 1;
    else datagrams.push({ bytes, port: from.port, address: from.address });
    portQueue.wake();
  });
  const portQueue: OpenPortQueue = { listener, datagrams, dropped: 0, wake: () => {} };
  return portQueue;
}

async function run(server: Server, logs: ServerLogs, resumption: Resumption | undefined): Promise<void> {
  const phases = createPhases(server);
  if (resumption === undefined) await waitForClients(server);
  else await resumption.attend(server);
  if (server.params.server.synch_mode) return runSynchronous(server, phases);
  let warmup: Warmup | null = null;
  if (resumption === undefined) warmup = await openWarmup(server, logs);
  try {
    await runRealTime(server, phases, warmup);
  } finally {
    warmup?.close();
  }
}

/** Line for standard output about the seed of the player types, or undefined if no type is generated (01 §3.2). */
export function playerTypeSeedLine(params: PlayerParams, simulatorSeed: number): string | undefined {
  if (params.player_types <= 1) return undefined;
  return params.random_seed >= 0
    ? `Using given Hetero Player Seed: ${params.random_seed}`
    : `Using simulator's random seed as Hetero Player Seed: ${simulatorSeed}`;
}
