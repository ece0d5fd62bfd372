import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ModuleTeam } from '@rcss/core/match-document';
import { statPath } from '@rcss/core/node';
import type { CreateTeam, TeamModule } from '@rcss/core/team-module';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';

/**
 * Returns the address of a module: a path, or a package that the folder can import.
 *
 * @throws {CommandLineError} if there is neither
 */
export function resolveModule(module: string, folder: string, program: string): string {
  if (module.startsWith('file:')) return module;
  const file = path.resolve(folder, module);
  if (statPath(file)?.isFile()) return pathToFileURL(file).href;
  // Packages of the user first, then those that come with this program, such as @rcss/agent/chasers.
  for (const from of [path.join(folder, 'package.json'), program]) {
    try {
      return pathToFileURL(createRequire(from).resolve(module)).href;
    } catch {
      // The next place.
    }
  }
  throw new CommandLineError(
    `module '${module}' was not found: neither a file ${file} nor a package that ${folder} can import`,
    EXIT.usage,
  );
}

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
 * Imports the module of a team, by the address that {@link resolveModule} returns.
 *
 * @throws {Error} (as a rejection) if it cannot be loaded or has no team; the message begins with the name of the team
 */
export async function loadTeamModule({ name, module }: ModuleTeam): Promise<CreateTeam> {
  let loaded: Partial<TeamModule>;
  try {
    loaded = (await importModule(module)) as Partial<TeamModule>;
  } catch (error) {
    // A module can throw anything, such as null or a text of megabytes.
    const reason = String((error as Error | null)?.message ?? error).slice(0, 2000);
    throw new Error(`${name} has a module that cannot be loaded, ${module}: ${reason}`);
  }
  if (typeof loaded.default !== 'function')
    throw new Error(`${name} has a module without a function as default export, ${module}`);
  return loaded.default;
}
