import { MatchFailure } from '../jobs/match-outcome.js';
import type { CheckRequest, TeamMeasurement } from '../jobs/team-check.js';
import type { MatchProgressListener } from '../matches/play-programs.js';
import { checkModuleTeam } from './check-module-team.js';
import { checkServerTeam } from './check-server-team.js';

/**
 * Plays a short match of a team alone and measures it.
 *
 * @param folder Folder of the logs; modules have none.
 * @throws {MatchFailure} if there is no measurement for a reason that is not the team.
 */
export async function checkTeam(
  request: CheckRequest,
  folder: string,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<TeamMeasurement> {
  const { team } = request.team;
  if ('start' in team) return checkServerTeam(request, folder, listener, signal);
  if ('module' in team) return checkModuleTeam(request, listener, signal);
  throw new MatchFailure(
    `${team.name} connects by itself (remote); only a team that is started can be checked`,
  );
}
