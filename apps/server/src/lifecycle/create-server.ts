import { PLAYER_COUNT } from '@rcss/core';
import { createObservationBuffers } from '../cycle/observation-buffers.js';
import { PollOrder } from '../cycle/poll-order.js';
import { createRunState } from '../run-state.js';
import type { Server } from '../server.js';
import { broadcast } from '../sessions/broadcast.js';
import { createClients, updateTeamNames } from '../sessions/clients.js';
import { limitSenders } from '../sessions/rate-limits.js';
import { createTeamProcesses } from '../teams/team-processes.js';
import { createTelemetry } from '../telemetry.js';

/** The slices of a server that depend on its configuration and on resources. */
export type ServerParts = Pick<
  Server,
  'config' | 'match' | 'start' | 'console' | 'net' | 'logs' | 'problems'
>;

/** Creates a server without clients, and connects it to the events of its match. */
export function createServer(parts: ServerParts): Server {
  const server: Server = {
    ...parts,
    clients: createClients(),
    telemetry: createTelemetry(PLAYER_COUNT),
    teams: createTeamProcesses(),
    buffers: createObservationBuffers(),
    pollOrder: new PollOrder(),
    run: createRunState(),
  };
  limitSenders(parts.net, server.clients);
  updateTeamNames(server.clients, parts.match);
  parts.match.listener = (event) => broadcast(server, event);
  return server;
}
