import { createRandomStream, type RandomStream } from '@rcss/core';
import { effectiveSteps } from '@rcss/params';
import { applyCoachCommand, connectCoach, connectPlayer, createMatch, tryKickOff } from '@rcss/simulator';
import { type Listener, listen } from '@rcss/udp';
import { PASS, PhaseSchedule } from '../clock/phase-schedule.js';
import type { ConsoleOutput } from '../console-output.js';
import { createPhases } from '../cycle/phases.js';
import { assembleServer, type OpenPortQueue } from '../lifecycle/create-server.js';
import { logsToNowhere, type ServerLogs } from '../logs/server-logs.js';
import { Connection } from '../net/connection.js';
import type { Server } from '../server.js';
import { createPlayerSession } from '../sessions/player-session.js';
import { codecFor } from '../sessions/ports.js';
import { teamNamesChanged } from '../sessions/team-names.js';
import { warmupCommands } from './warmup-players.js';

const HOST = '127.0.0.1';
/** Versions of the clients in a warm-up: what most of the league's teams speak. */
const PLAYER_VERSIONS = { A: 18, B: 19 } as const;
const MONITOR_VERSION = 4;

const silent: ConsoleOutput = { out: () => {}, err: () => {} };
const nobody: Listener = { port: 0, send: () => {}, close: () => {} };

/** A warm-up that is going on. */
export interface Warmup {
  /** The server on which it is played. */
  readonly stage: Server;
  /**
   * Plays on until about a moment of `performance.now()`. Returns whether there was anything left to play: false once
   * `rcss::warmup` cycles are over.
   */
  play(until: number): boolean;
  /** Ends it. */
  close(): void;
}

/**
 * A JavaScript engine makes a function quick only when it has run often, and steals the time for it from the cycle in
 * which it does. So before its match kicks off, a real-time server plays a match of its own in memory, with all that
 * belongs to it: commands as text, rules, sensors, messages to a socket where nobody cares for them, shows, logs that
 * are written to nowhere. Nothing of it reaches the match proper: world, chance and clients are others.
 *
 * @param server the server whose parameters the warm-up takes over
 * @param logs its logs: those of the warm-up are of the same kinds
 * @returns null when no warm-up is asked for, or none can be held here
 */
export async function openWarmup(server: Server, logs: ServerLogs): Promise<Warmup | null> {
  const cycles = server.config.extension.warmup;
  if (cycles <= 0) return null;
  // Where all messages go, and some commands come from.
  const far = await listen({ port: 0, address: HOST }, () => {}).catch(() => null);
  if (far === null) return null;
  const stage = setStage(server, logs, far.port);
  const phases = createPhases(stage);
  const schedule = new PhaseSchedule(effectiveSteps(stage.params.server));
  const random = createRandomStream(0, 'warmup');
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    for (const session of stage.players) session?.connection.close();
    for (const session of [stage.coaches.l, stage.coaches.r, ...stage.monitors]) session?.connection.close();
    far.close();
  };
  const onePass = () => {
    const { match } = stage;
    const before = match.steps;
    schedule.realTimePass(PASS, phases);
    if (match.steps === before) return;
    act(stage, far, random);
    if (match.steps === SETUP_CYCLES) tryKickOff(match);
  };
  return {
    stage,
    play: (until) => {
      if (!open) return false;
      try {
        while (performance.now() < until) {
          if (stage.match.steps >= cycles || stage.ending !== null) {
            close();
            break;
          }
          onePass();
        }
      } catch (error) {
        // What fails here would fail in the match as well, where it is caught and told for each datagram.
        server.warnings.warn('warmup', `Internal error, the warm-up ends: ${(error as Error).stack}`);
        close();
      }
      return true;
    },
    close,
  };
}

/** Cycles in which the players take their places. */
const SETUP_CYCLES = 3;

/** A server of its own with two teams, their coaches and a monitor. */
function setStage(server: Server, logs: ServerLogs, port: number): Server {
  const { params, config, start } = server;
  const match = createMatch({ params, seed: 0 });
  const portQueue = (): OpenPortQueue => ({ listener: nobody, datagrams: [], dropped: 0, wake: () => {} });
  const ports = [portQueue(), portQueue(), portQueue()] as const;
  const stage = assembleServer(config, match, start, silent, ports, logsToNowhere(match, start, logs));
  // Nobody's scripts are started for a warm-up.
  stage.teams.leftStarted = true;
  stage.teams.rightStarted = true;
  const connection = () => new Connection(stage.sendQueue, HOST, port, HOST, 0, () => {});
  for (const [team, version] of Object.entries(PLAYER_VERSIONS)) {
    for (let unum = 1; unum <= 11; unum++) {
      const entered = connectPlayer(match, { team, version, goalie: unum === 1 });
      if (!entered.ok) continue;
      const { value: player } = entered;
      stage.players[player.index] = createPlayerSession(player, connection(), stage.names);
    }
    const coached = connectCoach(match, { team, name: '', version });
    if (!coached.ok) continue;
    const { value: side } = coached;
    stage.coaches[side] = { side, version, name: '', connection: connection(), done: false };
    applyCoachCommand(match, side, { type: 'eye', on: true });
  }
  teamNamesChanged(stage);
  const codec = codecFor(stage, MONITOR_VERSION);
  stage.monitors.push({ id: 0, codec, connection: connection(), tilesSent: new Set() });
  return stage;
}

/** One in so many players speaks over the network, so that reading sockets is warmed up too. */
const OVER_NETWORK = 4;

function act({ players, match }: Server, far: Listener, random: RandomStream): void {
  for (const session of players) {
    if (session === null) continue;
    const { player, connection } = session;
    const bytes = Buffer.from(`${warmupCommands(match.world, player, random)}\0`, 'latin1');
    if ((player.index + match.steps) % OVER_NETWORK > 0) connection.accept(bytes);
    else far.send(bytes, connection.socket.localPort, HOST);
  }
}
