import { type LocalTeam, LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import { loadTeamModule } from '@rcss/kit/match-runner';

/** Returns a team of this process. It throws a {@link LocalTeamError} if its module cannot be loaded or fails: the team forfeits its match. */
export function createModuleTeam(team: ModuleTeam): LocalTeam {
  const { name, options = {} } = team;
  return {
    name,
    options,
    async create(context) {
      const create = await loadTeamModule(team).catch((error: Error) => {
        throw new LocalTeamError(error.message);
      });
      try {
        return await create(context);
      } catch (error) {
        const reason = (error as Error | null)?.message ?? String(error);
        throw new LocalTeamError(`${name} could not be created: ${reason}`);
      }
    },
  };
}
