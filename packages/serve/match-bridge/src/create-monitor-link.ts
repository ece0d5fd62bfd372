import type { MonitorLink } from './monitor-link.js';
import { nameRoom, type RoomAddress, RoomLink } from './room-link.js';
import { type ServerAddress, ServerLink } from './server-link.js';

/** A server to which a monitor connects: by UDP, or by a WebSocket of a room. */
export type MonitoredServer = ServerAddress | RoomAddress;

/** Returns a link that is not started. */
export function createMonitorLink(server: MonitoredServer): MonitorLink {
  return 'url' in server ? new RoomLink(server) : new ServerLink(server);
}

/** Returns the address for people. */
export function nameServer(server: MonitoredServer): string {
  return 'url' in server ? nameRoom(server) : `${server.host}:${server.port}`;
}

/** Returns the name or numeric address of the host. */
export function getServerHost(server: MonitoredServer): string {
  return 'url' in server ? new URL(server.url).hostname.replace(/^\[|\]$/g, '') : server.host;
}
