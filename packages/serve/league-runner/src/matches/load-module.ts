import { LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { TeamModule } from '@rcss/core/team-module';
import { loadTeamModule } from '@rcss/kit/match-runner';

/**
 * Imports the module of a team.
 *
 * @throws {LocalTeamError} if it cannot be loaded or has no team.
 */
export async function loadModuleTeam(team: ModuleTeam): Promise<{
  readonly name: string;
  readonly create: TeamModule['default'];
  readonly options: Readonly<Record<string, unknown>>;
}> {
  const create = await loadTeamModule(team).catch((error: Error) => {
    throw new LocalTeamError(error.message);
  });
  return { name: team.name, create, options: team.options ?? {} };
}

/** Loads a team whose `create` throws a {@link LocalTeamError} if the module throws: the team forfeits its match. */
export async function loadForfeitingTeam(team: ModuleTeam): ReturnType<typeof loadModuleTeam> {
  const { create, ...loaded } = await loadModuleTeam(team);
  return {
    ...loaded,
    async create(context) {
      try {
        return await create(context);
      } catch (error) {
        const reason = (error as Error | null)?.message ?? String(error);
        throw new LocalTeamError(`${team.name} could not be created: ${reason}`);
      }
    },
  };
}
