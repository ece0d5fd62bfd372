import { shuffle } from '@rcss/core/random';
import type { Network } from '../net/network.js';
import type { Server, SessionContext } from '../server.js';
import type { Clients } from '../sessions/clients.js';
import { closeLostMonitors, readMonitor } from '../sessions/monitor.js';
import { closeLostCoaches, readCoach, readOnlineCoachPort } from '../sessions/online-coach.js';
import { readPlayer, removeLostPlayers } from '../sessions/player.js';
import { readPlayerPort } from '../sessions/player-port.js';
import { closeLostTrainer, readTrainer, readTrainerPort } from '../sessions/trainer.js';

/** Reads and executes everything that has arrived, in the order of the specification, then removes lost clients (spec 02 §2.3). */
export function poll(server: SessionContext & Pick<Server, 'pollOrder'>): void {
  const { match, clients } = server;
  for (const index of server.pollOrder.shuffleForPoll(match)) {
    const session = clients.players[index];
    if (session?.connection.hasInput) readAndCatch(server, readPlayer, session);
  }
  if (clients.monitors.length > 1) shuffle(match.random.scheduling, clients.monitors);
  for (const monitor of [...clients.monitors]) readAndCatch(server, readMonitor, monitor);
  readAndCatch(server, readPlayerPort, null);
  const { l, r } = clients.coaches;
  if (l?.connection.hasInput) readAndCatch(server, readCoach, l);
  if (r?.connection.hasInput) readAndCatch(server, readCoach, r);
  readAndCatch(server, readOnlineCoachPort, null);
  if (clients.trainer) readAndCatch(server, readTrainer, clients.trainer);
  readAndCatch(server, readTrainerPort, null);
  removeLostPlayers(server);
  closeLostCoaches(server);
  closeLostTrainer(server);
  closeLostMonitors(server);
}

/** Reads the well-known ports only, as before a resumed match. */
export function pollPorts(context: SessionContext): void {
  readPlayerPort(context);
  readOnlineCoachPort(context);
  readTrainerPort(context);
}

/**
 * Reads one client or port. If a datagram causes an exception, it is logged and skipped, and the match continues
 * for the other clients. No such datagram is known.
 */
function readAndCatch<Session>(
  context: SessionContext,
  read: (context: SessionContext, session: Session) => void,
  session: Session,
): void {
  try {
    read(context, session);
  } catch (error) {
    const { stack } = error as Error;
    context.net.warnings.warn('datagram', `Internal error, a datagram is skipped: ${stack}`, {
      event: 'internal_error',
      level: 'error',
    });
  } finally {
    context.net.sendQueue.cause = null;
  }
}

/** Whether a poll would find something. */
export function hasWaitingInput(
  { ports }: Network,
  { players, coaches, trainer, monitors }: Clients,
): boolean {
  for (const queue of [ports.player, ports.coach, ports.olcoach]) if (queue.datagrams.length > 0) return true;
  for (const list of [players, [coaches.l, coaches.r, trainer], monitors]) {
    for (const session of list) {
      if (session && (session.connection.hasInput || session.connection.isLost)) return true;
    }
  }
  return false;
}
