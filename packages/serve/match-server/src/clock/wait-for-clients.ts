import { broadcast, countParticipants, createSensePhases, poll, sendSenses } from '@rcss/host';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { Server } from '../sessions/server.js';
import { startTeams } from '../teams/team-processes.js';

/** Interval between polls while the server waits, ms. */
const POLL_INTERVAL_MS = 10;
/**
 * If no datagram arrives for this time, the server assumes that all clients have sent their first commands, ms.
 */
const SETTLE_MS = 500;
/** Time limit for the first commands after all clients have connected, ms. */
const MAX_SETTLE_MS = 3000;
/** Interval between the messages of cycle 0 to connected clients, ms. Clients of the field leave after 5 s of silence. */
const MESSAGE_INTERVAL_MS = 2000;

/**
 * Holds the clock until `rcss::wait_for_clients` clients have connected and their first commands (places, views, player types)
 * are executed, or no further client has connected for `rcss::connect_timeout` seconds. The start order of clients then no longer
 * matters. Start scripts of the teams run first. Connected clients get the messages of cycle 0, without a change of the match.
 */
export async function waitForClients(server: Server): Promise<void> {
  const { wait_for_clients: expected, connect_timeout: timeout } = server.config.rcss;
  if (expected <= 0) return;
  const { clients, net, run, console } = server;
  const { onArrival } = net;
  let lastArrival = performance.now();
  net.onArrival = () => {
    lastArrival = performance.now();
  };
  let lastCount = 0;
  let lastConnect = performance.now();
  let nextMessage = lastConnect + MESSAGE_INTERVAL_MS;
  let completeSince = Number.POSITIVE_INFINITY;
  while (run.ending === null) {
    startTeams(server);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    poll(server, POLL_PARTS);
    const now = performance.now();
    const count = countParticipants(clients);
    if (count > lastCount) lastConnect = now;
    lastCount = count;
    if (now >= nextMessage) {
      nextMessage = now + MESSAGE_INTERVAL_MS;
      sendFirstMessages(server);
    }
    if (count < expected) completeSince = Number.POSITIVE_INFINITY;
    else completeSince = Math.min(completeSince, now);
    const isSettled = now >= completeSince && now - lastArrival >= SETTLE_MS;
    if (isSettled || now - completeSince >= MAX_SETTLE_MS) break;
    if (now - lastConnect > timeout * 1000) {
      console.err(
        `Warning: ${count} of ${expected} clients are connected (rcss::wait_for_clients), and no further one has connected in ${timeout} s (rcss::connect_timeout); the match begins without the others`,
        { event: 'clients_missing', level: 'warn', fields: { connected: count, expected } },
      );
      break;
    }
  }
  net.onArrival = onArrival;
}

/**
 * Sends the play mode of cycle 0, and in real time the senses too, as before the first cycle. A client in synchronous mode that had senses
 * before its first `(think)` would decide one cycle earlier, so that the match would depend on the length of the wait. For the same
 * reason these are not the phases of a cycle, which draw random numbers.
 */
function sendFirstMessages(server: Server): void {
  const { clients, net, match } = server;
  broadcast(server, { type: 'referee', time: match.world.time, text: match.world.playMode });
  if (!match.params.server.synch_mode) {
    for (const session of clients.players) if (session !== null) sendSenses(server, session.player);
    createSensePhases(server).coachVision();
  }
  net.sendQueue.flush();
}
