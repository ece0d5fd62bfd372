import { coachFeatures } from '@rcss/core/versions';
import {
  type ClientSession,
  type Clients,
  handleCoachRequest,
  handlePlayerPortRequest,
  handleTrainerRequest,
  readSession,
  type Visitor,
} from '@rcss/host';
import { encodeError, readConnectText } from '@rcss/protocol/player';
import { isConnectedSender } from '../net/client-link.js';
import type { Connection } from '../net/connection.js';
import { type Network, type PortQueues, prepareConnection } from '../net/network.js';
import { answerFromPort, type Datagram, type PortQueue } from '../net/port-queue.js';
import type { SessionContext } from '../server.js';

/** Datagrams on the well-known ports (spec 02 §2.4): requests to become a client, and those of clients that stay there. */

/** Lists the clients that connect at a port. */
export function listPortClients(
  { players, monitors, coaches, trainer }: Clients<Connection>,
  port: keyof PortQueues,
): (ClientSession<Connection> | null)[] {
  switch (port) {
    case 'player':
      return [...players, ...monitors];
    case 'olcoach':
      return [coaches.l, coaches.r];
    case 'coach':
      return [trainer];
  }
}

const REQUESTS = {
  player: handlePlayerPortRequest,
  olcoach: handleCoachRequest,
  coach: handleTrainerRequest,
} as const;

/** Handles all datagrams that wait on a port. */
export function readPort(server: SessionContext, port: keyof PortQueues): void {
  const { net, clients } = server;
  const queue = net.ports[port];
  for (let next = queue.datagrams.shift(); next !== undefined; next = queue.datagrams.shift()) {
    const { bytes, from } = next;
    const client = listPortClients(clients, port).find((session) => session?.connection.isFrom(from));
    if (client) readFromPort(server, client, bytes);
    else REQUESTS[port](server, createVisitor(net, queue, next), readConnectText(bytes));
  }
}

function createVisitor(net: Network, queue: PortQueue, datagram: Datagram): Visitor<Connection> {
  const { from } = datagram;
  return {
    onlyRole: isConnectedSender(from) ? from.onlyRole : null,
    refuse: (bytes) => answerFromPort(queue, datagram, bytes),
    prepare: (role) => prepareConnection(net, from, role),
  };
}

/** Handles a datagram of a client to the port, which only some protocol versions allow. */
function readFromPort(server: SessionContext, session: ClientSession<Connection>, bytes: Uint8Array): void {
  const { connection } = session;
  if (isPortClosed(session)) {
    const error = encodeError(server.writers.takeWriter(), 'only_init_allowed_on_init_port');
    connection.send(error.view());
    return;
  }
  connection.enqueue(bytes);
  readSession(server, session);
}

function isPortClosed(session: ClientSession): boolean {
  switch (session.role) {
    case 'player':
      return session.encoding.features.initPortClosed;
    case 'monitor':
      return session.codec.initPortClosed;
    default:
      return coachFeatures(session.version).initPortClosed;
  }
}
