import { createRandomStream, type RandomStream } from '@rcss/core/random';
import {
  attachCoach,
  attachMonitor,
  attachPlayer,
  type ClientRole,
  runCycles,
  updateTeamNames,
  type Wait,
} from '@rcss/host';
import { type Listener, listen } from '@rcss/kit/udp';
import { computeEffectiveSteps } from '@rcss/params';
import { connectPlayer, createSpecMatch, tryKickOff } from '@rcss/simulator';
import { applyCoachCommand, connectCoach } from '@rcss/simulator/clients';
import { PASS_MS, PhaseSchedule } from '@rcss/simulator/cycle';
import type { ConsoleOutput } from '../console/console-output.js';
import { createPhases } from '../cycle/phases.js';
import { FileProblems } from '../files/file-problems.js';
import { createDiscardingLogs } from '../logs/server-logs.js';
import type { Connection } from '../net/connection.js';
import { connectTo, createNetwork } from '../net/network.js';
import { createPortQueue, type PortQueue } from '../net/port-queue.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { createTraffic } from '../net/traffic.js';
import { createServer } from '../sessions/create-server.js';
import type { Server } from '../sessions/server.js';
import { findServerEnd } from '../state/run-state.js';
import { createWarmupCommands } from './warmup-players.js';

const HOST = '127.0.0.1';
/** Versions of the clients in a warm-up, by team: those of most teams of the league. */
const PLAYER_VERSIONS = { A: 18, B: 19 } as const;
const MONITOR_VERSION = 4;
/** Cycles in which the players take their places. */
const SETUP_CYCLES = 3;
/** One player in this many sends its commands over the network, so that reading of sockets is warmed up too. */
const NETWORK_INTERVAL = 4;

/** The slices of the real server that a warm-up reads. */
type RealServer = Pick<Server, 'config' | 'match' | 'start' | 'logs' | 'net'>;

/**
 * A match in memory that compiles the code of the server. A JavaScript engine compiles a function after many calls,
 * and compilation delays the current cycle. So a real-time server plays a separate match before the kick-off, with
 * all parts of a match: commands as text, rules, sensors, messages to a local socket, frames, logs without files.
 * It does not change world, random streams and clients of the real match.
 */
export class Warmup {
  /** The server of the separate match. */
  readonly server: Server;
  readonly #sink: Listener;
  readonly #random: RandomStream;
  readonly #loop: Generator<Wait, unknown>;
  readonly #warnings: RateLimitedLog;
  #isOpen = true;

  /** @param sink Local socket that receives all messages and sends some commands; closed with the warm-up. */
  constructor(warmed: RealServer, sink: Listener) {
    this.server = createWarmupServer(warmed, sink.port);
    this.#sink = sink;
    this.#random = createRandomStream(0, 'warmup');
    const { match, run } = this.server;
    const { warmup: cycles } = warmed.config.rcss;
    const schedule = new PhaseSchedule(computeEffectiveSteps(match.params.server));
    this.#loop = runCycles({
      clock: {
        wait: () => null,
        pass: (phases) => {
          const { steps } = match;
          schedule.runRealTimePass(PASS_MS, phases);
          // After a step, the players send their commands.
          if (match.steps > steps) this.#sendCommands();
          return true;
        },
      },
      phases: createPhases(this.server),
      seats: { decide: () => null },
      findEnd: () =>
        match.steps >= cycles
          ? { condition: 'cycles', message: 'the warm-up is over' }
          : findServerEnd(match, run),
    });
    this.#warnings = warmed.net.warnings;
  }

  /**
   * Plays until about the time `end` of `performance.now()`. Returns false if the warm-up was over before: closed, or
   * `rcss::warmup` cycles played.
   */
  play(end: number): boolean {
    if (!this.#isOpen) return false;
    try {
      while (this.#isOpen && performance.now() < end) if (this.#loop.next().done) this.close();
    } catch (error) {
      // In the real match, the same fault is caught for each datagram.
      this.#warnings.warn('warmup', `Internal error, the warm-up ends: ${(error as Error).stack}`, {
        event: 'internal_error',
        level: 'error',
      });
      this.close();
    }
    return true;
  }

  #sendCommands(): void {
    const { clients, match } = this.server;
    for (const session of clients.players) {
      if (session === null) continue;
      const { player, connection } = session;
      const bytes = Buffer.from(`${createWarmupCommands(match, player, this.#random)}\0`, 'latin1');
      if ((player.index + match.steps) % NETWORK_INTERVAL > 0) connection.enqueue(bytes);
      else this.#sink.send(bytes, connection.transport.localPort, HOST);
    }
    if (match.steps === SETUP_CYCLES) tryKickOff(match);
  }

  /** Ends the warm-up and closes its sockets. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeConnections(this.server);
    this.#sink.close();
  }
}

/**
 * Opens the warm-up of a server with its parameters and kinds of logs.
 *
 * @returns null if `rcss::warmup` is 0 or no local socket can be opened.
 */
