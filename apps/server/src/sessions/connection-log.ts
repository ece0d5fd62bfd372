import type { RemovalReason } from '@rcss/core';
import type { Connection } from '../net/connection.js';
import type { Server } from '../server.js';
import type { ClientKind } from './clients.js';

/** What became of a client. */
export interface ConnectionEvent {
  readonly event: 'connected' | 'reconnected' | 'disconnected';
  readonly client: ClientKind;
  readonly team?: string;
  readonly unum?: number;
  readonly version?: number | string;
  readonly reason?: RemovalReason;
}

/**
 * With `server::verbose` every coming and going is told on stderr as a line of JSON, for programs that watch a match:
 * time, event, kind of client, address and port, and what else is known.
 */
export function logConnection(server: Server, connection: Connection, event: ConnectionEvent): void {
  if (!server.params.server.verbose) return;
  const { time, stoppageTime } = server.match.world;
  const { address, port } = connection.socket;
  server.console.err(JSON.stringify({ time, stoppageTime, ...event, address, port }));
}
