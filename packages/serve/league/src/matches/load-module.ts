import { LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { TeamModule } from '@rcss/core/team-module';

/**
 * Imports the module of a team.
 *
 * @throws {LocalTeamError} if it cannot be loaded or has no team.
 */
export async function loadModuleTeam({ name, module, options = {} }: ModuleTeam): Promise<{
  readonly name: string;
  readonly create: TeamModule['default'];
  readonly options: Readonly<Record<string, unknown>>;
}> {
  let loaded: Partial<TeamModule>;
  try {
    loaded = (await import(module)) as Partial<TeamModule>;
  } catch (error) {
    throw new LocalTeamError(
      `${name} has a module that cannot be loaded, ${module}: ${(error as Error).message}`,
    );
  }
  const { default: create } = loaded;
  if (typeof create !== 'function')
    throw new LocalTeamError(`${name} has a module without a function as default export, ${module}`);
  return { name, create, options };
}
