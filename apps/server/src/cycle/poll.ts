import { createRandomStream, shuffle } from '@rcss/core';
import type { Server } from '../server.js';
import { readCoach, readMonitor, readPlayer, readTrainer, removeLost } from '../sessions/client-input.js';
import { readCoachPort, readOlcoachPort, readPlayerPort } from '../sessions/ports.js';

/** One poll of all clients (02 §2.3): whatever has arrived is carried out, in the order of the specification. */
export function poll(server: Server): void {
  const { scheduling } = server.match.chance;
  orderPlayers(server);
  for (const index of server.order) {
    const session = server.players[index];
    if (session?.connection.waiting) attempt(server, readPlayer, session);
  }
  if (server.monitors.length > 1) shuffle(scheduling, server.monitors);
  for (const monitor of [...server.monitors]) attempt(server, readMonitor, monitor);
  attempt(server, readPlayerPort, null);
  const { l, r } = server.coaches;
  if (l?.connection.waiting) attempt(server, readCoach, l);
  if (r?.connection.waiting) attempt(server, readCoach, r);
  attempt(server, readOlcoachPort, null);
  if (server.trainer) attempt(server, readTrainer, server.trainer);
  attempt(server, readCoachPort, null);
  removeLost(server);
}

/**
 * Reads what one client or port has to say. No datagram is known that makes this fail; should one exist, it is told
 * and passed over, and the match goes on for the others.
 */
function attempt<S>(server: Server, read: (server: Server, session: S) => void, session: S): void {
  try {
    read(server, session);
  } catch (error) {
    server.warnings.warn('datagram', `Internal error, a datagram is passed over: ${(error as Error).stack}`);
  }
}

/**
 * The order in which players are served in this poll: by chance, in synchronous mode by chance of the cycle alone. How
 * often such a server polls depends on the time of day, and what comes of the same commands must not.
 */
function orderPlayers(server: Server): void {
  const { match, order } = server;
  if (!server.params.server.synch_mode) {
    shuffle(match.chance.scheduling, order);
    return;
  }
  if (server.orderedIn === match.steps) return;
  server.orderedIn = match.steps;
  for (let i = 0; i < order.length; i++) order[i] = i;
  shuffle(createRandomStream(match.seed, `order ${match.steps}`), order);
}

/** Whether anything waits to be polled. */
export function anythingWaits(server: Server): boolean {
  if (server.playerPort.datagrams.length > 0 || server.coachPort.datagrams.length > 0) return true;
  if (server.olcoachPort.datagrams.length > 0) return true;
  for (const session of server.players) {
    if (session && (session.connection.waiting || session.connection.lost)) return true;
  }
  for (const session of [server.coaches.l, server.coaches.r, server.trainer, ...server.monitors]) {
    if (session && (session.connection.waiting || session.connection.lost)) return true;
  }
  return false;
}
