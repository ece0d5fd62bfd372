import { countParticipants } from '@rcss/host';
import { pollServer } from '../cycle/poll.js';
import type { Server } from '../server.js';
import { startTeams } from '../teams/team-processes.js';

/** Time limit for missing clients, ms. */
const CONNECT_TIMEOUT_MS = 60_000;
/** Interval between polls while the server waits, ms. */
const POLL_INTERVAL_MS = 10;
/**
 * If no datagram arrives for this time, the server assumes that all clients have sent their first commands, ms.
 */
const SETTLE_MS = 500;
/** Time limit for the first commands after all clients have connected, ms. */
const MAX_SETTLE_MS = 3000;

/**
 * Holds the clock until `rcss::wait_for_clients` clients have connected and their first commands (places, views, player types)
 * are executed. The start order of clients then no longer matters. Start scripts of the teams run first.
 */
export async function waitForClients(server: Server): Promise<void> {
  const { wait_for_clients: expected } = server.config.rcss;
  if (expected <= 0) return;
  const { clients, net, run, console } = server;
  const { onArrival } = net;
  let lastArrival = performance.now();
  net.onArrival = () => {
    lastArrival = performance.now();
  };
  const end = performance.now() + CONNECT_TIMEOUT_MS;
  let completeSince = Number.POSITIVE_INFINITY;
  while (run.ending === null) {
    startTeams(server);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    pollServer(server);
    const now = performance.now();
    const count = countParticipants(clients);
    if (count < expected) completeSince = Number.POSITIVE_INFINITY;
    else completeSince = Math.min(completeSince, now);
    const isSettled = now >= completeSince && now - lastArrival >= SETTLE_MS;
    if (isSettled || now - completeSince >= MAX_SETTLE_MS) break;
    if (now > end) {
      console.err(
        `Warning: ${count} of ${expected} clients connected in ${CONNECT_TIMEOUT_MS / 1000} s (rcss::wait_for_clients); the match begins without the others`,
        { event: 'clients_missing', level: 'warn', fields: { connected: count, expected } },
      );
      break;
    }
  }
  net.onArrival = onArrival;
}
