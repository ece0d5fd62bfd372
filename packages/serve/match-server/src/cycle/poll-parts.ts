import { hasClientInput, type PollParts } from '@rcss/host';
import { readPort } from '../sessions/ports.js';
import type { Server, SessionContext } from '../sessions/server.js';

/** What a poll of a server does besides reading the clients. */
export const POLL_PARTS: PollParts<SessionContext> = { readPort, run: readAndCatch };

/** Reads the well-known ports only, as before a resumed match. */
export function pollPorts(server: SessionContext): void {
  readPort(server, 'player');
  readPort(server, 'olcoach');
  readPort(server, 'coach');
}

/**
 * Reads one client or port. If a datagram causes an exception, it is logged and skipped, and the match continues
 * for the other clients. No such datagram is known.
 */
function readAndCatch<S>(
  server: SessionContext,
  read: (server: SessionContext, session: S) => void,
  session: S,
): void {
  try {
    read(server, session);
  } catch (error) {
    const { stack } = error as Error;
    server.net.warnings.warn('datagram', `Internal error, a datagram is skipped: ${stack}`, {
      event: 'internal_error',
      level: 'error',
    });
  } finally {
    server.net.sendQueue.cause = null;
  }
}

/** Whether a poll would find something. */
export function hasWaitingInput({ net, clients }: Pick<Server, 'net' | 'clients'>): boolean {
  const { player, coach, olcoach } = net.ports;
  for (const queue of [player, coach, olcoach]) if (queue.datagrams.length > 0) return true;
  return hasClientInput(clients);
}
