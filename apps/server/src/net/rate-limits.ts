import type { Server } from '../server.js';
import { allClients } from '../sessions/clients.js';

/** What the server puts up with before it looks away (parameters of the module `rcss`). */

/** Letters of strangers that may wait on one of the well-known ports between two polls. */
export const MAX_WAITING_DATAGRAMS = 4096;

/** Whether one more datagram of a stranger may be looked at in this second. */
export function allowUnknownSender(server: Server): boolean {
  const { max_init_per_second: perSecond } = server.config.extension;
  if (perSecond <= 0) return true;
  const limit = server.initLimit;
  const second = Math.floor(performance.now() / 1000);
  if (second !== limit.second) {
    limit.second = second;
    limit.count = 0;
  }
  limit.count += 1;
  if (limit.count <= perSecond) return true;
  server.warnings.warn(
    'strangers',
    `Warning: more than ${perSecond} datagrams of unknown senders in a second; the rest is dropped (rcss::max_init_per_second)`,
  );
  return false;
}

/** Whether one more client can be served. A player who comes back takes his old place. */
export function hasRoom(server: Server): boolean {
  const { max_clients: most } = server.config.extension;
  if (most <= 0 || allClients(server).length < most) return true;
  server.warnings.warn(
    'room',
    `Warning: ${most} clients are connected, a further one was refused (rcss::max_clients)`,
  );
  return false;
}

/** A new cycle: everybody may send again; who had sent too much is named. */
export function renewAllowances(server: Server): void {
  let over = false;
  for (const session of server.players) if (session?.connection.renewAllowance()) over = true;
  for (const session of server.monitors) if (session.connection.renewAllowance()) over = true;
  const { l, r } = server.coaches;
  for (const session of [l, r, server.trainer]) if (session?.connection.renewAllowance()) over = true;
  if (over) reportFloods(server);
  for (const portQueue of [server.playerPort, server.coachPort, server.olcoachPort]) {
    if (portQueue.dropped === 0) continue;
    server.telemetry.floodDropped += portQueue.dropped;
    server.warnings.warn(
      `datagrams ${portQueue.listener.port}`,
      `Warning: too many datagrams on port ${portQueue.listener.port}; ${portQueue.dropped} dropped`,
    );
    portQueue.dropped = 0;
  }
}

function reportFloods(server: Server): void {
  const { max_datagrams_per_cycle: most } = server.config.extension;
  for (const { connection, name } of allClients(server)) {
    if (connection.dropped === 0) continue;
    server.telemetry.floodDropped += connection.dropped;
    server.warnings.warn(
      `flood ${name}`,
      `Warning: ${name} sent more than ${most} datagrams in a cycle; ${connection.dropped} dropped (rcss::max_datagrams_per_cycle)`,
    );
    connection.dropped = 0;
  }
}
