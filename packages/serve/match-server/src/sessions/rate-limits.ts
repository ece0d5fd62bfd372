import type { Side, World } from '@rcss/core';
import {
  type CoachSession,
  countClients,
  type Clients as HostClients,
  type TrainerSession,
} from '@rcss/host';
import { type Endpoint, formatEndpoint } from '@rcss/kit/udp';
import type { Connection } from '../net/connection.js';
import { type Network, PARTICIPANT_PLACES } from '../net/network.js';
import type { PortQueue } from '../net/port-queue.js';
import { SenderShares } from '../net/sender-shares.js';
import { countDropped, type PlayerTelemetry, type Telemetry } from '../state/telemetry.js';
import { listClients } from './client-list.js';
import { listPortClients } from './ports.js';

/** Rate limits (parameters of the module `rcss`). */

type Clients = HostClients<Connection>;
type Session = CoachSession<Connection> | TrainerSession<Connection>;

/** Makes the well-known ports drop what exceeds the limits of its sender, so that no sender fills a port's queue. */
export function limitSenders(net: Network, clients: Clients): void {
  const { ports, limits } = net;
  for (const name of ['player', 'coach', 'olcoach'] as const) {
    const queue = ports[name];
    const shares = new SenderShares(limits.unknownSendersPerSecond);
    queue.allowSender = (from) => {
      const known = listPortClients(clients, name).find((session) => session?.connection.isFrom(from));
      if (known) return known.connection.allowDatagram();
      if (shares.allow(from)) return true;
      queue.unknownDroppedCount += 1;
      reportUnknownSender(net, queue, from);
      return false;
    };
  }
}

function reportUnknownSender({ limits, warnings }: Network, { listener }: PortQueue, from: Endpoint): void {
  warnings.warn(
    `unknown senders ${listener.port}`,
    `Warning: more than ${limits.unknownSendersPerSecond} datagrams of unknown senders in a second on port ${listener.port}, or more than the share of one sender (${formatEndpoint(from)}); the rest is dropped (rcss::max_init_per_second)`,
    {
      event: 'datagrams_dropped',
      fields: { reason: 'unknown_sender', port: listener.port, address: from.address, senderPort: from.port },
    },
  );
}

/**
 * Whether one more client is accepted. Monitors leave the places of all participants free. A reconnecting player takes
 * its old place and needs none.
 */
export function canAcceptClient(
  { limits, warnings }: Network,
  clients: Clients,
  kind: 'participant' | 'monitor',
): boolean {
  if (limits.clients <= 0) return true;
  if (countClients(clients) >= limits.clients) {
    warnings.warn(
      'room',
      `Warning: ${limits.clients} clients are connected, a further one was refused (rcss::max_clients)`,
      { event: 'client_refused', fields: { limit: limits.clients } },
    );
    return false;
  }
  const monitorPlaces = Math.max(1, limits.clients - PARTICIPANT_PLACES);
  if (kind === 'participant' || clients.monitors.length < monitorPlaces) return true;
  warnings.warn(
    'monitor places',
    `Warning: ${monitorPlaces} monitors are connected, a further one was refused (rcss::max_clients is ${limits.clients}, and ${PARTICIPANT_PLACES} places are kept for players and coaches)`,
    { event: 'client_refused', fields: { client: 'monitor', limit: monitorPlaces } },
  );
  return false;
}

/** Begins a new cycle: all clients may send again. Counts the work of the last cycle, and counts and reports what was dropped in it. */
export function resetRateLimits(net: Network, clients: Clients, world: World, telemetry: Telemetry): void {
  const { maxWork } = telemetry;
  let isExceeded = false;
  net.monitorWork.beginCycle();
  net.roomWork?.all.beginCycle();
  for (const session of clients.players) {
    if (session === null) continue;
    const own = telemetry.players[session.player.index] as PlayerTelemetry;
    own.maxWork = Math.max(own.maxWork, session.connection.work.used);
    if (session.connection.resetDatagramCount()) isExceeded = true;
  }
  for (const { connection } of clients.monitors) {
    maxWork.monitor = Math.max(maxWork.monitor, connection.work.used);
    if (connection.resetDatagramCount()) isExceeded = true;
  }
  const { l, r } = clients.coaches;
  if (resetOne(l, maxWork, 'l')) isExceeded = true;
  if (resetOne(r, maxWork, 'r')) isExceeded = true;
  if (resetOne(clients.trainer, maxWork, 'trainer')) isExceeded = true;
  if (isExceeded) reportDroppedOfClients(net, clients, world, telemetry);
  reportDroppedOnPorts(net, telemetry);
}

function resetOne(session: Session | null, maxWork: Telemetry['maxWork'], key: Side | 'trainer'): boolean {
  if (session === null) return false;
  const { connection } = session;
  maxWork[key] = Math.max(maxWork[key], connection.work.used);
  return connection.resetDatagramCount();
}

function reportDroppedOnPorts({ ports, warnings }: Network, telemetry: Telemetry): void {
  for (const queue of [ports.player, ports.coach, ports.olcoach]) {
    telemetry.drops.unknown_sender += queue.unknownDroppedCount;
    queue.unknownDroppedCount = 0;
    if (queue.droppedCount === 0) continue;
    telemetry.drops.port_queue_full += queue.droppedCount;
    warnings.warn(
      `port ${queue.listener.port}`,
      `Warning: too many datagrams on port ${queue.listener.port}; ${queue.droppedCount} dropped`,
      {
        event: 'datagrams_dropped',
        fields: { reason: 'port_queue_full', port: queue.listener.port, count: queue.droppedCount },
      },
    );
    queue.droppedCount = 0;
  }
}

function reportDroppedOfClients(
  { limits, warnings }: Network,
  clients: Clients,
  world: World,
  telemetry: Telemetry,
): void {
  for (const client of listClients(clients, world)) {
    const { connection, name } = client;
    const { droppedCount, overworkCount } = connection;
    if (droppedCount > 0) {
      countDropped(telemetry, client, 'too_many_datagrams', droppedCount);
      warnings.warn(
        `flood ${name}`,
        `Warning: ${name} sent more than ${limits.datagramsPerCycle} datagrams in a cycle; ${droppedCount} dropped (rcss::max_datagrams_per_cycle)`,
        {
          event: 'datagrams_dropped',
          fields: { reason: 'too_many_datagrams', client: name, count: droppedCount },
        },
      );
    }
    if (overworkCount > 0) {
      countDropped(telemetry, client, 'too_much_work', overworkCount);
      warnings.warn(
        `work ${name}`,
        `Warning: ${name} caused more work than ${describeWorkLimit(limits)} in a cycle; ${overworkCount} datagrams dropped (rcss::max_work_per_cycle)`,
        {
          event: 'datagrams_dropped',
          fields: { reason: 'too_much_work', client: name, count: overworkCount },
        },
      );
    }
    connection.droppedCount = 0;
    connection.overworkCount = 0;
  }
}

function describeWorkLimit({ workPerCycle, roomWorkPerCycle }: Network['limits']): string {
  return roomWorkPerCycle === undefined
    ? `${workPerCycle}`
    : `its share of the ${roomWorkPerCycle} of the room`;
}
