import {
  createFrame,
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  PLAYER_COUNT,
} from '@rcss/core';
import type { Match } from '@rcss/simulator';
import { broadcast } from './broadcast.js';
import type { Configuration } from './config/configuration.js';
import type { ConsoleOutput } from './console-output.js';
import { Dispatch } from './dispatch.js';
import type { ServerLogs } from './logs.js';
import { Notices } from './notices.js';
import { Outbox } from './outbox.js';
import type { Mailbox, Server } from './server-state.js';
import type { StartTime } from './start-time.js';
import { teamNamesChanged } from './team-names.js';
import { createTeamProcesses } from './team-processes.js';
import { createTelemetry } from './telemetry.js';

/** A mailbox before it belongs to a server. */
export interface OpenMailbox extends Mailbox {
  /** Called when a letter has arrived. */
  wake: () => void;
}

/** A server with nobody connected. `onArrival` is what its mailboxes call when something has come. */
export function assembleServer(
  config: Configuration,
  match: Match,
  start: StartTime,
  console: ConsoleOutput,
  [playerPort, coachPort, olcoachPort]: readonly [OpenMailbox, OpenMailbox, OpenMailbox],
  logs: ServerLogs,
): Server {
  const server: Server = {
    config,
    params: match.params,
    match,
    start,
    console,
    outbox: new Outbox(),
    dispatch: new Dispatch(),
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
    notices: new Notices(console.err),
    logPaths: {},
  };
  teamNamesChanged(server);
  match.listener = (event) => broadcast(server, event);
  for (const mailbox of [playerPort, coachPort, olcoachPort]) mailbox.wake = () => server.onArrival();
  return server;
}
