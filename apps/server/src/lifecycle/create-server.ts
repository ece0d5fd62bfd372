import {
  createFrame,
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  PLAYER_COUNT,
} from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console-output.js';
import type { ServerLogs } from '../logs/server-logs.js';
import type { StartTime } from '../logs/start-time.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { SendQueue } from '../net/send-queue.js';
import { WriterPool } from '../net/writer-pool.js';
import { createTelemetry } from '../results/telemetry.js';
import type { PortQueue, Server } from '../server.js';
import { broadcast } from '../sessions/broadcast.js';
import { teamNamesChanged } from '../sessions/team-names.js';
import { createTeamProcesses } from './team-processes.js';

/** A portQueue before it belongs to a server. */
export interface OpenPortQueue extends PortQueue {
  /** Called when a datagram has arrived. */
  wake: () => void;
}

/** A server with nobody connected. `onArrival` is what its port queues call when something has come. */
export function assembleServer(
  config: Configuration,
  match: Match,
  start: StartTime,
  console: ConsoleOutput,
  [playerPort, coachPort, olcoachPort]: readonly [OpenPortQueue, OpenPortQueue, OpenPortQueue],
  logs: ServerLogs,
): Server {
  const server: Server = {
    config,
    params: match.params,
    match,
    start,
    console,
    writers: new WriterPool(),
    sendQueue: new SendQueue(),
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
    orderedIn: -1,
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
    warnings: new RateLimitedLog(console.err),
    logPaths: {},
  };
  teamNamesChanged(server);
  match.listener = (event) => broadcast(server, event);
  for (const portQueue of [playerPort, coachPort, olcoachPort]) portQueue.wake = () => server.onArrival();
  return server;
}
