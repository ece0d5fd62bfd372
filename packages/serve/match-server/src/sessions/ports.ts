import {
  type ClientSession,
  type Clients,
  handleCoachRequest,
  handlePlayerPortRequest,
  handleTrainerRequest,
  readFeatures,
  readSession,
  type Visitor,
} from '@rcss/host';
import { encodeError, readConnectText } from '@rcss/protocol/player';
import { isConnectedSender } from '../net/client-transport.js';
import type { Connection } from '../net/connection.js';
import { type Network, type PortQueues, prepareConnection } from '../net/network.js';
import { answerFromPort, type Datagram, type PortQueue } from '../net/port-queue.js';
import { noteRefereeCommand } from '../state/referees.js';
import { readRequestedPlace } from './requested-team.js';
import type { SessionContext } from './server.js';

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
    const { from } = next;
    const client = listPortClients(clients, port).find((session) => session?.connection.isFrom(from));
    if (client) readFromPort(server, client, next);
    else if (net.onRequest !== null) net.onRequest(port, next);
    else readRequest(server, port, next);
  }
}

/** Handles a datagram of a sender that is not a client of the port. */
export function readRequest(server: SessionContext, port: keyof PortQueues, datagram: Datagram): void {
  const { net, referees, seats, writers, match, clients } = server;
  const { bytes, from } = datagram;
  const text = readConnectText(bytes);
  const visitor = createVisitor(net, net.ports[port], datagram);
  const refuse = (code: string): void => visitor.refuse(encodeError(writers.takeWriter(), code).view(), code);
  const isRight = referees.readToken(text, from);
  if (isRight !== null) {
    if (!isRight) refuse('wrong_token');
    return;
  }
  if (isConnectedSender(from) && from.isOperator) referees.accept(from);
  if (port !== 'coach') {
    const place = readRequestedPlace(text);
    // While play is on, no player reconnects, and the answer says so.
    const isPossible = place !== null && (place.unum === null || match.world.playMode !== 'play_on');
    if (isPossible && !seats.allows(server, place, from)) {
      seats.note(match, place, from, false);
      refuse('not_allowed');
      return;
    }
    REQUESTS[port](server, visitor, text);
    return;
  }
  const { coach, coach_w_referee: coachWithReferee } = match.params.server;
  const isAllowed = referees.allows(from);
  const isExecuted = isAllowed && (coach || coachWithReferee) && clients.trainer === null;
  if (!text.startsWith('(init')) noteRefereeCommand(server, 'trainer', from, text, isExecuted);
  if (isAllowed) REQUESTS.coach(server, visitor, text);
  else refuse('not_allowed');
}

/** Returns the sender of a datagram on a well-known port. */
export function createVisitor(net: Network, queue: PortQueue, datagram: Datagram): Visitor<Connection> {
  const { from } = datagram;
  return {
    onlyRole: isConnectedSender(from) ? from.onlyRole : null,
    refuse: (bytes) => answerFromPort(queue, datagram, bytes),
    prepare: (role) => prepareConnection(net, from, role),
  };
}

/**
 * Handles a datagram of a client to the port, which only some protocol versions allow. If clients stay on the port, the datagram arrived
 * before the socket of the client was open.
 */
function readFromPort(
  server: SessionContext,
  session: ClientSession<Connection>,
  { bytes, from }: Datagram,
): void {
  const { connection } = session;
  const isOwnPort = server.net.clientPorts === 'single' && !isConnectedSender(from);
  if (!isOwnPort && readFeatures(session).initPortClosed) {
    const error = encodeError(server.writers.takeWriter(), 'only_init_allowed_on_init_port');
    connection.send(error.view());
    return;
  }
  connection.enqueue(bytes);
  readSession(server, session);
}
