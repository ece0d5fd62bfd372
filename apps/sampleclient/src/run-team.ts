import { runTeam as runTeamModule } from '@rcss/agent/node';
import { createBaseTeam } from '@rcss/base-team';

export interface TeamOptions {
  /** Name of the team: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Host name or IP address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port for players; 6000 by default. */
  readonly port?: number;
  /** Number of players, 1 to 11; 11 by default. The first is the goalie. */
  readonly players?: number;
  /** Whether an online coach connects too, chooses the player types and reports those of the opponents; true by default. */
  readonly coach?: boolean;
  /** Port for online coaches; `port + 2` by default. */
  readonly coachPort?: number;
  /** Protocol version, 12 to 19; 19 by default. */
  readonly version?: number;
  /** Seed of the decisions; 0 by default. */
  readonly seed?: number;
  /** Where debug records go: `udp:HOST:PORT`, or the name of a new file; nowhere by default. */
  readonly debug?: string;
  /** Ends the team: its players send `(bye)`. */
  readonly signal?: AbortSignal;
  /** Receives one line for each problem that does not end the team. */
  readonly onWarning?: (message: string) => void;
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
