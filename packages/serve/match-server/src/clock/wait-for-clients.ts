import { PLAYER_COUNT } from '@rcss/core';
import {
  broadcast,
  countParticipants,
  countPlayerSessions,
  poll,
  sendCoachVision,
  sendSenses,
} from '@rcss/host';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { Server } from '../sessions/server.js';
import { startTeams } from '../teams/team-processes.js';

/** Interval between polls while the server waits, ms. */
const POLL_INTERVAL_MS = 10;
/** If no datagram arrives for this time, the server assumes that all clients have sent their first commands, ms. */
const SETTLE_MS = 500;
/** Time limit for the first commands after all clients have connected, ms. */
const MAX_SETTLE_MS = 3000;
/** Interval between the messages of cycle 0 to connected clients, ms. Clients of the field leave after 5 s of silence. */
const MESSAGE_INTERVAL_MS = 2000;

/**
 * Holds the clock until `rcss::wait_for_clients` players have connected, then the coaches, and their first commands (places, views,
 * player types) are executed, or no further client has connected for `rcss::connect_timeout` seconds. A coach that does not come is waited
 * for `rcss::coach_timeout_l` or `rcss::coach_timeout_r` seconds. The start order of clients then no longer
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
  let playersSince = Number.POSITIVE_INFINITY;
  let completeSince = Number.POSITIVE_INFINITY;
  const shown = new Set<object>();
  while (run.ending === null) {
    startTeams(server);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    poll(server, POLL_PARTS);
    // On the original, whose clock runs, a coach sees the match as soon as its eye is on. One view, whatever the length of the wait.
    sendCoachVision(server, (session) => shown.size < shown.add(session).size);
    const now = performance.now();
    const count = countParticipants(clients);
    if (count > lastCount) lastConnect = now;
    lastCount = count;
    if (now >= nextMessage) {
      nextMessage = now + MESSAGE_INTERVAL_MS;
      sendFirstMessages(server);
    }
    // More than all players: also coaches and trainer.
    const hasPlayers = count >= expected && countPlayerSessions(clients) >= Math.min(expected, PLAYER_COUNT);
    playersSince = hasPlayers ? Math.min(playersSince, now) : Number.POSITIVE_INFINITY;
    const isComplete = hasPlayers && !isCoachAwaited(server, now - playersSince);
    completeSince = isComplete ? Math.min(completeSince, now) : Number.POSITIVE_INFINITY;
    const isSettled = now >= completeSince && now - lastArrival >= SETTLE_MS;
    if (isSettled || now - completeSince >= MAX_SETTLE_MS) break;
    if (!hasPlayers && now - lastConnect > timeout * 1000) {
      const connected = expected > PLAYER_COUNT ? count : countPlayerSessions(clients);
      const kind = expected > PLAYER_COUNT ? 'clients' : 'players';
      console.err(
        `Warning: ${connected} of ${expected} ${kind} are connected (rcss::wait_for_clients), and no further client has connected in ${timeout} s (rcss::connect_timeout); the match begins without the others`,
        { event: 'clients_missing', level: 'warn', fields: { connected, expected } },
      );
      break;
    }
  }
  net.onArrival = onArrival;
}

/** Whether the online coach of a team is missing and has time left, `waitedMs` after all players were there. */
function isCoachAwaited({ clients, config, match }: Server, waitedMs: number): boolean {
  const { coach_timeout_l: left, coach_timeout_r: right } = config.rcss;
  const { world } = match;
  return (
    (world.left.name !== '' && clients.coaches.l === null && waitedMs < left * 1000) ||
    (world.right.name !== '' && clients.coaches.r === null && waitedMs < right * 1000)
  );
}

/**
 * Sends the play mode of cycle 0, and in real time the senses too, as before the first cycle. A client in synchronous mode that had senses
 * before its first `(think)` would decide one cycle earlier, so that the match would depend on the length of the wait. For the same
 * reason these are not the phases of a cycle, which draw random numbers.
 */
export function sendFirstMessages(server: Server): void {
  const { clients, net, match } = server;
  broadcast(server, { type: 'referee', time: match.world.time, text: match.world.playMode });
  if (!match.params.server.synch_mode) {
    for (const session of clients.players) if (session !== null) sendSenses(server, session.player);
    sendCoachVision(server);
  }
  net.sendQueue.flush();
}
