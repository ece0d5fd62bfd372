import type { Side, World } from '@rcss/core';
import type { StopReason } from '@rcss/core/match-document';
import { PortError } from '@rcss/kit/udp';
import type { PlayerParams } from '@rcss/params';
import { formatWind } from '@rcss/physics/stages';
import type { MatchEnd } from '@rcss/simulator';
import { applyScene } from '@rcss/simulator/scene';
import { createRealTimeClock } from '../clock/real-time-clock.js';
import { runServer } from '../clock/run-server.js';
import { createSynchronousClock } from '../clock/synchronous-clock.js';
import { waitForClients } from '../clock/wait-for-clients.js';
import type { Configuration } from '../config/configuration.js';
import { createConfigurationSpec } from '../config/configuration-spec.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { createLogConsole, createLogSettings } from '../console/log-console.js';
import { createPhases } from '../cycle/phases.js';
import { LogFileError } from '../logs/log-file.js';
import { createStartTime } from '../logs/start-time.js';
import { getServerPorts, type ServerPorts } from '../net/network.js';
import { HttpPortError } from '../operations/http-port-error.js';
import type { OperationsServer } from '../operations/http-server.js';
import { readRoomStatus } from '../operations/room-status.js';
import { type Resumption, ResumptionError } from '../recordings/resumption.js';
import { openSavers } from '../results/savers.js';
import { ServerSettingError } from '../sessions/create-server.js';
import type { Server } from '../sessions/server.js';
import { readTeamClients, type TeamClients } from '../sessions/team-clients.js';
import type { ReportedCommand } from '../state/referees.js';
import { type Ending, findServerEnd, type LogPaths } from '../state/run-state.js';
import type { SeatRequest } from '../state/team-places.js';
import { openWarmup } from '../warmup/warmup.js';
import { playServer } from './finish-server.js';
import { addStopConditions, listUnansweredPlayers, type MatchConditions } from './match-conditions.js';
import { openOperations } from './open-operations.js';
import { openServer } from './open-server.js';

/** A running server. Its fields follow the match; do not change them. */
export interface SoccerServer {
  /** UDP ports in use: players and monitors, trainer, online coaches. */
  readonly ports: ServerPorts;
  /** Address of the HTTP port with `healthz`, `metrics`, `status.json` and the WebSockets of clients, such as `http://127.0.0.1:8080/`; null without one. */
  readonly httpUrl: string | null;
  readonly match: RunningMatch;
  /** Resolves with the end of the match when all files are written and closed. Never rejects. */
  readonly finished: Promise<MatchEnd>;
  /** Why the server ends or has ended; null while it runs. */
  readonly ending: Ending | null;
  /** Whether the match ended because clients did not send `(done)` in too many cycles in a row (`rcss::synch_max_missed`). */
  readonly isAbandoned: boolean;
  /** A fault of the server itself that ended the match, or null. */
  readonly fault: Error | null;
  /** Paths of the finished logs; empty before `finished` has resolved. */
  readonly logPaths: LogPaths;
  /** Files of the match that are missing or incomplete, one line each; complete when `finished` has resolved. */
  readonly fileProblems: readonly string[];
  /** Uniform numbers of the connected players of each side that have not sent `(done)` in this cycle of synchronous mode. */
  readonly unansweredPlayers: { readonly left: readonly number[]; readonly right: readonly number[] };
  /** Commands of the referee by monitors and the trainer, the first 1000; also those that were refused. */
  readonly refereeCommands: readonly ReportedCommand[];
  /** Reconnects, and requests for a place that were refused because of their sender, the first 1000. */
  readonly seatRequests: readonly SeatRequest[];
  /** Returns the clients of a side that have connected since the start, with the times of their commands. */
  readTeam(side: Side): TeamClients;
  /** Ends the match as a signal does: logs and results are completed. Does nothing if the server is already ending. */
  stop(): void;
}

/** The match of a running server, to be read only. */
export interface RunningMatch {
  readonly world: World;
  /** Steps since the start, including those of stopped play. */
  readonly steps: number;
  /** Seed of the simulation, chosen by the server if none is configured. */
  readonly seed: number;
}

/** A server could not be started; the message is a line for stderr. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const NO_OUTPUT: ConsoleOutput = { out: () => {}, err: () => {} };

/**
 * Starts a server: opens its ports and logs, then runs until it is stopped, the automatic mode ends the match, or
 * clients miss too many cycles in synchronous mode. Several servers can run in one process.
 *
 * @param output Takes the lines that the program `rcss-server` prints; by default they are dropped.
 * @param conditions Situation from which the match starts when the clients are there, and conditions that end it.
 * @throws {StartError} if a port or a log file cannot be opened.
 * @example
 * const server = await startServer(createConfiguration({ server: { port: 0, coach_port: 0, olcoach_port: 0 } }));
 * console.log(server.ports.player);
 * server.stop();
 * await server.finished;
 */
export async function startServer(
  config: Configuration,
  output: ConsoleOutput = NO_OUTPUT,
  conditions: MatchConditions = {},
): Promise<SoccerServer> {
  return (await launchServer(config, output, undefined, conditions)).handle;
}

/** A server with its internals, for the program `rcss-server` and for tests. */
export interface LaunchedServer {
  readonly server: Server;
  readonly handle: SoccerServer;
}

/**
 * Starts a server like {@link startServer}.
 *
 * @param output Takes the lines; `rcss::log_format` and `rcss::log_level` are applied to them.
 * @param resumption A recorded match that the server continues instead of beginning a new one.
 */