export async function openWarmup(warmed: RealServer): Promise<Warmup | null> {
  if (warmed.config.rcss.warmup <= 0) return null;
  const sink = await listen({ port: 0, address: HOST }, () => {}).catch(() => null);
  if (sink === null) return null;
  try {
    return new Warmup(warmed, sink);
  } catch (error) {
    sink.close();
    // The match is more important: without a free file descriptor it begins without a warm-up.
    warmed.net.warnings.warn('warmup', `Warning: no warm-up is possible: ${(error as Error).message}`);
    return null;
  }
}

const NO_OUTPUT: ConsoleOutput = { out: () => {}, err: () => {} };
const NO_LISTENER: Listener = { port: 0, address: HOST, send: () => {}, receive: () => {}, close: () => {} };

/** Creates a server with two teams, their coaches and a monitor, all connected to one local port. */
function createWarmupServer({ config, match: real, start, logs }: RealServer, port: number): Server {
  const match = createSpecMatch({ seed: 0, rules: real.params, clock: 'real-time' });
  const traffic = createTraffic();
  const queue = (): PortQueue => createPortQueue(NO_LISTENER, traffic.ports);
  const warmupNet = createNetwork({
    ports: { player: queue(), coach: queue(), olcoach: queue() },
    bindAddress: HOST,
    clientPorts: null,
    limits: { clients: 0, datagramsPerCycle: 0, workPerCycle: 0, unknownSendersPerSecond: 0 },
    traffic,
    warnings: new RateLimitedLog(() => {}),
  });
  const server = createServer({
    config: { ...config, rcss: { ...config.rcss, debug_channel: '' } },
    match,
    start,
    console: NO_OUTPUT,
    problems: new FileProblems(NO_OUTPUT),
    net: warmupNet,
    logs: createDiscardingLogs(match, start, logs),
  });
  // No start scripts run for a warm-up.
  server.teams.isLeftStarted = true;
  server.teams.isRightStarted = true;
  try {
    connectClients(server, (role) => connectTo(warmupNet, { address: HOST, port }, role));
  } catch (error) {
    closeConnections(server);
    throw error;
  }
  return server;
}

function closeConnections({ clients }: Server): void {
  const { players, coaches, monitors } = clients;
  for (const session of [...players, coaches.l, coaches.r, ...monitors]) session?.connection.close();
}

function connectClients(server: Server, openConnection: (role: ClientRole) => Connection): void {
  const { match } = server;
  for (const [team, version] of Object.entries(PLAYER_VERSIONS)) {
    for (let unum = 1; unum <= 11; unum++) {
      const accepted = connectPlayer(match, { team, version, goalie: unum === 1 });
      if (accepted.ok) attachPlayer(server, openConnection('player'), accepted.value);
    }
    const coach = { team, name: '', version };
    const accepted = connectCoach(match, coach);
    if (!accepted.ok) continue;
    attachCoach(server, openConnection('coach'), accepted.value, coach);
    applyCoachCommand(match, accepted.value, { type: 'eye', on: true });
  }
  updateTeamNames(server);
  attachMonitor(server, openConnection('monitor'), MONITOR_VERSION);
}
