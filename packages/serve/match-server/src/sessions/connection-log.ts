import type { RemovalReason } from '@rcss/core';
import type { ClientRole } from '@rcss/host';
import type { Match } from '@rcss/simulator';
import type { ConsoleOutput } from '../console/console-output.js';
import type { Connection } from '../net/connection.js';

/** A client has connected or disconnected. */
export interface ConnectionEvent {
  readonly event: 'connected' | 'reconnected' | 'disconnected';
  readonly client: ClientRole;
  readonly team?: string;
  readonly unum?: number;
  readonly version?: number | string;
  readonly reason?: RemovalReason;
}

/**
 * With `server::verbose`, logs the event to stderr as a line of JSON, for programs that watch a match: time, event, kind of
 * client, address and port, and further known data.
 */
export function logConnection(
  { match, console }: { readonly match: Match; readonly console: ConsoleOutput },
  connection: Connection,
  event: ConnectionEvent,
): void {
  if (!match.params.server.verbose) return;
  const { time, stoppageTime } = match.world;
  const { address, port } = connection.transport;
  const fields = { time, stoppageTime, ...event, address, port };
  console.err(JSON.stringify(fields), { event: 'connection', level: 'info', fields });
}
