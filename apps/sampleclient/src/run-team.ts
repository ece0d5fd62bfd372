import { type RunTeamOptions, runTeam as runTeamModule } from '@rcss/agent/node';
import { createBaseTeam } from '@rcss/base-team';

export interface TeamOptions extends Omit<RunTeamOptions, 'options'> {
  /** Protocol version, 12 to 19; 19 by default. */
  readonly version?: number;
}

/**
 * Plays a match with the base team, one UDP socket for each player, and resolves when all sessions are over.
 *
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer or refuses a player.
 * @example await runTeam({ team: 'Alpha', port: 6000, coach: true });
 */
export function runSampleTeam(options: TeamOptions): Promise<void> {
  const { version = 19, coach = true, ...rest } = options;
  return runTeamModule(createBaseTeam({ coach, version }), rest);
}
