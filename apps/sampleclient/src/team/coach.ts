import { createCoachClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { chooseTypes } from './lineup.js';

/** Options of {@link startCoach}. */
export interface CoachOptions {
  readonly team: string;
  /** IPv4 address of the server. */
  readonly address: string;
  /** Port for online coaches. */
  readonly port: number;
  /** Protocol version, 12 to 19. */
  readonly version: number;
  /** Number of players that get types. */
  readonly players: number;
  /** Receives one line if the coach cannot connect. */
  readonly onWarning: (message: string) => void;
}

/** Time in which the parameters and types arrive after the answer of the server. */
const PARAMETERS_TIMEOUT_MS = 300;

/**
 * Starts an online coach that gives every player a type before the first kickoff and does nothing else.
 *
 * @returns A function that disconnects the coach.
 */
export function startCoach(options: CoachOptions): () => void {
  const { address, port } = options;
  const coach = createCoachClient({
    team: options.team,
    name: 'RcssCoach',
    version: options.version,
    transport: createUdpTransport({ host: address, port }),
    timers: nodeTimers,
    retryMs: 500,
    attempts: 10,
  });
  coach.events.once('connected', () => {
    const timer = setTimeout(() => {
      if (coach.server === null) return;
      for (const [unum, typeId] of chooseTypes(coach.types, coach.server, options.players)) {
        coach.send({ type: 'change_player_type', unum, typeId });
      }
    }, PARAMETERS_TIMEOUT_MS);
    coach.events.once('closed', () => clearTimeout(timer));
  });
  coach.events.once('closed', (reason) => {
    if (reason.code === 'no_answer' || reason.code === 'rejected') {
      options.onWarning(`coach of team ${options.team}: ${address}:${port}: ${reason.message}`);
    }
  });
  coach.connect();
  return () => coach.bye();
}
