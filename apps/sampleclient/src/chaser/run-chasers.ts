import { createChasers } from '@rcss/agent/chasers';
import { type RunTeamOptions, runTeam } from '@rcss/agent/node';

export interface ChaserOptions extends Pick<RunTeamOptions, 'team' | 'host' | 'port' | 'signal'> {
  /** Number of players, 1 to 11; 1 by default. */
  readonly players?: number;
  /** `loop` (default): one turn for each look around. `sequence`: six turns before the next plan. */
  readonly planner?: 'loop' | 'sequence';
}

/**
 * Runs one or more of the small agents and resolves when all sessions are over.
 *
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer or refuses a player.
 */
export function runChasers({ players = 1, planner, ...rest }: ChaserOptions): Promise<void> {
  return runTeam(createChasers, { ...rest, options: { players, turns: planner === 'sequence' ? 6 : 1 } });
}
