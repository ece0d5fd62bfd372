import type { StopReason } from '@rcss/core/match-document';
import { type Clock, playLater, runCycles, type Wait } from '@rcss/host';
import type { Phases } from '@rcss/simulator/cycle';
import type { Server } from '../sessions/server.js';
import { findServerEnd } from '../state/run-state.js';

/** The clock of a server: real time, handshakes, or the steps of a room. */
export interface ServerClock extends Clock {
  /** Asks the clients to decide; absent: the phase `receive` reads what has arrived. */
  readonly decide?: () => Wait;
}

/** Plays the match of a server in the loop of the host, until the server ends. Returns why it ended. */
export function runServer(
  { match, run }: Pick<Server, 'match' | 'run'>,
  phases: Phases,
  clock: ServerClock,
): Promise<StopReason> {
  const seats = { decide: () => clock.decide?.() ?? null };
  return playLater(runCycles({ clock, phases, seats, findEnd: () => findServerEnd(match, run) }));
}
