/**
 * One poll: everything that has arrived is read and executed, then lost clients are removed (spec 02 §2.3).
 *
 * Order: players, monitors, the player port (new players and monitors), the coaches, the coach port, the trainer, the trainer port. Commands
 * act at once, so the order is part of the game: players are read in a random order, monitors too.
 *
 * Invariant: a fault while reading one client does not keep the others from being read, if the caller's `run` catches it.
 *
 * Surprising: the number of polls in a cycle depends on wall-clock time. In synchronous mode the order of players must therefore not draw
 * from the stream of the match; see `PollOrder`.
 */
import { shuffle } from '@rcss/core/random';
import type { Host } from './host.js';
import { closeLostMonitors } from './monitor.js';
import { closeLostCoaches } from './online-coach.js';
import { removeLostPlayers } from './player.js';
import { readSession } from './read-session.js';
import { closeLostTrainer } from './trainer.js';

/** Where senders become players and monitors, online coaches, trainer. */
export type ClientPort = 'player' | 'olcoach' | 'coach';

/** What a poll does besides reading the clients. */
export interface PollParts<H extends Host = Host> {
  /** Reads an address at which senders become clients. */
  readPort(host: H, port: ClientPort): void;
  /** Calls `read(host, session)`; may catch its error, so that the match continues for the other clients. */
  run<S>(host: H, read: (host: H, session: S) => void, session: S): void;
}

/** Reads and executes everything that has arrived, in the order of the specification, then removes lost clients (spec 02 §2.3). */
export function poll<H extends Host>(host: H, parts: PollParts<H>): void {
  const { match, clients } = host;
  for (const index of host.pollOrder.drawForPoll(match)) {
    const session = clients.players[index];
    if (session?.connection.hasInput) parts.run(host, readSession, session);
  }
  if (clients.monitors.length > 1) shuffle(match.random.scheduling, clients.monitors);
  for (const monitor of [...clients.monitors]) parts.run(host, readSession, monitor);
  parts.run(host, parts.readPort, 'player');
  const { l, r } = clients.coaches;
  if (l?.connection.hasInput) parts.run(host, readSession, l);
  if (r?.connection.hasInput) parts.run(host, readSession, r);
  parts.run(host, parts.readPort, 'olcoach');
  if (clients.trainer) parts.run(host, readSession, clients.trainer);
  parts.run(host, parts.readPort, 'coach');
  removeLostPlayers(host);
  closeLostCoaches(host);
  closeLostTrainer(host);
  closeLostMonitors(host);
}
