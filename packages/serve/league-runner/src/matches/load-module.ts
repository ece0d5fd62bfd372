import { LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { TeamModule } from '@rcss/core/team-module';
import { loadTeamModule } from '@rcss/kit/match-runner';

/**
 * Imports the module of a team.
 *
 * @throws {LocalTeamError} if it cannot be loaded or has no team; `create` throws one if the module throws.
 */
export async function loadModuleTeam(team: ModuleTeam): Promise<{
  readonly name: string;
  readonly create: TeamModule['default'];
  readonly options: Readonly<Record<string, unknown>>;
}> {
  const create = await loadTeamModule(team).catch((error: Error) => {
    throw new LocalTeamError(error.message);
  });
  return {
    name: team.name,
    async create(context) {
      try {
        return await create(context);
      } catch (error) {
        throw new LocalTeamError(
          `${team.name} could not be created: ${(error as Error)?.message ?? String(error)}`,
        );
      }
    },
    options: team.options ?? {},
  };
}
