import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { TeamModule } from '@rcss/core/team-module';

/** What is used of the package tsx, which runs TypeScript. */
interface TypeScriptLoader {
  tsImport(module: string, parent: string): Promise<unknown>;
}

/** Imports a module; TypeScript by the package tsx of its project, because imports without types of their own names need it. */
async function importModule(module: string): Promise<unknown> {
  if (!module.startsWith('file:') || !/\.[mc]?ts$/.test(module)) return import(module);
  let loader: string;
  try {
    // Its entry for require cannot load modules; that for import is beside it.
    loader = createRequire(fileURLToPath(module))
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs');
  } catch {
    throw new Error(
      'TypeScript needs the package tsx in the project of the team (npm install --save-dev tsx), or a build',
    );
  }
  const { tsImport } = (await import(pathToFileURL(loader).href)) as TypeScriptLoader;
  return tsImport(module, module);
}

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
    loaded = (await importModule(module)) as Partial<TeamModule>;
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
