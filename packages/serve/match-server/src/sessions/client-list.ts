import { teamOf, type World } from '@rcss/core';
import type { ClientRole, Clients } from '@rcss/host';
import { formatEndpoint } from '@rcss/kit/udp';
import type { Connection } from '../net/connection.js';
import { formatPlayerName } from '../state/telemetry.js';

/** A client with the name that log lines show. */
export interface ConnectedClient {
  readonly kind: ClientRole;
  readonly name: string;
  readonly connection: Connection;
}

/** Lists all connected clients. */
export function listClients(clients: Clients<Connection>, world: World): ConnectedClient[] {
  const list: ConnectedClient[] = [];
  for (const session of clients.players) {
    if (session) {
      const { player, connection } = session;
      list.push({ kind: 'player', name: formatPlayerName(world, player), connection });
    }
  }
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach) {
      const name = `online coach (${teamOf(world, coach.side).name})`;
      list.push({ kind: 'coach', name, connection: coach.connection });
    }
  }
  const { trainer } = clients;
  if (trainer) list.push({ kind: 'trainer', name: 'trainer', connection: trainer.connection });
  for (const { connection } of clients.monitors) {
    const name = `monitor (${formatEndpoint(connection.transport)})`;
    list.push({ kind: 'monitor', name, connection });
  }
  return list;
}
