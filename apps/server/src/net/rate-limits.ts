import type { World } from '@rcss/core';
import type { Telemetry } from '../results/telemetry.js';
import { type Clients, countClients, listClients } from '../sessions/clients.js';
import type { Network } from './network.js';

/** Rate limits (parameters of the module `rcss`). */

/** Whether one more datagram of an unknown sender is handled in this second; counts it. */
export function allowUnknownSender({ limits, unknownSenders, warnings }: Network): boolean {
  const { unknownSendersPerSecond } = limits;
  if (unknownSendersPerSecond <= 0) return true;
  const second = Math.floor(performance.now() / 1000);
  if (second !== unknownSenders.second) {
    unknownSenders.second = second;
    unknownSenders.count = 0;
  }
  unknownSenders.count += 1;
  if (unknownSenders.count <= unknownSendersPerSecond) return true;
  warnings.warn(
    'unknown senders',
    `Warning: more than ${unknownSendersPerSecond} datagrams of unknown senders in a second; the rest is dropped (rcss::max_init_per_second)`,
  );
  return false;
}

/** Whether one more client is accepted. A reconnecting player takes its old place and needs none. */
export function canAcceptClient({ limits, warnings }: Network, clients: Clients): boolean {
  if (limits.clients <= 0 || countClients(clients) < limits.clients) return true;
  warnings.warn(
    'room',
    `Warning: ${limits.clients} clients are connected, a further one was refused (rcss::max_clients)`,
  );
  return false;
}

/** Begins a new cycle: all clients may send again. Counts and reports what was dropped in the last one. */
export function resetRateLimits(net: Network, clients: Clients, world: World, telemetry: Telemetry): void {
  let exceeded = false;
  for (const session of clients.players) if (session?.connection.resetDatagramCount()) exceeded = true;
  for (const session of clients.monitors) if (session.connection.resetDatagramCount()) exceeded = true;
  if (clients.coaches.l?.connection.resetDatagramCount()) exceeded = true;
  if (clients.coaches.r?.connection.resetDatagramCount()) exceeded = true;
  if (clients.trainer?.connection.resetDatagramCount()) exceeded = true;
  if (exceeded) reportDroppedOfClients(net, clients, world, telemetry);
  reportDroppedOnPorts(net, telemetry);
}

function reportDroppedOnPorts({ ports, warnings }: Network, telemetry: Telemetry): void {
  for (const queue of [ports.player, ports.coach, ports.olcoach]) {
    if (queue.droppedCount === 0) continue;
    telemetry.droppedDatagramCount += queue.droppedCount;
    warnings.warn(
      `port ${queue.listener.port}`,
      `Warning: too many datagrams on port ${queue.listener.port}; ${queue.droppedCount} dropped`,
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
  for (const { connection, name } of listClients(clients, world)) {
    if (connection.droppedCount === 0) continue;
    telemetry.droppedDatagramCount += connection.droppedCount;
    warnings.warn(
      `flood ${name}`,
      `Warning: ${name} sent more than ${limits.datagramsPerCycle} datagrams in a cycle; ${connection.droppedCount} dropped (rcss::max_datagrams_per_cycle)`,
    );
    connection.droppedCount = 0;
  }
}
