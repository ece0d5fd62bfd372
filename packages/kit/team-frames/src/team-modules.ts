import * as agent from '@rcss/agent';
import createChasers from '@rcss/agent/chasers';
import * as formations from '@rcss/agent/formations';
import * as planner from '@rcss/agent/planner';
import * as prediction from '@rcss/agent/reach';
import * as skills from '@rcss/agent/skills';
import * as world from '@rcss/agent/world';
import * as math from '@rcss/core/math';
import type { ImportableModule } from './importable.js';

/** What the code of a team can import. */
const MODULES: Readonly<Record<ImportableModule, unknown>> = {
  '@rcss/agent': agent,
  '@rcss/agent/chasers': { default: createChasers, createChasers },
  '@rcss/agent/formations': formations,
  '@rcss/agent/planner': planner,
  '@rcss/agent/reach': prediction,
  '@rcss/agent/skills': skills,
  '@rcss/agent/world': world,
  '@rcss/core/math': math,
};

/**
 * Returns a module by the name under which the code of a team imports it.
 *
 * @throws {Error} if there is none
 */
export function importModule(name: string): unknown {
  const found = MODULES[name as ImportableModule];
  if (found === undefined)
    throw new Error(
      `there is no module ${JSON.stringify(name)}. Modules: ${Object.keys(MODULES).join(', ')}`,
    );
  return found;
}
