import {
  createFrame,
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  PLAYER_COUNT,
} from '@rcss/core';
import { type Configuration, createMatchParams, playerTypeSeedLine, portNumber } from '@rcss/params';
import { windLine } from '@rcss/physics';
import { createMatch, type Match } from '@rcss/simulator';
import { broadcast } from './broadcast.js';
import type { ConsoleOutput } from './console-output.js';
import { breakDown, finish } from './ending.js';
import { GameLog } from './game-log.js';
import { MAX_LETTERS } from './limits.js';
import { LogFile } from './log-file.js';
import { Notices } from './notices.js';
import { Outbox } from './outbox.js';
import { createPhases } from './phases.js';
import { runRealTime } from './real-time-clock.js';
import { RecordingFile } from './recording-file.js';
import { type Resumption, ResumptionError } from './resumption.js';
import { csvSaver, type Saver, stdoutSaver } from './savers.js';
import type { Ending, Letter, Mailbox, Server } from './server-state.js';
import { type Listener, listen, PortError } from './sockets.js';
import { type StartTime, startTime } from './start-time.js';
import { runSynchronous } from './synchronous-clock.js';
import { teamNamesChanged } from './team-names.js';
import { createTeamProcesses } from './team-processes.js';
import { createTelemetry } from './telemetry.js';
import { TextLog } from './text-log.js';

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
  let logs: ReturnType<typeof openLogs>;
  try {
    logs = openLogs(match, config, start, console);
  } catch (error) {
    for (const mailbox of ports) mailbox.listener.close();
    throw new StartError((error as Error).message);
  }
  const server = assemble(config, match, start, console, ports, logs);
  match.listener = (event) => broadcast(server, event);
  try {
    resumption?.play(server);
  } catch (error) {
    for (const mailbox of ports) mailbox.listener.close();
    throw error instanceof ResumptionError ? new StartError(error.message) : error;
  }
  console.out('');
  console.out('Hit CTRL-C to exit');
  const finished = run(server, resumption)
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

async function openPorts(config: Configuration): Promise<readonly [Mailbox, Mailbox, Mailbox]> {
  const { port, coach_port: coachPort, olcoach_port: olcoachPort } = config.server;
  const address = config.extension.bind_address === '' ? '0.0.0.0' : config.extension.bind_address;
  const opened: Mailbox[] = [];
  for (const number of [port, coachPort, olcoachPort]) {
    const letters: Letter[] = [];
    const mailbox: { listener?: Listener; letters: Letter[]; dropped: number; wake: () => void } = {
      letters,
      dropped: 0,
      wake: () => {},
    };
    try {
      mailbox.listener = await listen(portNumber(number), address, (bytes, from, fromAddress) => {
        // A flood of strangers must not pile up without end between two polls.
        if (letters.length >= MAX_LETTERS) mailbox.dropped += 1;
        else letters.push({ bytes, port: from, address: fromAddress });
        mailbox.wake();
      });
    } catch (error) {
      for (const other of opened) other.listener.close();
      const reason =
        error instanceof PortError ? error.message : `port=${number}. ${(error as Error).message}`;
      throw new StartError(`Error initializing sockets: ${reason}`);
    }
    opened.push(mailbox as Mailbox);
  }
  return opened as unknown as readonly [Mailbox, Mailbox, Mailbox];
}

function openLogs(match: Match, config: Configuration, start: StartTime, console: ConsoleOutput) {
  const { server } = config;
  const report = (message: string) => console.err(message);
  const gameFile = server.game_logging
    ? new LogFile(
        {
          dir: server.game_log_dir,
          suffix: '.rcg',
          fixed: server.game_log_fixed,
          fixedName: server.game_log_fixed_name,
          compression: server.game_log_compression,
        },
        report,
      )
    : null;
  const textFile = server.text_logging
    ? new LogFile(
        {
          dir: server.text_log_dir,
          suffix: '.rcl',
          fixed: server.text_log_fixed,
          fixedName: server.text_log_fixed_name,
          compression: server.text_log_compression,
        },
        report,
      )
    : null;
  const keepawayFile =
    server.keepaway && server.keepaway_logging
      ? new LogFile(
          {
            dir: server.keepaway_log_dir,
            suffix: '.kwy',
            fixed: server.keepaway_log_fixed,
            fixedName: server.keepaway_log_fixed_name,
            compression: 0,
          },
          report,
        )
      : null;
  return {
    game: gameFile === null ? null : new GameLog(gameFile, match, start.log),
    text: textFile === null ? null : new TextLog(textFile, match),
    keepaway: keepawayFile,
    recording:
      config.extension.record === ''
        ? null
        : new RecordingFile(config.extension.record, match, start, report),
  };
}

function assemble(
  config: Configuration,
  match: Match,
  start: StartTime,
  console: ConsoleOutput,
  [playerPort, coachPort, olcoachPort]: readonly [Mailbox, Mailbox, Mailbox],
  logs: ReturnType<typeof openLogs>,
): Server {
  const server: Server = {
    config,
    params: match.params,
    match,
    start,
    console,
    outbox: new Outbox(),
    playerPort,
    coachPort,
    olcoachPort,
    players: new Array(PLAYER_COUNT).fill(null),
    coaches: { l: null, r: null },
    trainer: null,
    awaited: new Set(),
    monitors: [],
    nextMonitorId: 1,
    codecs: new Map(),
    tiles: [],
    names: { left: '', right: '' },
    order: Array.from({ length: PLAYER_COUNT }, (_, index) => index),
    textLog: logs.text,
    gameLog: logs.game,
    keepawayLog: logs.keepaway,
    recording: logs.recording,
    telemetry: createTelemetry(PLAYER_COUNT),
    teams: createTeamProcesses(),
    buffers: {
      see: createSeeObservation(),
      body: createSenseBodyObservation(),
      full: createFullstateObservation(),
      global: createGlobalObservation(),
      frame: createFrame(),
    },
    onArrival: () => {},
    ending: null,
    fault: null,
    handshakes: 0,
    initLimit: { second: 0, count: 0 },
    notices: new Notices(console.err),
    logPaths: {},
  };
  teamNamesChanged(server);
  for (const mailbox of [playerPort, coachPort, olcoachPort]) {
    (mailbox as Mailbox & { wake: () => void }).wake = () => server.onArrival();
  }
  return server;
}

async function run(server: Server, resumption: Resumption | undefined): Promise<void> {
  const phases = createPhases(server);
  await resumption?.attend(server);
  return server.params.server.synch_mode ? runSynchronous(server, phases) : runRealTime(server, phases);
}
