import { PLAYER_COUNT } from '@rcss/core';
import { broadcast, createHost } from '@rcss/host';
import { findDebugReceiverProblems, parseDebugReceiver } from '../config/debug-receiver.js';
import { findRefereeProblems } from '../config/referee-settings.js';
import { DebugChannel } from '../logs/debug-channel.js';
import type { Connection } from '../net/connection.js';
import { Referees } from '../state/referees.js';
import { createServerRunState } from '../state/run-state.js';
import { type SeatOwner, TeamPlaces } from '../state/team-places.js';
import { createTelemetry } from '../state/telemetry.js';
import { createTeamProcesses } from '../teams/team-processes.js';
import { reportEvent } from './events.js';
import { createHostHooks } from './host-hooks.js';
import { limitSenders } from './rate-limits.js';
import type { Server } from './server.js';

/** The slices of a server that depend on its configuration and on resources. */
export type ServerParts = Pick<
  Server,
  'config' | 'match' | 'start' | 'console' | 'net' | 'logs' | 'problems'
>;

/** A setting with which no server can be created; the message is a sentence for the user. */
export class ServerSettingError extends Error {
  override readonly name = 'ServerSettingError';
}

/**
 * Creates a server without clients, and connects it to the events of its match.
 *
 * @param isOwn What is known about the teams of senders.
 * @throws {ServerSettingError} if `rcss::debug_channel` is not an address with a port, or `rcss::referees` is not a list of addresses.
 */
export function createServer(parts: ServerParts, isOwn: SeatOwner | null = null): Server {
  const { rcss } = parts.config;
  const { debug_channel } = rcss;
  const [problem] = [...findDebugReceiverProblems(debug_channel), ...findRefereeProblems(rcss)];
  if (problem !== undefined) throw new ServerSettingError(`${problem}.`);
  const receiver = parseDebugReceiver(debug_channel);
  const server: Server = {
    ...parts,
    ...createHost<Connection>(parts.match),
    debugChannel: receiver === null ? null : new DebugChannel(receiver),
    telemetry: createTelemetry(PLAYER_COUNT),
    teams: createTeamProcesses(),
    run: createServerRunState(),
    referees: new Referees(rcss),
    seats: new TeamPlaces(isOwn),
  };
  server.hooks = createHostHooks(server);
  limitSenders(parts.net, server.clients);
  parts.match.listener = (event) => {
    reportEvent(server, event);
    broadcast(server, event);
  };
  return server;
}