export async function launchServer(
  config: Configuration,
  output: ConsoleOutput,
  resumption?: Resumption,
  conditions: MatchConditions = {},
): Promise<LaunchedServer> {
  const console = createLogConsole(output, createLogSettings(config.rcss, MAIN_ROOM));
  const start = resumption?.start ?? createStartTime(new Date());
  const seed = resumption?.spec.seed ?? chooseSeed(config, start.date);
  console.out(`Simulator Random Seed: ${seed}`, { event: 'seed', fields: { seed } });
  const savers = await openSavers(config, console);
  const { params, spec: recorded } = resumption ?? {};
  const configured = createConfigurationSpec(config, seed, recorded?.rules.types);
  const spec = params === undefined ? configured : { ...configured, rules: params };
  const seedLine = formatPlayerTypeSeed(config.player, seed);
  if (seedLine !== undefined) console.out(seedLine, { event: 'player_type_seed' });
  // Before the logs are open, there is no room to show.
  let main: Server | undefined;
  let operations: OperationsServer | null = null;
  try {
    operations = await openOperations(
      config.rcss,
      () => (main === undefined ? [] : [readRoomStatus(MAIN_ROOM, main)]),
      (id) => (id === MAIN_ROOM ? main : undefined),
    );
    main = await openServer(
      { config, start, console, spec, isOwnSender: conditions.isOwnSender },
      (server) => {
        console.out(formatWind(server.match.world), { event: 'wind' });
        resumption?.replayRecording(server);
        return server;
      },
    );
  } catch (error) {
    await operations?.close();
    throw toStartError(error);
  }
  const server = main;
  const ports = getServerPorts(server.net.ports);
  if ([config.server.port, config.server.coach_port, config.server.olcoach_port].includes(0)) {
    console.out(
      `Ports: server::port=${ports.player} server::coach_port=${ports.coach} server::olcoach_port=${ports.olcoach}`,
      { event: 'ports', fields: { ...ports } },
    );
  }
  if (operations !== null)
    console.out(`Operations: ${operations.url}`, { event: 'http_port', fields: { url: operations.url } });
  console.out('');
  console.out('Hit CTRL-C to exit', { event: 'server_started', fields: { ...ports } });
  const finished = playServer(server, savers, () => runMatch(server, resumption, conditions)).finally(() =>
    operations?.close(),
  );
  return { server, handle: createHandle(server, ports, operations?.url ?? null, finished) };
}

/** Returns the configured seed, or the start time in seconds. */
function chooseSeed({ randomSeed }: Configuration, start: Date): number {
  return randomSeed >= 0 ? randomSeed : Math.floor(start.getTime() / 1000);
}

/** Name of the only match of a server, in metrics and in the paths of WebSockets. */
const MAIN_ROOM = 'main';

/** Errors of the system about the address, not the port. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Returns a {@link StartError} for an error that a user can cause: a port, a log file or a wrong resumption. Other
 * errors are faults of the server and are returned unchanged.
 */
function toStartError(error: unknown): unknown {
  if (error instanceof PortError) {
    const cause = ADDRESS_ERRORS.has(error.code) ? ` (rcss::bind_address: ${error.address})` : '';
    return new StartError(`Error initializing sockets: port=${error.port}. ${error.reason}${cause}`);
  }
  const isExpected = [LogFileError, ResumptionError, HttpPortError, ServerSettingError].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? new StartError((error as Error).message) : error;
}

function createHandle(
  server: Server,
  ports: ServerPorts,
  httpUrl: string | null,
  finished: Promise<MatchEnd>,
): SoccerServer {
  const { match, net, run, problems, clients } = server;
  return {
    ports,
    httpUrl,
    match,
    finished,
    get ending() {
      return run.ending;
    },
    get isAbandoned() {
      return run.isAbandoned;
    },
    get fault() {
      return run.fault;
    },
    get logPaths() {
      return run.logPaths;
    },
    get fileProblems() {
      return problems.messages;
    },
    get unansweredPlayers() {
      return listUnansweredPlayers(clients.players);
    },
    get seatRequests() {
      return server.seats.requests;
    },
    get refereeCommands() {
      return server.referees.commands;
    },
    readTeam: (side) => readTeamClients(server, side),
    stop() {
      run.ending ??= 'Server Killed. Exiting...';
      net.onArrival();
    },
  };
}

/** Runs the match from the first client to the end, and returns why it ended. */
async function runMatch(
  server: Server,
  resumption: Resumption | undefined,
  { initial, stop }: MatchConditions,
): Promise<StopReason> {
  const { match, run, net } = server;
  const phases =
    stop === undefined ? createPhases(server) : addStopConditions(server, createPhases(server), stop);
  if (resumption === undefined) await waitForClients(server);
  else await resumption.waitForPlayers(server);
  if (initial !== undefined) {
    const set = applyScene(match, initial);
    if (!set.ok) throw new RangeError(`initial.${set.error.path}: ${set.error.message}`);
    net.sendQueue.flush();
  }
  run.startTime = performance.now();
  const ended = findServerEnd(match, run);
  if (ended !== null) return ended;
  if (resumption?.play !== undefined) return resumption.play(phases);
  if (match.params.server.synch_mode)
    return runServer(server, phases, createSynchronousClock(server, phases));
  const warmup = resumption === undefined ? await openWarmup(server) : null;
  try {
    return await runServer(server, phases, createRealTimeClock(server, phases, warmup));
  } finally {
    warmup?.close();
  }
}

/** Line for standard output about the seed of the player types, or undefined if no type is generated (spec 01 §3.2). */
export function formatPlayerTypeSeed(params: PlayerParams, simulatorSeed: number): string | undefined {
  if (params.player_types <= 1) return undefined;
  return params.random_seed >= 0
    ? `Using given Hetero Player Seed: ${params.random_seed}`
    : `Using simulator's random seed as Hetero Player Seed: ${simulatorSeed}`;
}
