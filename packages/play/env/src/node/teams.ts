import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateTeam } from '@rcss/core/team-module';
import type { BatchChanges } from '../batch-options.js';
import { checkObject, suggestName } from '../options.js';
import type { ControllerChoice } from '../others/controller.js';

/** Teams that the engine has, by name. */
export type KnownTeams = Readonly<Record<string, CreateTeam>>;

type Json = Readonly<Record<string, unknown>>;

/** A controller, as an example in messages. */
const CONTROLLER_FORM = '{ "type": "scripts" }';

async function loadTeam(team: unknown, path: string, known: KnownTeams): Promise<CreateTeam> {
  if (typeof team !== 'string')
    throw new RangeError(`${path}.team: ${JSON.stringify(team)} is not a name or a path of a team module`);
  if (Object.hasOwn(known, team)) return known[team] as CreateTeam;
  const names = Object.keys(known);
  if (!/[./\\]/.test(team)) {
    const meant = suggestName(team, names);
    throw new RangeError(
      `${path}.team: ${JSON.stringify(team)} is not one of ${names.join(', ')}, and not a path${meant}`,
    );
  }
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(resolve(team)).href);
  } catch (error) {
    throw new RangeError(`${path}.team: ${team} cannot be loaded: ${(error as Error).message}`);
  }
  if (typeof module.default !== 'function')
    throw new RangeError(`${path}.team: ${team} has no default export that creates a team`);
  return module.default as CreateTeam;
}

async function resolveController(controller: Json, path: string, known: KnownTeams): Promise<Json> {
  checkObject(path, controller, CONTROLLER_FORM);
  if (controller['type'] !== 'team') return controller;
  const { team, ...rest } = controller;
  return { name: team, ...rest, create: await loadTeam(team, path, known) };
}

/**
 * Replaces `team` of controllers, a name of a known team or the path of a team module, by the module's function.
 *
 * @throws RangeError if there is no such team, or if a controller is not an object
 */
export async function resolveTeams<T extends BatchChanges>(options: T, known: KnownTeams): Promise<T> {
  if (options.others === undefined) return options;
  checkObject('others', options.others, `{ "right": ${CONTROLLER_FORM} }`);
  const others: Record<string, unknown> = {};
  for (const [side, choice] of Object.entries(options.others as Json)) {
    const path = `others.${side}`;
    others[side] = Array.isArray(choice)
      ? await Promise.all(choice.map((each, i) => resolveController(each as Json, `${path}[${i}]`, known)))
      : await resolveController(choice as Json, path, known);
  }
  return { ...options, others: others as Readonly<Record<string, ControllerChoice>> };
}
