import { createChasers } from '@rcss/agent/chasers';
import { runTeam } from '@rcss/agent/node';

export interface ChaserOptions {
  /** Name of the team: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Host name or IP address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port for players; 6000 by default. */
  readonly port?: number;
  /** Number of players, 1 to 11; 1 by default. */
  readonly players?: number;
  /** `loop` (default): one turn for each look around. `sequence`: six turns before the next plan. */
  readonly planner?: 'loop' | 'sequence';
  /** Ends the agents: they send `(bye)`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs one or more of the small agents and resolves when all sessions are over.
 *
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer or refuses a player.
 */
export function runChasers({ players = 1, planner, ...rest }: ChaserOptions): Promise<void> {
  return runTeam(createChasers, { ...rest, options: { players, turns: planner === 'sequence' ? 6 : 1 } });
}
